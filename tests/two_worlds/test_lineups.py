"""A line-up that is handed in: two events that differ in it answer everybody but its captain alike, the staff as well,
until both are opened."""

from __future__ import annotations

import random
from collections.abc import Sequence
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games.models import key_of
from games.rules import Seat, Viewer
from notices.kinds.words import words_of
from notices.models import Notice
from tests.scenes import account
from tournaments.domain import lifecycle
from tournaments.domain.commands import lineups, organization, teams
from tournaments.domain.commands.teams import NamedPerson
from tournaments.domain.lifecycle import drive
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.terms import usual_terms
from tournaments.models import SealedLineup, Tournament, TournamentEntry

from .asking import Scene
from .pages import Answer, Answers, Cast, held_still, logged, rolled_back
from .registry import OF_AN_EVENT, asks
from .streams import published

SEATS = (Seat.RED, Seat.BLUE, Seat.RED2, Seat.BLUE2)


def an_event(cast: Cast) -> tuple[UUID, UUID]:
    """A round robin of two teams, paired and not begun: who has red in the tests leads the second, who has blue is a
    member of the first. Its captain is somebody else."""
    terms = usual_terms("barrage", "round_robin", real=True, team_boards=2, board_order="free", publishing="paired")
    tournament = organization.create_tournament(owner=cast.arbiter, terms=terms, name="Cup")
    organization.announce(tournament=tournament, by=cast.arbiter)
    captain = Player.objects.get(account=account("Captain")).id
    other, member = cast.players[Seat.RED], cast.players[Seat.BLUE]
    people = [NamedPerson("Eva"), NamedPerson("Fin"), NamedPerson("Gil")]
    first = teams.enter_team(tournament=tournament, by=captain, name="Home", members=people)
    teams.ask_to_join(tournament=tournament, by=member, entry=first)
    roster = fold_of(tournament).entries[first].roster
    teams.change_roster(tournament=tournament, by=captain, entry=first, members=[*roster, member], captain=captain)
    people = [NamedPerson("Hal"), NamedPerson("Ida")]
    teams.enter_team(tournament=tournament, by=other, name="Away", members=people)
    lifecycle.start(tournament=tournament, by=cast.arbiter)
    lifecycle.pair(tournament=tournament, by=cast.arbiter)
    return tournament, captain


def answers_of(cast: Cast, places: Sequence[int], room: str | tuple[str, ...] = OF_AN_EVENT) -> Answers:
    """All that the service says of the event after its first team has handed in who plays, by places of the roster."""
    answers: Answers = {}
    with rolled_back(cast.owner), held_still(None, "line-ups") as at, logged() as log, published() as stream:
        at(0)
        tournament, captain = an_event(cast)
        drive(tournament)
        at(1)
        roster = fold_of(tournament).entries[1].roster
        chosen = [roster[place] for place in places]
        lineups.seal_lineup(tournament=tournament, by=captain, entry=1, lineup=chosen)
        at(2)
        drive(tournament)
        chance = random.Random("asked")
        for viewer in (Viewer.RED, Viewer.BLUE):
            scene = Scene(UUID(int=1), key_of(UUID(int=1)), viewer, SEATS, 0, False, chance, event=key_of(tournament))
            for _name, ask in asks(scene, room=room):
                answers[viewer.value, ask.who, ask.method, ask.path, str(ask.data)] = cast.ask(viewer, ask)
        row = Tournament.objects.filter(id=tournament).values().get()
        row.pop("position")
        rows = [row, *TournamentEntry.objects.filter(tournament=tournament).order_by("entry", "partner").values()]
        answers["rows",] = Answer(0, (), repr(rows).encode())
        notices = Notice.objects.filter(tournament=tournament).order_by("player", "kind", "version")
        told = [f"{notice.player_id} {notice.kind} {words_of([notice])}" for notice in notices]
        answers["notices",] = Answer(0, (), "\n".join(told).encode())
        answers["log",] = Answer(0, (), "\n".join(log).encode())
        answers["stream",] = Answer(0, (), b"\n".join(stream))
        own = Client()
        account = Player.objects.get(id=captain).account
        assert account is not None
        own.force_login(account)
        page = own.get(reverse("tournaments:team", args=[key_of(tournament), 1])).context["lineup"]
        answers["captain",] = Answer(0, (), repr([field.initial for field in page.fields.values()]).encode())
        kept = SealedLineup.objects.get(tournament=tournament)
        assert kept.players == chosen
    return answers


def differing(here: Answers, there: Answers) -> list[tuple[str, ...]]:
    return [name for name in dict.fromkeys([*here, *there]) if here.get(name) != there.get(name)]


def test_nobody_can_tell_a_line_up_before_both_are_opened(cast: Cast) -> None:
    here, there = answers_of(cast, (0, 1)), answers_of(cast, (3, 2))
    assert differing(here, there) == [("captain",)]
    assert sum(answer.status == 200 for answer in here.values()) > 30


def test_the_comparison_finds_a_line_up_that_is_shown(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: the page of a team shows what was handed in to the staff too."""
    monkeypatch.setattr("tournaments.organizer.teams._sees_sealed", lambda access, entry: bool(access.role))
    here, there = (answers_of(cast, places, room="tournaments:team") for places in ((0, 1), (3, 2)))
    assert any(
        "/teams/1/" in " ".join(name) and name[1] == "arbiter" for name in differing(here, there) if len(name) > 1
    )

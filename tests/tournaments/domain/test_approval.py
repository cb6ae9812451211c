"""Rated events: an arbiter's word and a place count only where the operator approved the organiser."""

from __future__ import annotations

from io import StringIO
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from accounts.audit.models import AuditEntry
from accounts.models import Account, Player
from eventlog.rebuild import rebuild
from games.domain import arbitration, commands
from games.models import Game
from games.rules import Seat
from ratings import changes_of
from ratings.models import Rating
from tests.scenes import account, play_quietly
from tests.tournaments.domain.tables import rows
from tests.tournaments.games import open_games, set_up
from tests.tournaments.scenes import a_tournament, next_round
from tournaments.domain import lifecycle
from tournaments.domain.commands import results, rounds
from tournaments.domain.commands.approval import approve, is_approved
from tournaments.domain.queries.tournaments import fold_of
from tournaments.models import Tournament
from tournaments.pages.facts import facts
from tournaments.pages.honours import honours_of
from tournaments.scoring.points import Mark

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser() -> Player:
    return account("olga").player


def event(owner: Player, **terms: Any) -> tuple[UUID, UUID]:
    """An event of two, whose only game is open and set up; the event and the game."""
    tournament = a_tournament(2, owner=owner.id, variant="duel", real=False, rounds=1, **terms)
    next_round(tournament)
    (game,) = open_games(tournament)
    set_up(game, Seat.RED, Seat.BLUE)
    return tournament, game


def played(tournament: UUID, game: UUID) -> Player:
    play_quietly(game)
    commands.resign(game=game, seat=Seat.BLUE)
    results.take_over(game=game)
    return ended(tournament, game)


def decided(tournament: UUID, game: UUID) -> Player:
    """An arbiter decides the game for red, and the event ends; who came first."""
    owner = Tournament.objects.get(id=tournament).owner
    results.record_result(tournament=tournament, round=1, board=1, red=Mark.WIN, blue=Mark.LOSS, by=owner)
    arbitration.adjudicate(game=game, winner=0)
    return ended(tournament, game)


def ended(tournament: UUID, game: UUID) -> Player:
    rounds.finish_round(tournament=tournament, by=None)
    lifecycle.finish(tournament=tournament, by=None)
    winner = Game.objects.get(id=game).seats.get(seat=0).player
    assert winner is not None
    return winner


def honours(player: Player) -> tuple[int, list[int]]:
    result = honours_of(player.id)
    return result.played, [item.place for item in result.first]


def test_nobody_makes_up_ratings_and_honours_in_an_event_of_the_own(organiser: Player) -> None:
    """Two accounts and a decision at ply 0 gave 1662, 1338 and a first place."""
    for tournament, game in (event(organiser), event(organiser)):
        winner = decided(tournament, game)
        assert honours(winner) == (1, [])
    assert not Rating.objects.exists()
    winner = played(*event(organiser))
    assert Rating.objects.count() == 2  # what was played counts as anywhere
    assert honours(winner) == (1, [])


@pytest.mark.slow
def test_what_counts_in_an_event_of_an_approved_organiser(organiser: Player) -> None:
    approve(organiser.account, by=None)
    tournament, game = event(organiser)
    assert Tournament.objects.get(id=tournament).approved
    assert honours(played(tournament, game)) == (1, [1])
    tournament, game = event(organiser)
    play_quietly(game)
    winner = decided(tournament, game)
    assert changes_of(game) == {Seat.RED: (1500, 1662), Seat.BLUE: (1500, 1338)}
    assert honours(winner) == (1, [])  # nobody played to the end
    assert honours(played(*event(organiser, rated=False))) == (1, [])
    before = rows()
    rebuild()
    assert rows() == before


def test_the_approval_is_settled_when_an_event_starts(organiser: Player) -> None:
    tournament, _game = event(organiser)
    approve(organiser.account, by=None)
    assert not fold_of(tournament).approved
    tournament, _game = event(organiser)
    approve(organiser.account, by=None, withdraw=True)
    assert fold_of(tournament).approved
    assert Game.objects.filter(tournament=tournament, rated=True).count() == 1
    assert not is_approved(organiser.id)


def test_operators_are_approved_and_closed_accounts_are_not() -> None:
    ann, bob, op = (account(name) for name in ("Ann", "Bob", "Op"))
    assert [approve(ann, by=op.id), approve(ann, by=op.id)] == [True, False]
    Account.objects.filter(id=op.id).update(is_superuser=True)
    assert [is_approved(item.player.id) for item in (ann, bob, op)] == [True, False, True]
    Account.objects.filter(id=ann.id).update(is_active=False)
    assert [is_approved(item) for item in (ann.player.id, None)] == [False, False]
    assert list(AuditEntry.objects.values_list("actor", "action", "target")) == [
        (op.id, "approved-organiser", str(ann.id))
    ]


def test_the_command_approves_and_withdraws(organiser: Player) -> None:
    out = StringIO()
    call_command("approve_organiser", "Olga", stdout=out)
    assert is_approved(organiser.id)
    call_command("approve_organiser", "olga", "--withdraw", stdout=out)
    assert not is_approved(organiser.id)
    assert out.getvalue().splitlines() == [
        "olga is approved for rated events that start from now on.",
        "olga is not approved for rated events any more.",
    ]
    with pytest.raises(CommandError, match="There is no account “Nobody”") as refused:
        call_command("approve_organiser", "Nobody")
    assert refused.value.returncode == 2


def test_organisers_and_players_are_told(client: Client, organiser: Player) -> None:
    client.force_login(organiser.account)
    form = reverse("tournaments:new")
    tournament = a_tournament(2, owner=organiser.id, variant="duel", real=False, started=False)

    def rated() -> str:
        return next(str(fact.words) for fact in facts(fold_of(tournament)) if fact.name == "Rated")

    assert "Ask the operator before the start" in client.get(form).text
    assert "the operator has not approved the organiser" in rated()
    approve(organiser.account, by=None)
    assert "Ask the operator" not in client.get(form).text
    assert rated() == "yes"

"""A pairing that is not published: two events that differ in it answer everybody but their staff alike."""

from __future__ import annotations

import random
from collections.abc import Callable
from uuid import UUID

import pytest
from django.urls import reverse

from accounts.models import Player
from games.models import key_of
from games.rules import Seat, Viewer
from notices.kinds.words import words_of
from notices.models import Notice
from tests.scenes import player
from tournaments.domain import lifecycle
from tournaments.domain.commands import hand_pairing, organization, registration, results, rounds
from tournaments.domain.lifecycle import drive
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.terms import usual_terms
from tournaments.models import Tournament, TournamentEntry
from tournaments.scoring.points import Mark

from .asking import Ask, Scene
from .pages import Answer, Answers, Cast, held_still, logged, rolled_back
from .registry import OF_AN_EVENT, asks
from .streams import published

SEATS = (Seat.RED, Seat.BLUE, Seat.RED2, Seat.BLUE2)

Pair = Callable[[UUID, UUID], None]


def an_event(cast: Cast) -> UUID:
    """A Swiss across real boards whose first round is over."""
    terms = usual_terms("barrage", real=True, rounds=3)
    tournament = organization.create_tournament(owner=cast.arbiter, terms=terms, name="Cup")
    organization.announce(tournament=tournament, by=cast.arbiter)
    for item in [*(cast.players[seat] for seat in SEATS), *(player(f"Guest {number}").id for number in (1, 2))]:
        registration.enter(tournament=tournament, players=[item], by=None)
    lifecycle.start(tournament=tournament, by=cast.arbiter)
    lifecycle.pair(tournament=tournament, by=cast.arbiter)
    lifecycle.begin_round(tournament=tournament, by=cast.arbiter)
    for board in (1, 2, 3):
        marks = {"red": Mark.WIN, "blue": Mark.LOSS} if board > 1 else {"red": Mark.DRAW, "blue": Mark.DRAW}
        results.record_result(tournament=tournament, round=1, board=board, by=cast.arbiter, **marks)
    return tournament


def by_engine(tournament: UUID, arbiter: UUID) -> None:
    lifecycle.pair(tournament=tournament, by=arbiter)


def by_hand(tournament: UUID, arbiter: UUID) -> None:
    lifecycle.pair(tournament=tournament, by=arbiter)
    rounds.unpair(tournament=tournament, by=arbiter, reason="Look again")
    lifecycle.pair(tournament=tournament, by=arbiter)
    engine = [board.entries for board in fold_of(tournament).rounds[1].boards]
    (a, b), (c, d), (e, f) = engine
    boards = ((d, a), (b, f), (e, c))
    met = {frozenset(board.entries) for board in fold_of(tournament).rounds[0].boards}
    if any(frozenset(board) in met for board in boards):
        boards = ((b, a), (d, c), (f, e))
    hand_pairing.pair_by_hand(tournament=tournament, boards=boards, by=arbiter, reason="Friends", overrule=True)


def not_at_all(_tournament: UUID, _arbiter: UUID) -> None:
    """The arbiter has not come to it yet."""


def answers_of(cast: Cast, pair: Pair, room: str | tuple[str, ...] = OF_AN_EVENT) -> Answers:
    """All that the service says of the event after it was paired in one way."""
    answers: Answers = {}
    with rolled_back(cast.owner), held_still(None, "pairings") as at, logged() as log, published() as stream:
        at(0)
        tournament = an_event(cast)
        drive(tournament)
        at(1)
        with held_still(None, "on the way") as on_the_way:
            on_the_way(1)
            pair(tournament, cast.arbiter)
        at(2)
        drive(tournament)
        chance = random.Random("asked")
        for viewer in (Viewer.RED, Viewer.BLUE):
            scene = Scene(UUID(int=1), key_of(UUID(int=1)), viewer, SEATS, 0, False, chance, event=key_of(tournament))
            for _name, ask in asks(scene, room=room):
                if ask.who != "arbiter":
                    address = (viewer.value, ask.who, ask.method, ask.path, str(ask.data))
                    answers[address] = cast.ask(viewer, ask)
        answers["rows",] = Answer(0, (), repr(rows_of(tournament)).encode())
        answers["notices",] = Answer(0, (), "\n".join(notices_of(cast, tournament)).encode())
        answers["log",] = Answer(0, (), "\n".join(log).encode())
        answers["stream",] = Answer(0, (), b"\n".join(stream))
        for viewer in (Viewer.RED, Viewer.BLUE):
            data = {"do": "bye", "round": "2", "kind": "zero"}
            ask = Ask(reverse("tournaments:bye", args=[key_of(tournament)]), "viewer", "POST", data)
            answers[viewer.value, "bye"] = cast.ask(viewer, ask)
        answers["staff",] = Answer(
            0,
            (),
            repr([[board.entries for board in round.boards] for round in fold_of(tournament).rounds[1:]]).encode(),
        )
    return answers


def rows_of(tournament: UUID) -> list[object]:
    """What lists and the admin are made of; the position in the log is told nobody."""
    row = Tournament.objects.filter(id=tournament).values().get()
    row.pop("position")
    return [row, *TournamentEntry.objects.filter(tournament=tournament).order_by("entry").values()]


def notices_of(cast: Cast, tournament: UUID) -> list[str]:
    """What the players are told, and what open notices of theirs would say of any board."""
    notices = list(Notice.objects.filter(tournament=tournament).exclude(player=cast.arbiter).order_by("player", "kind"))
    made = [
        Notice(id=UUID(int=number), player=item, kind="paired", tournament=tournament, round=2, board=number)
        for item in Player.objects.filter(id__in=[cast.players[seat] for seat in SEATS]).order_by("name")
        for number in range(4)
    ]
    return [
        f"{notice.player_id} {notice.kind} {notice.round} {notice.board} {words_of([notice])}"
        for notice in (*notices, *made)
    ]


def differing(here: Answers, there: Answers) -> list[tuple[str, ...]]:
    return [name for name in dict.fromkeys([*here, *there]) if here.get(name) != there.get(name)]


def test_nobody_can_tell_pairings_that_are_not_published(cast: Cast) -> None:
    here, there, none = (answers_of(cast, pair) for pair in (by_engine, by_hand, not_at_all))
    assert differing(here, there) == [("staff",)]
    assert differing(here, none) == [("staff",)]
    assert [here[seat, "bye"].status for seat in ("red", "blue")] == [303, 303]
    assert sum(answer.status == 200 for answer in here.values()) > 30


def test_the_comparison_finds_pairings_that_are_shown(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.domain.queries.tournaments.published", lambda fold: fold)
    here, there = (answers_of(cast, pair, room="tournaments:round") for pair in (by_engine, by_hand))
    assert any("/rounds/" in " ".join(name) for name in differing(here, there))

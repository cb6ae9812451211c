"""Tournaments under random commands: whatever people do, their promises hold."""

from __future__ import annotations

import contextlib
import os
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from eventlog import store
from eventlog.rebuild import rebuild
from games.rules import Illegal
from tests.tournaments import scenes
from tests.tournaments.domain.tables import rows
from tournaments.domain import lifecycle
from tournaments.domain.commands import byes, organization, registration, results
from tournaments.domain.commands import rounds as tournament_rounds
from tournaments.domain.events import RoundPaired
from tournaments.domain.queries.tournaments import blockers, fold_of
from tournaments.domain.state import Board, Presence, Status, TournamentFold
from tournaments.domain.transitions import fold
from tournaments.domain.verification import verify_tournament
from tournaments.scoring.points import Mark

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

ENTRIES = st.integers(1, 12)
BOARDS = st.integers(1, 6)


class Events(RuleBasedStateMachine):
    """An event with a capacity, byes, late entries and an arbiter. Every command may be refused; none may do harm."""

    tournament: UUID
    players: list[UUID]

    @initialize(
        players=st.integers(4, 8),
        rounds=st.integers(3, 5),
        format=st.sampled_from(["swiss", "swiss", "knockout", "double_elim", "round_robin"]),
    )
    def begin(self, players: int, rounds: int, format: str) -> None:
        self.players = [player.id for player in scenes.some_players(10)]
        self.owner = self.players[-1]
        terms: dict[str, Any] = {"format": format, "capacity": 8}
        if format == "swiss":
            terms |= {"rounds": rounds, "late": 3, "half_byes": 1}
        self.swiss = format == "swiss"
        self.tournament = scenes.a_tournament(self.players[:players], owner=self.owner, **terms)

    def now(self) -> TournamentFold:
        return fold_of(self.tournament)

    def try_to(self, command: Any, **arguments: Any) -> None:
        with contextlib.suppress(Illegal), transaction.atomic():
            command(tournament=self.tournament, **arguments)

    @rule(place=st.integers(0, 9))
    def enter(self, place: int) -> None:
        self.try_to(registration.enter, players=(self.players[place],), by=self.players[place])

    @rule(entry=ENTRIES)
    def withdraw(self, entry: int) -> None:
        self.try_to(registration.withdraw, entry=entry, by=None)

    @rule(entry=ENTRIES)
    def come_back(self, entry: int) -> None:
        self.try_to(registration.come_back, entry=entry, by=None)

    @rule(entry=ENTRIES)
    def expel(self, entry: int) -> None:
        self.try_to(registration.expel, entry=entry, by=self.owner, reason="rude")

    @rule(entry=ENTRIES, ahead=st.integers(0, 2), kind=st.sampled_from(["half", "full", "zero"]))
    def ask_for_bye(self, entry: int, ahead: int, kind: str) -> None:
        self.try_to(byes.request_bye, entry=entry, round=len(self.now().rounds) + ahead, kind=kind, by=None)

    @rule(number=ENTRIES, other=ENTRIES)
    def forbid(self, number: int, other: int) -> None:
        self.try_to(organization.keep_apart, entries=(number, other), by=self.owner)

    @rule()
    def pair(self) -> None:
        self.try_to(lifecycle.pair, by=self.owner)

    @rule()
    def unpair(self) -> None:
        self.try_to(tournament_rounds.unpair, by=self.owner)

    @rule()
    def begin_round(self) -> None:
        self.try_to(lifecycle.begin_round, by=self.owner)

    @rule(board=BOARDS, marks=st.sampled_from(sorted(results.POSSIBLE)))
    def record(self, board: int, marks: tuple[Mark, Mark]) -> None:
        red, blue = marks
        round = len(self.now().rounds)
        self.try_to(results.record_result, round=round, board=board, red=red, blue=blue, by=self.owner)

    @rule(round=st.integers(1, 5), board=BOARDS, marks=st.sampled_from(sorted(results.POSSIBLE)))
    def correct(self, round: int, board: int, marks: tuple[Mark, Mark]) -> None:
        red, blue = marks
        self.try_to(results.correct_result, round=round, board=board, red=red, blue=blue, by=self.owner, reason="slip")

    @rule()
    def go_on(self) -> None:
        self.pair()
        self.begin_round()
        with transaction.atomic():
            if self.now().status is Status.RUNNING and self.now().round and self.now().round.begun_at:
                scenes.play_on(self.tournament)

    @rule()
    def pause(self) -> None:
        self.try_to(tournament_rounds.pause, by=self.owner)

    @rule()
    def resume(self) -> None:
        self.try_to(tournament_rounds.resume, by=self.owner)

    @rule()
    def finish(self) -> None:
        if len(self.now().rounds) > 1:
            self.try_to(lifecycle.finish, by=self.owner)

    @invariant()
    def promises(self) -> None:
        if not hasattr(self, "tournament"):
            return
        now = self.now()
        met: set[frozenset[int]] = set()
        byes: set[int] = set()
        for round in now.rounds:
            for board in round.boards:
                assert frozenset(board.entries) not in met
                if _was_played(board):
                    met.add(frozenset(board.entries))
            full = {entry for entry, mark in round.byes.items() if mark in (Mark.PAIRING_BYE, Mark.FULL_BYE)}
            assert not self.swiss or not full & byes
            byes |= full
        if now.status is Status.RUNNING:
            assert blockers(now)

    def teardown(self) -> None:
        if not hasattr(self, "tournament"):
            return
        stored = list(store.load(self.tournament))
        now = fold((item.event, item.time) for item in stored)
        assert now == self.now()
        verify_tournament(iter(stored))
        if self.swiss:
            self.nobody_is_paired_after_leaving(stored)
        before = rows()
        with transaction.atomic():
            rebuild()
        assert rows() == before

    def nobody_is_paired_after_leaving(self, stored: list[store.Stored]) -> None:
        now = None
        for item in stored:
            if isinstance(item.event, RoundPaired):
                assert now is not None
                paired = {*item.event.red, *item.event.blue, *item.event.bye_entries}
                assert all(now.entries[entry].presence is Presence.ENTERED for entry in paired)
            now = fold([(item.event, item.time)], now)


def _was_played(board: Board) -> bool:
    """Whether these two may not meet again: they played (C.04.1.b), and did so when the next round was paired."""
    return all(leg.marks is not None and leg.marks[0].played and not leg.corrected for leg in board.legs)


SETTINGS = settings(
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # an example is short enough, and shrinking takes minutes
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


class TestEvents(Events.TestCase):
    """Some events; many are for `make fuzz-rules`."""

    settings = settings(SETTINGS, max_examples=10)


@pytest.mark.fuzz
class TestManyEvents(Events.TestCase):
    """A fiftieth of what the properties of the rules are run with: an event takes as long as many games."""

    settings = settings(SETTINGS, max_examples=-(-int(os.environ.get("PAIRS", "5000")) // 50))

"""Formats of two stages: a first one, and a knockout of those who go on from it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from operator import is_
from typing import Any, NamedTuple

from games.rules import Illegal
from tournaments.domain.drafts import refuse
from tournaments.domain.events import RoundPaired
from tournaments.domain.formats import Format, Proposal, Stage
from tournaments.domain.state import Board, Round, TournamentFold
from tournaments.domain.terms import Terms
from tournaments.formats.knockout import Knockout
from tournaments.pairing import knockout
from tournaments.pairing.knockout import Bracket
from tournaments.pairing.rounds import CannotPair
from tournaments.scoring.points import Mark

KNOCKOUT = Knockout()
"""The second stage of them all."""


class _Through(NamedTuple):
    """Who went on when it was asked for: `asked` are the very objects that it follows from, beside `values`."""

    asked: tuple[object, ...]
    values: tuple[object, ...]
    order: tuple[int, ...]


_last_asked: dict[str, _Through] = {}


class IntoKnockout(Format):
    """A format whose best go on into a knockout."""

    has_stages = True
    has_bracket = True

    @abstractmethod
    def first_rounds(self, fold: TournamentFold) -> int:
        """How many rounds the first stage has."""

    @abstractmethod
    def first_stage(self, fold: TournamentFold) -> Stage:
        """The first stage of an event."""

    @abstractmethod
    def through(self, fold: TournamentFold, here: frozenset[int]) -> Sequence[int]:
        """The entries that go on, by seed.

        Args:
            fold: the event with the rounds of the first stage alone.
            here: the entries that may go on.
        """

    # -- stages --

    def stage(self, fold: TournamentFold, round: int) -> Stage:
        before = self.first_rounds(fold)
        return self.first_stage(fold) if round <= before else self._knockout(fold, before, self.here(fold))

    def bracket_stage(self, fold: TournamentFold) -> Stage | None:
        """The knockout, once the first stage is over; None if fewer than two are left for it."""
        if not fold.order or not self.first_is_over(fold) or len(self.here(fold)) < knockout.LEAST:
            return None
        return self.stage(fold, self.first_rounds(fold) + 1)

    def first_is_over(self, fold: TournamentFold) -> bool:
        before = self.first_rounds(fold)
        return len(fold.rounds) >= before and all(round.decided for round in fold.rounds[:before])

    def _knockout(self, fold: TournamentFold, before: int, here: frozenset[int]) -> Stage:
        order = self._kept_through(replace(fold, rounds=fold.rounds[:before]), here)
        if len(fold.rounds) > before:
            first = fold.rounds[before]
            byes = _pairing_byes(first)
            if fold.imported:  # files have them by number
                byes = [entry for entry in order if entry in byes]
            order = knockout.seated(order, [board.entries for board in first.boards], byes)
        part = replace(
            fold,
            terms=fold.terms.changed(format=KNOCKOUT.slug),
            order=order,
            numbers={entry: number for number, entry in enumerate(order, 1)},
            rounds=fold.rounds[before:],
            planned=fold.planned - before,
        )
        return Stage(KNOCKOUT, part, before)

    def _kept_through(self, fold: TournamentFold, here: frozenset[int]) -> tuple[int, ...]:
        """As `through`. What it was asked for last is kept: while a knockout is played the first stage is the same, and
        each of its results asks again.
        """
        asked: tuple[object, ...] = (self, *fold.rounds, fold.entries, fold.terms, fold.order)
        kept = _last_asked.get("through")
        same = kept is not None and kept.values == (here, fold.lot, fold.planned) and len(kept.asked) == len(asked)
        if kept is None or not same or not all(map(is_, kept.asked, asked)):
            order = tuple(self.through(fold, here))
            kept = _last_asked["through"] = _Through(asked, (here, fold.lot, fold.planned), order)
        return kept.order

    def here(self, fold: TournamentFold) -> frozenset[int]:
        """The entries that may go on: who takes part; once the knockout is paired, who was in its first round."""
        before = self.first_rounds(fold)
        if len(fold.rounds) <= before:
            return frozenset(entry for entry in fold.order if fold.entries[entry].playing)
        first = fold.rounds[before]
        return frozenset(_pairing_byes(first)).union(*(board.entries for board in first.boards))

    # -- rounds --

    def next_round(self, fold: TournamentFold) -> Proposal:
        if len(fold.rounds) >= fold.planned:
            raise CannotPair("event-over", {"rounds": len(fold.rounds)})
        if len(fold.rounds) >= self.first_rounds(fold) and self.bracket_stage(fold) is None:
            raise CannotPair("too-few-players", {"players": len(self.here(fold))})
        stage = self.stage(fold, len(fold.rounds) + 1)
        return _in_event(stage.format.next_round(stage.fold), fold, stage)

    def round_by_hand(self, fold: TournamentFold, boards: Sequence[tuple[int, int]]) -> Proposal:
        stage = self.stage(fold, len(fold.rounds) + 1)
        return _in_event(stage.format.round_by_hand(stage.fold, boards), fold, stage)

    def broken_criterion(self, fold: TournamentFold, proposal: Proposal) -> str | None:
        stage = self.stage(fold, proposal.round)
        return stage.format.broken_criterion(stage.fold, replace(proposal, round=proposal.round - stage.before))

    def wrong_round(self, fold: TournamentFold, event: RoundPaired) -> str:
        """As in its stage; in one whose pairings follow from the results, whether others meet."""
        stage = self.stage(fold, event.round)
        if stage.format.by_score:
            return stage.format.wrong_round(stage.fold, event)
        return "" if self.is_next(fold, event) else "a round is not the one that follows from the results"

    def why_rests_on(self, fold: TournamentFold, round: int, after: Board) -> Illegal | None:
        """The bracket may rest on who came where in the first stage.

        Args:
            fold, round, after: as for `Format.why_rests_on`.
        """
        before = self.first_rounds(fold)
        if round > before or len(fold.rounds) <= before:
            return None
        if not after.decided:
            return refuse("match-goes-on", round=before + 1)
        first = replace(fold, rounds=fold.rounds[:before])
        may = self.here(fold) | self.here(first)
        stage = self._knockout(first, before, may)
        again, paired = KNOCKOUT.next_round(stage.fold), fold.rounds[before]
        right = [*map(frozenset, again.boards)], [entry for entry, _kind in again.byes]
        stands = [frozenset(board.entries) for board in paired.boards], _pairing_byes(paired)
        return None if right == stands else refuse("others-go-on", round=before + 1)

    def round_name(self, number: int, rounds: int) -> str:
        return KNOCKOUT.round_name(number, rounds) if rounds else super().round_name(number, rounds)

    def draws_settled(self, terms: Terms) -> tuple[int, str]:
        return KNOCKOUT.draws_settled(terms.changed(format=KNOCKOUT.slug))

    def marks_of(self, board: Board) -> tuple[Mark | None, Mark | None]:
        return super().marks_of(board) if board.winner is None else KNOCKOUT.marks_of(board)

    # -- places --

    def is_out(self, fold: TournamentFold, entry: int) -> bool:
        """Whether an entry has not gone on from the first stage, or has lost a match since."""
        stage = self.bracket_stage(fold)
        if stage is None:
            return False
        return entry not in stage.fold.numbers or stage.format.is_out(stage.fold, entry)

    def plays_on(self, fold: TournamentFold, entry: int) -> bool:
        stage = self.bracket_stage(fold)
        return stage is None or (entry in stage.fold.numbers and stage.format.plays_on(stage.fold, entry))

    def bracket(self, fold: TournamentFold, *, after: int | None = None) -> Bracket:
        """The bracket, by the seeds of those who have gone on.

        Args:
            after: of the rounds of the event.
        """
        stage = self.bracket_stage(fold)
        if stage is None:
            return super().bracket(fold)
        return stage.format.bracket(stage.fold, after=None if after is None else max(0, after - stage.before))

    def bracket_shown(self, fold: TournamentFold) -> Bracket:
        stage = self.bracket_stage(fold)
        return super().bracket(fold) if stage is None else stage.format.bracket_shown(stage.fold)

    # -- files --

    def values_for_files(self, fold: TournamentFold) -> dict[str, Any]:
        own = fold.terms.fields_of_format
        return {file.name: own[file.name] for file in self.in_files if file.name in own} | {"lot": fold.lot}

    def terms_in_file(self, values: Mapping[str, Any], *, players: int, boards: Sequence[int]) -> dict[str, Any]:
        """All but the lot, which is drawn at the start.

        Args:
            values, players, boards: as for `FormatTraits.terms_in_file`.
        """
        return {file.name: values[file.name] for file in self.in_files if file.name != "lot"}


def _pairing_byes(round: Round) -> list[int]:
    """Who is free in a round of a bracket; files have marks of those who are out as well."""
    return [entry for entry, mark in round.byes.items() if mark is Mark.PAIRING_BYE]


def _in_event(proposal: Proposal, fold: TournamentFold, stage: Stage) -> Proposal:
    order = proposal.order if stage.format is not KNOCKOUT else fold.order
    return replace(proposal, round=proposal.round + stage.before, order=order)

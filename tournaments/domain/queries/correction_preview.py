"""What a correction changes: the places, at once; and what it would have changed: the pairings of later rounds, as the
engine would have made them with the right result. Nothing is ever paired again because of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import zip_longest
from uuid import UUID

from eventlog import store
from tournaments.domain.drafts import game_at, refuse
from tournaments.domain.events import RoundPaired, RoundTakenBack, RoundUnpaired, TournamentCreated
from tournaments.domain.formats import format_of, stage_of
from tournaments.domain.standings import places_of
from tournaments.domain.state import Board, TournamentFold
from tournaments.domain.transitions import step
from tournaments.pairing.rounds import CannotPair
from tournaments.scoring.points import Mark

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Different:
    """A later round that the engine would have paired otherwise.

    Args:
        round: from 1.
        paired: the boards (red, blue) that were paired and would not have been.
        instead: the boards that would have been; empty with `failed`.
        boards: by number the boards that are others: who sits there, and who would have; None for nobody.
        failed: the code of `CannotPair`, if there would have been no pairing.
    """

    round: int
    paired: tuple[Pair, ...]
    instead: tuple[Pair, ...]
    failed: str = ""
    boards: tuple[tuple[int, Pair | None, Pair | None], ...] = ()


@dataclass(frozen=True, slots=True)
class Moved:
    """An entry that changes its place; None for none, of who left too early."""

    entry: int
    place: int | None
    instead: int | None


def places_if(
    fold: TournamentFold, *, round: int, board: int, red: Mark, blue: Mark, leg: int | None = None
) -> tuple[Moved, ...]:
    """Who would change places now, if a result had been this one: by the place that each would have. In a knockout
    nobody, if somebody else would have gone on: its bracket is played already.

    Args:
        fold: the tournament as it stands.
        round, board: numbers from 1.
        red, blue: what the two sides would get.
        leg: the game of a match; None for the last one.

    Raises:
        Illegal: `no-board`.
    """
    try:
        before = places_of(fold)
        after = places_of(_with_result(fold, round, board, leg, (red, blue)))
    except ValueError:  # no bracket
        return ()
    moved = [
        Moved(entry, before.get(entry), after.get(entry))
        for entry in fold.order
        if before.get(entry) != after.get(entry)
    ]
    return tuple(
        sorted(moved, key=lambda moved: (moved.instead is None, moved.instead, moved.place is None, moved.place))
    )


def what_if(
    *, tournament: UUID, round: int, board: int, red: Mark, blue: Mark, leg: int | None = None
) -> tuple[Different, ...]:
    """Which of the rounds that were paired later would have been paired otherwise, if a result had been this one.

    Each of them is paired anew from the very version that it was paired from, with that one result changed. Left out
    are rounds paired by an arbiter, rounds paired elsewhere before an import, and pairings that were taken back.

    Args:
        tournament: its id.
        round, board, red, blue, leg: as for `places_if`.

    Raises:
        Illegal: `no-board`.
    """
    return tuple(_different(tournament, round, board, leg, (red, blue)))


def _different(
    tournament: UUID, round: int, board: int, leg: int | None, marks: tuple[Mark, Mark]
) -> Iterator[Different]:
    now: TournamentFold | None = None
    elsewhere: datetime | None = None
    later: dict[int, tuple[TournamentFold, RoundPaired]] = {}
    for stored in store.load(tournament):
        event = stored.event
        if isinstance(event, TournamentCreated) and event.imported:
            elsewhere = stored.time  # the rounds that a report told were paired by others
        ours = isinstance(event, RoundPaired) and not event.by_hand and stored.time != elsewhere
        if isinstance(event, (RoundUnpaired, RoundTakenBack)):
            later.pop(event.round, None)
        if ours and now is not None and event.round > round:
            later[event.round] = now, event
        now = step(now, event, stored.time)
    if now is None or now.board(round, board) is None:
        raise refuse("no-board", round=round, board=board)
    for before, event in later.values():
        yield from _of_round(_with_result(before, round, board, leg, marks), event)


def _of_round(changed: TournamentFold, event: RoundPaired) -> Iterator[Different]:
    paired = tuple(zip(event.red, event.blue, strict=True))
    failed, boards = "", tuple[Pair, ...]()
    try:
        boards = format_of(changed).next_round(changed).boards
    except (CannotPair, ValueError) as error:  # a bracket in which somebody else went on has no such round
        failed = getattr(error, "code", "no-pairing")
    gone = tuple(pair for pair in paired if pair not in boards)
    instead = tuple(pair for pair in boards if pair not in paired)
    if gone or instead:
        both = enumerate(zip_longest(paired, boards), 1)
        others = tuple((number, is_, would) for number, (is_, would) in both if is_ != would)
        yield Different(event.round, gone, instead, failed, others)


def _with_result(
    now: TournamentFold, round: int, board: int, leg: int | None, marks: tuple[Mark, Mark]
) -> TournamentFold:
    result, place = game_at(now, round, board, leg)
    old = now.rounds[round - 1]
    legs = (*result.legs[: place - 1], replace(result.legs[place - 1], marks=marks), *result.legs[place:])
    stage = stage_of(now, round)
    changed: Board = stage.format.judged(stage.fold, round - stage.before, replace(result, legs=legs))
    rounds = (*now.rounds[: round - 1], old.with_board(changed), *now.rounds[round:])
    return replace(now, rounds=rounds)

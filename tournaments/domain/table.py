"""The crosstable of a tournament: what pairing, standings and report files are computed from. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tournaments.counting.crosstable import Colour, Crosstable, Result, Row
from tournaments.counting.scoring import Mark
from tournaments.domain.fold import Board, Entry, Round, TournamentFold
from tournaments.domain.terms import Format
from tournaments.pairing.baku import baku

__all__ = ["begun_rounds", "crosstable", "is_annulled", "marks_of", "present"]


def crosstable(fold: TournamentFold, *, after: int | None = None) -> Crosstable:
    """The crosstable of a tournament that has begun, by pairing number.

    A round counts from its beginning: of one that is only paired nothing is there, neither boards nor byes. Who is not
    on a board and has no bye in a round was absent: withdrawn, not entered yet, out of the knockout. A match of several
    games counts once.

    Args:
        after: count the first so many rounds; None for all that have begun. A game that goes on has no mark.
    """
    rounds = begun_rounds(fold)[:after]
    columns = [dict(_results(fold, round)) for round in rounds]
    to_come = len(rounds) + 1
    absent = Result(Mark.ABSENT)
    rows = tuple(
        Row(
            number=number,
            rating=fold.entries[entry].rating,
            results=tuple(column.get(entry, absent) for column in columns),
            absent=not present(fold.entries[entry], to_come),
            annulled=is_annulled(fold, fold.entries[entry]),
        )
        for number, entry in enumerate(fold.order, 1)
    )
    numbers = fold.numbers
    table = Crosstable(
        rows=rows,
        rounds=fold.planned,
        scoring=fold.terms.scoring,
        forbidden=frozenset(
            frozenset(numbers[entry] for entry in pair) for pair in fold.forbidden if pair <= numbers.keys()
        ),
        first_colour=Colour.RED if fold.red_first else Colour.BLUE,
    )
    return _accelerated(fold, table) if fold.terms.accelerated else table


def begun_rounds(fold: TournamentFold) -> tuple[Round, ...]:
    """The rounds that are played or over; at most the last one is only paired."""
    return tuple(round for round in fold.rounds if round.begun_at is not None)


def _accelerated(fold: TournamentFold, table: Crosstable) -> Crosstable:
    """With the virtual points. The upper group is that of the start, whoever entered since (C.04.7.2)."""
    first = [number for number, entry in enumerate(fold.order, 1) if not fold.entries[entry].entered_after]
    if fold.terms.format is not Format.SWISS or not first:
        return table
    last = first[min(2 * -(-len(first) // 4), len(first)) - 1]
    marked = tuple(replace(row, acceleration=(1,) if row.number <= last else ()) for row in table.rows)
    return baku(replace(table, rows=marked))


def present(entry: Entry, round: int) -> bool:
    """Whether an entry is to be paired in a round: it takes part, and has asked for no bye."""
    return entry.playing and round not in entry.byes


def is_annulled(fold: TournamentFold, entry: Entry) -> bool:
    """Whether an entry left a round robin, or was excluded, before it had played half of its games, so that none of its
    results counts (FIDE Competition Rules). Games of a round that goes on may still make it half of them.
    """
    if fold.terms.format is not Format.ROUND_ROBIN or entry.here:
        return False
    boards = [board for round in fold.rounds if (board := round.board_of(entry.number)) is not None]
    played = sum(board.leg.marks is not None and board.leg.marks[0].played for board in boards)
    return 2 * played < (len(fold.order) - 1) * (2 if fold.terms.double else 1)


def marks_of(fold: TournamentFold, board: Board) -> tuple[Mark | None, Mark | None]:
    """What a board was for the entry that had red in its first game, and for the other one.

    A match of several games is won, lost or, if neither side goes on, forfeited by both.
    """
    if not board.decided:
        return None, None
    only = board.leg.marks
    if only is not None and (
        fold.terms.format is not Format.KNOCKOUT or (len(board.legs) == 1 and only[0] is not only[1])
    ):
        return only
    if not board.winner:
        return Mark.FORFEIT_LOSS, Mark.FORFEIT_LOSS
    return (Mark.WIN, Mark.LOSS) if board.winner == board.red else (Mark.LOSS, Mark.WIN)


def _results(fold: TournamentFold, round: Round) -> Iterator[tuple[int, Result]]:
    for entry, mark in round.byes.items():
        yield entry, Result(mark)
    numbers = fold.numbers
    for board in round.boards:
        red, blue = marks_of(fold, board)
        yield board.red, Result(red, numbers[board.blue], Colour.RED)
        yield board.blue, Result(blue, numbers[board.red], Colour.BLUE)

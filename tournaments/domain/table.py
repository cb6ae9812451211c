"""The crosstable of a tournament: what pairing, standings and report files are computed from. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from tournaments.domain.formats import format_of
from tournaments.domain.state import Board, Entry, Round, TournamentFold
from tournaments.scoring.crosstable import Colour, Crosstable, RoundResult, Row
from tournaments.scoring.points import Mark


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
    absent = RoundResult(Mark.ABSENT)
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
    return format_of(fold).completed(fold, table)


def begun_rounds(fold: TournamentFold) -> tuple[Round, ...]:
    """The rounds that are played or over; at most the last one is only paired."""
    return tuple(round for round in fold.rounds if round.begun_at is not None)


def present(entry: Entry, round: int) -> bool:
    """Whether an entry is to be paired in a round: it takes part, and has asked for no bye."""
    return entry.playing and round not in entry.byes


def is_annulled(fold: TournamentFold, entry: Entry) -> bool:
    """Whether none of the results of an entry counts: it left a round robin before it had played half of its games."""
    return format_of(fold).is_annulled(fold, entry)


def marks_of(fold: TournamentFold, board: Board) -> tuple[Mark | None, Mark | None]:
    """What a board was for the entry that had red in its first game, and for the other one."""
    return format_of(fold).marks_of(board) if board.decided else (None, None)


def _results(fold: TournamentFold, round: Round) -> Iterator[tuple[int, RoundResult]]:
    for entry, mark in round.byes.items():
        yield entry, RoundResult(mark)
    numbers = fold.numbers
    for board in round.boards:
        red, blue = marks_of(fold, board)
        yield board.red, RoundResult(red, numbers[board.blue], Colour.RED)
        yield board.blue, RoundResult(blue, numbers[board.red], Colour.BLUE)

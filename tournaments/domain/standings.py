"""The crosstable of a tournament, from which rounds are paired and reports are written, and its standings. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from tournaments.domain.formats import format_of
from tournaments.domain.state import Board, Entry, Presence, Round, TournamentFold
from tournaments.pairing.knockout import Bracket
from tournaments.scoring.crosstable import Colour, Crosstable, RoundResult, Row
from tournaments.scoring.points import TENTHS, Mark, bye_board_points
from tournaments.scoring.standings import Standing

HALF = TENTHS // 2


def crosstable(fold: TournamentFold, *, after: int | None = None) -> Crosstable:
    """The crosstable of a tournament that has begun, by pairing number.

    A round counts from its beginning: of one that is only paired nothing is there, neither boards nor byes. Who is not
    on a board and has no bye in a round was absent: withdrawn, not entered yet, out of the knockout. A match of several
    games counts once.

    Args:
        after: count the first so many rounds; None for all that have begun. A game that goes on has no mark.
    """
    rounds = begun_rounds(fold)[:after]
    columns = [dict(_results(fold, round)) for round in format_of(fold).rounds_in_table(rounds)]
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
        team_colours=fold.terms.own.team_colours if fold.terms.team_boards else "",
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
        yield entry, RoundResult(mark, board_points=bye_board_points(mark, fold.terms.team_boards))
    numbers = fold.numbers
    for board in round.boards:
        red, blue = marks_of(fold, board)
        made = {entry: halves * HALF for entry, halves in board.halves.items()} if board.teams else {}
        yield board.red, RoundResult(red, numbers[board.blue], Colour.RED, made.get(board.red, 0))
        yield board.blue, RoundResult(blue, numbers[board.red], Colour.BLUE, made.get(board.blue, 0))


def standings_of(fold: TournamentFold, *, after: int | None = None) -> tuple[Standing, ...]:
    """The standings, the first one first; in a knockout without tie-breaks, and points are those of matches.

    Args:
        after: count the first so many rounds; None for all that have begun.
    """
    if not fold.order:
        return ()
    standings = format_of(fold).standings(fold, crosstable(fold, after=after), after=after)
    return without_expelled(fold, standings)


def without_expelled(fold: TournamentFold, standings: Sequence[Standing]) -> tuple[Standing, ...]:
    """Standings in which who was expelled shares no place: all others who had it stand above."""
    expelled = {number for entry, number in fold.numbers.items() if _is_expelled(fold, entry)}
    if not any(standing.shared and standing.number in expelled for standing in standings):
        return tuple(standings)
    after: list[Standing] = []
    for _key, group in groupby(standings, key=lambda standing: (standing.place, standing.shared)):
        together = list(group)
        stay = [standing for standing in together if not (standing.shared and standing.number in expelled)]
        after += [
            replace(standing, shared=len(stay) > 1) if len(stay) < len(together) else standing for standing in stay
        ]
        gone = [standing for standing in together if standing not in stay]
        after += [
            replace(standing, place=standing.place + len(stay) + at, shared=False) for at, standing in enumerate(gone)
        ]
    return tuple(after)


def _is_expelled(fold: TournamentFold, entry: int) -> bool:
    return fold.entries[entry].presence is Presence.EXPELLED


def places_of(fold: TournamentFold) -> dict[int, int]:
    """The place of each entry that has one: who is annulled has none."""
    return {fold.order[standing.number - 1]: standing.place for standing in standings_of(fold) if not standing.annulled}


def bracket_of(fold: TournamentFold) -> Bracket:
    """The bracket of a knockout that has begun. Raises `ValueError` for other formats."""
    return format_of(fold).bracket(fold)

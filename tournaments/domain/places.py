"""The standings of a tournament as it stands: by points and tie-breaks, or by how far one came in a knockout. Pure."""

from __future__ import annotations

from tournaments.counting.standings import Standing, standings
from tournaments.domain.fold import Board, TournamentFold
from tournaments.domain.table import crosstable
from tournaments.domain.terms import Format
from tournaments.pairing import knockout
from tournaments.pairing.knockout import Bracket

__all__ = ["bracket_of", "follow_from", "is_out", "places_of", "standings_of", "winners_of"]


def standings_of(fold: TournamentFold, *, after: int | None = None) -> tuple[Standing, ...]:
    """The standings, the first one first; in a knockout without tie-breaks, and points are those of matches.

    Args:
        after: count the first so many rounds; None for all that have begun.
    """
    if not fold.order:
        return ()
    table = crosstable(fold, after=after)
    if fold.terms.format is not Format.KNOCKOUT:
        return standings(
            table,
            fold.terms.tiebreaks,
            predetermined=fold.terms.format is Format.ROUND_ROBIN,
            lot=fold.lot,
        )
    return tuple(
        Standing(place=one.place, number=one.number, points=table.points(one.number), values=(), shared=one.shared)
        for one in knockout.places(bracket_of(fold, after=after))
    )


def places_of(fold: TournamentFold) -> dict[int, int]:
    """The place of each entry that has one: who is annulled has none."""
    return {fold.order[one.number - 1]: one.place for one in standings_of(fold) if not one.annulled}


def bracket_of(fold: TournamentFold, *, after: int | None = None) -> Bracket:
    """The bracket of a knockout that has begun. Raises `ValueError` for other formats."""
    if fold.terms.format is not Format.KNOCKOUT or not fold.order:
        raise ValueError("only a knockout that has begun has a bracket")
    return knockout.bracket(len(fold.order), winners_of(fold)[:after], third_place=fold.terms.third_place)


def winners_of(fold: TournamentFold) -> list[list[int | None]]:
    """For each round of a knockout the winner of each board as a pairing number; 0 if neither side goes on."""
    return [
        [None if board.winner is None or not board.decided else fold.numbers.get(board.winner, 0) for board in boards]
        for boards in (round.boards for round in fold.rounds)
    ]


def follow_from(fold: TournamentFold, round: int, board: int) -> tuple[Board, ...]:
    """The boards of the next round at which who won a match of a knockout plays on, and for the third place who lost
    it; none as long as they are not paired."""
    if fold.terms.format is not Format.KNOCKOUT or not 0 < round < len(fold.rounds):
        return ()
    drawn = bracket_of(fold, after=round)
    match = next((one for one in drawn.rounds[round - 1] if one.board == board), None)
    if match is None:
        return ()
    found = [drawn.rounds[round][(match.position - 1) // 2]]
    if drawn.third is not None and round + 1 == len(drawn.rounds):
        found.append(drawn.third)
    numbers = {one.board for one in found}
    return tuple(one for one in fold.rounds[round].boards if one.number in numbers)


def is_out(fold: TournamentFold, entry: int) -> bool:
    """Whether an entry of a knockout has lost a match: it plays at most for the third place."""
    boards = [board for round in fold.rounds if (board := round.board_of(entry)) is not None]
    return fold.terms.format is Format.KNOCKOUT and any(board.decided and board.winner != entry for board in boards)

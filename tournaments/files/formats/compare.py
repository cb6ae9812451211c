"""Pair the rounds of a finished report anew, and say which come out as they were."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tournaments.files.formats.trf import TournamentReport
from tournaments.pairing.rounds import CannotPair, PairedRound
from tournaments.scoring.crosstable import Colour, Crosstable
from tournaments.scoring.points import Mark

BoardPairs = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Compared:
    """A round as it was and as we pair it: white and black of each board, 0 for the bye, sorted.

    Args:
        ours: empty if we found no pairing.
    """

    round: int
    theirs: BoardPairs
    ours: BoardPairs

    @property
    def equal(self) -> bool:
        return self.theirs == self.ours


def compare(report: TournamentReport, pair: Callable[[Crosstable], PairedRound], first: int = 2) -> Iterator[Compared]:
    """Each round from `first` on as it was and as `pair` has it.

    The report is cut before the round: later columns go, points are counted anew, and who had a bye on request in the
    round, or nothing, is absent.
    """
    rounds = report.rounds or report.paired
    for number in range(first, report.paired + 1):
        try:
            paired = pair(report.before(number).crosstable(rounds=rounds)).pairings
        except CannotPair:
            paired = ()
        ours = tuple(sorted((pairing.red, pairing.blue or 0) for pairing in paired))
        yield Compared(number, boards_of(report, number), ours)


def boards_of(report: TournamentReport, number: int) -> BoardPairs:
    """The boards of a round that the report holds, sorted."""
    boards = []
    for player in report.players:
        result = player.results[number - 1] if len(player.results) >= number else None
        if result is None:
            continue
        if result.mark is Mark.PAIRING_BYE:
            boards.append((player.number, 0))
        elif result.opponent is not None and result.colour is Colour.RED:
            boards.append((player.number, result.opponent))
    return tuple(sorted(boards))

"""Matches of a knockout in a fold: whether a board is decided, who goes on, and which game follows. Pure."""

from __future__ import annotations

from dataclasses import replace

from tournaments.counting.scoring import Mark
from tournaments.domain.fold import Board, Entry, TournamentFold
from tournaments.domain.terms import Format
from tournaments.pairing import knockout
from tournaments.pairing.knockout import Decider, Verdict, verdict
from tournaments.pairing.rounds import Pairing

__all__ = ["halves", "judged", "next_leg"]


def judged(now: TournamentFold, board: Board) -> Board:
    """The board with its winner, and with whether another game is to come.

    Outside a knockout a board has one game, and no winner who goes on.
    """
    if now.terms.format is not Format.KNOCKOUT:
        return replace(board, over=True)
    if board.leg.marks is None:
        return replace(board, over=False, winner=None)
    found = _verdict(now, board)
    winner = None if found.winner is None else now.order[found.winner - 1] if found.winner else 0
    return replace(board, over=found.next is None, winner=winner)


def next_leg(now: TournamentFold, board: Board) -> tuple[int, int] | None:
    """The entries with red and with blue in the next game of a match, or None if there is none to come."""
    if now.terms.format is not Format.KNOCKOUT or board.leg.marks is None:
        return None
    following = _verdict(now, board).next
    if following is None or following.blue is None:
        return None
    return now.order[following.red - 1], now.order[following.blue - 1]


_HALVES = {Mark.WIN: 2, Mark.WIN_UNRATED: 2, Mark.FORFEIT_WIN: 2, Mark.DRAW: 1, Mark.DRAW_UNRATED: 1}


def halves(board: Board) -> dict[int, int]:
    """What each entry of a board has won of its games so far, in half points: a win 2, a draw 1."""
    found = dict.fromkeys(board.entries, 0)
    for leg in board.legs:
        if leg.marks is not None:
            found[leg.red] += _HALVES.get(leg.marks[0], 0)
            found[leg.blue] += _HALVES.get(leg.marks[1], 0)
    return found


def gone(entry: Entry) -> bool:
    """Whether an entry left, so that its games are lost by forfeit."""
    return not entry.playing


def _verdict(now: TournamentFold, board: Board) -> Verdict:
    terms, numbers = now.terms, now.numbers
    legs = [
        knockout.Leg(numbers[leg.red], numbers[leg.blue], *leg.marks) for leg in board.legs if leg.marks is not None
    ]
    return verdict(
        Pairing(numbers[board.red], numbers[board.blue]),
        legs,
        best_of=terms.best_of,
        replays=terms.replays,
        decider=Decider(terms.decider),
        lot=now.lot,
    )

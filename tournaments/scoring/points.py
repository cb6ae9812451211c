"""What a result is worth. Points are integers, in tenths of a point, so that half points and sums are exact."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum

TENTHS = 10
"""Units of a point."""


class Mark(StrEnum):
    """What a round was for one player, in the letters of the FIDE Tournament Report File (TRF16)."""

    WIN = "1"
    DRAW = "="
    LOSS = "0"
    WIN_UNRATED = "W"
    DRAW_UNRATED = "D"
    LOSS_UNRATED = "L"
    FORFEIT_WIN = "+"
    FORFEIT_LOSS = "-"
    PAIRING_BYE = "U"
    FULL_BYE = "F"
    HALF_BYE = "H"
    ABSENT = "Z"

    @property
    def played(self) -> bool:
        """Whether a game was played over the board: neither a forfeit nor a bye (C.02.11)."""
        return self in _PLAYED

    @property
    def bye(self) -> bool:
        return self in _BYES


_PLAYED = frozenset({Mark.WIN, Mark.DRAW, Mark.LOSS, Mark.WIN_UNRATED, Mark.DRAW_UNRATED, Mark.LOSS_UNRATED})
_BYES = frozenset({Mark.PAIRING_BYE, Mark.FULL_BYE, Mark.HALF_BYE, Mark.ABSENT})
WON = frozenset({Mark.WIN, Mark.WIN_UNRATED, Mark.FORFEIT_WIN})


HALVES: Mapping[Mark, int] = {
    Mark.WIN: 2,
    Mark.WIN_UNRATED: 2,
    Mark.FORFEIT_WIN: 2,
    Mark.DRAW: 1,
    Mark.DRAW_UNRATED: 1,
}
"""What games of a match count, in half points; others count nothing."""


_BYE_HALVES: Mapping[Mark, int] = {Mark.PAIRING_BYE: 1, Mark.HALF_BYE: 1, Mark.FULL_BYE: 2}


def bye_board_points(mark: Mark, boards: int) -> int:
    """What a team that has no match gets as board points, in tenths: half of the boards, as for a drawn match (C.04.6,
    1.4), for a full-point bye all of them.

    Args:
        mark: the bye.
        boards: of a match; 0 for single players, who get none.
    """
    return _BYE_HALVES.get(mark, 0) * boards * TENTHS // 2


def team_result(red: Sequence[Mark], blue: Sequence[Mark]) -> tuple[Mark, Mark]:
    """What a match of two teams was for each of them, by the points at its boards; a forfeit if nothing was played.

    Args:
        red, blue: the marks of the two teams, board by board.
    """
    made, other = (sum(HALVES.get(mark, 0) for mark in marks) for marks in (red, blue))
    if any(mark.played for mark in red):
        if made == other:
            return Mark.DRAW, Mark.DRAW
        return (Mark.WIN, Mark.LOSS) if made > other else (Mark.LOSS, Mark.WIN)
    if made == other:
        return Mark.FORFEIT_LOSS, Mark.FORFEIT_LOSS
    return (Mark.FORFEIT_WIN, Mark.FORFEIT_LOSS) if made > other else (Mark.FORFEIT_LOSS, Mark.FORFEIT_WIN)


@dataclass(frozen=True, slots=True)
class Scoring:
    """The points of each kind of result, in tenths.

    Args:
        win, draw, loss: of a game that was played.
        forfeit_win, forfeit_loss: of a game that was not, because somebody did not come.
        pairing_bye: for who has no opponent because the number of players is odd.
        full_bye, half_bye: granted on request.
        absent: for who is not paired and has no bye granted.
    """

    win: int
    draw: int
    loss: int
    forfeit_win: int
    forfeit_loss: int
    pairing_bye: int
    full_bye: int
    half_bye: int
    absent: int = 0

    @classmethod
    def of(cls, win: int, draw: int, loss: int) -> Scoring:
        """A scoring from its three numbers, in tenths.

        A forfeit win and a bye are worth a win, a half-point bye a draw, a forfeit loss nothing.
        """
        return cls(
            win=win, draw=draw, loss=loss, forfeit_win=win, forfeit_loss=0, pairing_bye=win, full_bye=win, half_bye=draw
        )

    def points(self, mark: Mark) -> int:
        """What a mark is worth, in tenths of a point."""
        return int(getattr(self, _WORTH[mark]))

    def value(self) -> dict[str, int]:
        return asdict(self)

    @classmethod
    def from_value(cls, value: Mapping[str, int]) -> Scoring:
        return cls(**value)


_WORTH = {
    Mark.WIN: "win",
    Mark.DRAW: "draw",
    Mark.LOSS: "loss",
    Mark.WIN_UNRATED: "win",
    Mark.DRAW_UNRATED: "draw",
    Mark.LOSS_UNRATED: "loss",
    Mark.FORFEIT_WIN: "forfeit_win",
    Mark.FORFEIT_LOSS: "forfeit_loss",
    Mark.PAIRING_BYE: "pairing_bye",
    Mark.FULL_BYE: "full_bye",
    Mark.HALF_BYE: "half_bye",
    Mark.ABSENT: "absent",
}

SCORINGS: Mapping[str, Scoring] = {
    "6-3-1": Scoring.of(60, 30, 10),
    "1-half-0": Scoring.of(10, 5, 0),
    "3-1-0": Scoring.of(30, 10, 0),
    "2-1-0": Scoring.of(20, 10, 0),
    "teams": replace(Scoring.of(20, 10, 0), pairing_bye=10),
}
"""The scorings that are offered by name; 6-3-1 is the federation's, `teams` has match points, and a bye as a drawn
match (C.04.6, 1.4)."""


def scoring_named(text: str) -> Scoring:
    """A scoring by its slug, or from the points of a win, a draw and a loss: `4-2-1`, `1-0.5-0`.

    Args:
        text: a slug of `SCORINGS`, or three numbers of points with at most one decimal, joined by hyphens.

    Raises:
        ValueError: it is neither, or a draw is worth more than a win, or a loss more than a draw.
    """
    if text in SCORINGS:
        return SCORINGS[text]
    match_ = re.fullmatch(r"(\d{1,3}(?:\.\d)?)-(\d{1,3}(?:\.\d)?)-(\d{1,3}(?:\.\d)?)", text)
    if match_ is None:
        raise ValueError("a scoring is a name or three numbers")
    win, draw, loss = (round(float(points) * TENTHS) for points in match_.groups())
    if not win >= draw >= loss or win == loss:
        raise ValueError("a win must be worth most and a loss least")
    return Scoring.of(win, draw, loss)

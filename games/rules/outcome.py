"""How a turn is refused and how a game ends: codes with parameters, turned into words at the edge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class End(StrEnum):
    """The kinds of ending. The first group ends on the board (RULES section 7), the second by people and clocks. The
    third is for games that ended before they began, the fourth occurs only in records.
    """

    FLAG_CAPTURED = "flag-captured"
    FLAGS_UNITED = "flags-united"
    NO_LEGAL_TURN = "no-legal-turn"
    NOBODY_CAN_MOVE = "nobody-can-move"
    NO_ATTACK_LIMIT = "no-attack-limit"

    RESIGNATION = "resignation"
    AGREED_DRAW = "agreed-draw"
    TIME_OUT = "time-out"
    ABSENCE = "absence"
    ADJUDICATION = "adjudication"
    BOTH_LOSE = "both-lose"
    PLY_LIMIT = "ply-limit"

    FORFEIT = "forfeit"
    BOTH_MISSING = "both-missing"
    ABORTED = "aborted"
    CANCELLED = "cancelled"

    PLAYER_CLOCK = "player-clock"
    GAME_CLOCK = "game-clock"
    MISSING_CLOCK = "missing-clock"
    OPPONENT_MISSING = "opponent-missing"
    UNFINISHED = "unfinished"

    @property
    def on_board(self) -> bool:
        """Whether the rules find this end by themselves."""
        return self in _ON_BOARD

    @property
    def called_off(self) -> bool:
        """Whether such a game counts nowhere and is never revealed."""
        return self in (End.ABORTED, End.CANCELLED)


_ON_BOARD = frozenset(
    {End.FLAG_CAPTURED, End.FLAGS_UNITED, End.NO_LEGAL_TURN, End.NOBODY_CAN_MOVE, End.NO_ATTACK_LIMIT},
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. `winner` is a side (0 red, 1 blue), or None for a draw or an unfinished game."""

    kind: End
    winner: int | None = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a turn may not be played. `code` is the slug of the rule; `params` are plain values that say what would be
    allowed.
    """

    code: str
    params: Mapping[str, object] = field(default_factory=dict)


class Illegal(ValueError):
    """A turn or set-up that the rules refuse; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


class IllegalAt(Illegal):
    """The turn of ply `ply` (1 is the first) of a replayed game is refused."""

    def __init__(self, ply: int, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.ply = ply

    def __str__(self) -> str:
        return f"ply {self.ply}: {self.refusal.code}"


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that happened in a turn. `audience` is None for everybody, or the seats' numbers that may know
    (RULES section 9).
    """

    code: str
    params: Mapping[str, object] = field(default_factory=dict)
    audience: frozenset[int] | None = None

"""The values that every way of pairing gives: who plays whom, red first. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

Param = int | str | tuple[int, ...] | tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two pairing numbers on one board.

    Args:
        red: who has red, the white of the FIDE rules.
        blue: who has blue, or None where `red` has no opponent: the pairing-allocated bye.
    """

    red: int
    blue: int | None

    @property
    def bye(self) -> bool:
        """Whether nobody sits on the other side."""
        return self.blue is None

    @property
    def reversed(self) -> Pairing:
        """The same two with colours changed; a bye stays a bye."""
        return self if self.blue is None else Pairing(red=self.blue, blue=self.red)


@dataclass(frozen=True, slots=True)
class PairedRound:
    """The boards of a round, the first board first; the pairing-allocated bye, if there is one, comes last."""

    pairings: tuple[Pairing, ...]

    @property
    def bye(self) -> int | None:
        return next((pairing.red for pairing in self.pairings if pairing.bye), None)

    @property
    def boards(self) -> tuple[Pairing, ...]:
        return tuple(pairing for pairing in self.pairings if not pairing.bye)


@dataclass(frozen=True, slots=True)
class Choice:
    """What an arbiter could do about a round that cannot be paired.

    Args:
        code: `allow-forbidden`, `second-bye`, `same-colour`, `meet-again`, `leave-out`, `by-hand` or `end`.
        params: `pairs` or `numbers`, by pairing number: each of them alone would do.
    """

    code: str
    params: Mapping[str, Param]


class CannotPair(Exception):
    """There is no pairing of the next round.

    Args:
        code: `too-few-players`, `event-over`, `round-not-over`, `bye-exhausted`, `no-pairing`, `engine-failed` (its
            process crashed or took too long) or `engine-broke-criterion` (its answer was thrown away).
        params: what the words of the code name: numbers of players, `round`, `criterion` and the like.
    """

    def __init__(self, code: str, params: Mapping[str, Param] | None = None) -> None:
        super().__init__(code, dict(params or {}))
        self.code = code
        self.params: dict[str, Param] = dict(params or {})

"""The values that every way of pairing gives: who plays whom, red first. Pure."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Pairing"]


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

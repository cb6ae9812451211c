"""The plies that break a repetition rule in a game with `repetition: noted` (RULES section 7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import overload


@dataclass(frozen=True, slots=True)
class Noted:
    """A ply that breaks a repetition rule in a record kept with `repetition: noted`."""

    ply: int
    rule: str


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Marks(Sequence[Noted]):
    """All such plies of a game, in order.

    A bit a ply for each rule: to add one, to write them down and to hand them on costs next to nothing, however many
    there are. Nothing changes it, so states and views share it.

    Args:
        plies: for each rule the plies that break it, as a mask.

    >>> marks = Marks().with_mark(7, "two-squares").with_mark(9, "more-squares")
    >>> len(marks), marks[-1]
    (2, Noted(ply=9, rule='more-squares'))
    """

    plies: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, value: Mapping[str, str]) -> Marks:
        """The marks that `dump` wrote."""
        return cls({rule: int(mask, 16) for rule, mask in value.items()})

    def dump(self) -> dict[str, str]:
        """The marks as a JSON value: for each rule its plies as the bits of a hexadecimal number."""
        return {rule: format(mask, "x") for rule, mask in self.plies.items()}

    def with_mark(self, ply: int, rule: str) -> Marks:
        return Marks({**self.plies, rule: self.plies.get(rule, 0) | 1 << ply})

    def __len__(self) -> int:
        return sum(mask.bit_count() for mask in self.plies.values())

    def __iter__(self) -> Iterator[Noted]:
        # Bit by bit from a text: to shift a long number at every step takes time by the square of its length.
        by_ply = {
            ply: rule
            for rule, mask in self.plies.items()
            for ply, bit in enumerate(reversed(format(mask, "b")))
            if bit == "1"
        }
        return iter([Noted(ply, by_ply[ply]) for ply in sorted(by_ply)])

    @overload
    def __getitem__(self, index: int) -> Noted: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Noted, ...]: ...

    def __getitem__(self, index: int | slice) -> Noted | tuple[Noted, ...]:
        return tuple(self)[index]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Marks):
            return self.plies == other.plies
        return tuple(self) == other if isinstance(other, tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"<{len(self)} marks>"

"""A round that could be paired so. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.rules import Illegal, Refusal
from tournaments.domain import events as e
from tournaments.domain.terms import Terms


@dataclass(frozen=True, slots=True)
class Proposal:
    """A round that could be paired so.

    Args:
        seen: the version that it was computed from.
        order: the entries by pairing number.
        boards: entries, red first, the first board first.
        byes: entries without a board, with the slug of the mark that each gets.
    """

    round: int
    seen: int
    order: tuple[int, ...]
    boards: tuple[tuple[int, int], ...]
    byes: tuple[tuple[int, str], ...]

    def event(self, terms: Terms, **more: object) -> e.RoundPaired:
        """The event that records it; by these terms it may wait to be published."""
        return e.RoundPaired(
            round=self.round,
            red=tuple(red for red, _blue in self.boards),
            blue=tuple(blue for _red, blue in self.boards),
            order=self.order,
            seen=self.seen,
            bye_entries=tuple(entry for entry, _kind in self.byes),
            bye_kinds=tuple(kind for _entry, kind in self.byes),
            hidden=True if terms.publishing != "paired" else None,
            **more,  # type: ignore[arg-type]
        )

    def with_colours(self, boards: Sequence[tuple[int, int]]) -> Proposal:
        """The same boards with other colours.

        Args:
            boards: entries, red first.

        Raises:
            Illegal: `pairings-fixed`: others meet.
        """
        if [frozenset(pair) for pair in boards] != [frozenset(pair) for pair in self.boards]:
            raise Illegal(Refusal("pairings-fixed"))
        return replace(self, boards=tuple(boards))

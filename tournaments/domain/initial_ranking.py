"""The initial ranking of a tournament and its number of rounds. Pure."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from tournaments.domain.formats import format_of
from tournaments.domain.state import Entry, TournamentFold


def ranking(fold: TournamentFold, lot: int) -> tuple[int, ...]:
    """The entries by pairing number, the highest first (C.04.2.B): by rating, by lot, or by hand and then by rating. Of
    equals, who entered first. Before the start they are those who take part, later those who have a number.

    Args:
        lot: 32 bits of chance; the same lot gives the same order.
    """
    entries: Sequence[Entry] = [fold.entries[number] for number in fold.order] or fold.playing
    if fold.terms.seeding == "lot":
        return tuple(sorted((entry.number for entry in entries), key=lambda number: _drawn(lot, number)))
    by_hand = {entry: place for place, entry in enumerate(fold.seeds)} if fold.terms.seeding == "hand" else {}
    ranked = sorted(entries, key=lambda one: (by_hand.get(one.number, len(by_hand)), -one.rating, one.number))
    return tuple(entry.number for entry in ranked)


def _drawn(lot: int, number: int) -> bytes:
    """Where an entry comes by lot: anybody who knows the lot can check it."""
    return hashlib.sha256(f"{lot} {number}".encode()).digest()


def planned_rounds(fold: TournamentFold) -> int:
    """How many rounds there will be."""
    return format_of(fold).rounds_for(len(fold.playing), fold.terms.fields_of_format)

"""Who is to be paired in the next round where it follows from the scores: pairing numbers, late entries included, and
the byes that were asked for. Pure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tournaments.domain.round_transitions import ASKED, slug_of
from tournaments.domain.standings import crosstable, present
from tournaments.domain.state import Entry, TournamentFold
from tournaments.scoring.crosstable import Crosstable
from tournaments.scoring.points import Mark

INSERTED_UNTIL = 3
"""The last round before which late entries get a pairing number by their rating; later they come last (C.04.2.C.4)."""


def table_to_pair(fold: TournamentFold) -> Crosstable:
    """The crosstable from which the next round is paired, late entries included."""
    return crosstable(with_order(fold, order_for(fold)))


def with_order(fold: TournamentFold, order: Sequence[int]) -> TournamentFold:
    numbers = {entry: number for number, entry in enumerate(order, 1)}
    return replace(fold, order=tuple(order), numbers=numbers)


def order_for(fold: TournamentFold) -> tuple[int, ...]:
    """The entries by pairing number for the next round: who has none yet gets one (C.04.2.C)."""
    new = [entry for entry in fold.playing if entry.number not in fold.numbers]
    new.sort(key=lambda entry: (-entry.rating, entry.number))
    order = list(fold.order)
    if len(fold.rounds) + 1 > INSERTED_UNTIL or fold.terms.seeding != "rating":
        return (*order, *(entry.number for entry in new))
    for entry in new:
        place = next((place for place, number in enumerate(order) if _below(fold.entries[number], entry)), len(order))
        order.insert(place, entry.number)
    return tuple(order)


def _below(item: Entry, entry: Entry) -> bool:
    """Whether `item` comes after a later entry in the initial ranking; of equals the earlier one is higher."""
    return item.rating < entry.rating


def byes_of(fold: TournamentFold, round: int) -> tuple[tuple[int, str], ...]:
    """The byes that entries asked for in a round, as slugs of marks.

    Who was granted a full-point bye and has had a pairing bye since gets half a point: there is at most one (C.04.1.d).
    """
    results = []
    for entry in fold.playing:
        if round in entry.byes and not present(entry, round):
            kind = slug_of(ASKED[entry.byes[round]])
            if kind == "full-bye" and _had_full(fold, entry.number):
                kind = "half-bye"
            results.append((entry.number, kind))
    return tuple(results)


def _had_full(fold: TournamentFold, entry: int) -> bool:
    return any(round.byes.get(entry) in (Mark.PAIRING_BYE, Mark.FULL_BYE) for round in fold.rounds)

"""Who meets whom in the next round, computed from a fold. Nothing is written here, and nothing is locked meanwhile.

A Swiss asks the engine in its own process; a knockout follows its bracket, a round robin the Berger tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.counting.crosstable import Colour, Crosstable
from tournaments.counting.scoring import Mark
from tournaments.domain import events as e
from tournaments.domain.fold import Entry, TournamentFold
from tournaments.domain.places import bracket_of, winners_of
from tournaments.domain.table import crosstable, present
from tournaments.domain.terms import Format, Terms
from tournaments.pairing import knockout
from tournaments.pairing.round_robin import berger
from tournaments.pairing.rounds import CannotPair, Pairing
from tournaments.pairing.worker import pair_in_worker

__all__ = ["INSERTED_UNTIL", "Proposal", "byes_of", "hidden", "order_for", "propose", "swiss_table", "with_order"]

INSERTED_UNTIL = 3
"""The last round before which late entries get a pairing number by their rating; later they come last (C.04.2.C.4)."""

_BYES: Mapping[str, str] = {"half": "half-bye", "full": "full-bye", "zero": "absent"}


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

    def event(self, **more: object) -> e.RoundPaired:
        """The event that records it."""
        return e.RoundPaired(
            round=self.round,
            red=tuple(red for red, _blue in self.boards),
            blue=tuple(blue for _red, blue in self.boards),
            order=self.order,
            seen=self.seen,
            bye_entries=tuple(entry for entry, _kind in self.byes),
            bye_kinds=tuple(kind for _entry, kind in self.byes),
            **more,  # type: ignore[arg-type]
        )


def hidden(terms: Terms) -> bool | None:
    """Whether a pairing waits to be published, as `RoundPaired.hidden` tells it."""
    return True if terms.publishing != "paired" else None


def propose(fold: TournamentFold) -> Proposal:
    """The next round by the rules of the format.

    Raises:
        CannotPair: there is none (see `tournaments.pairing.rounds`).
    """
    if fold.terms.format is Format.SWISS:
        return _swiss(fold)
    return _knockout(fold) if fold.terms.format is Format.KNOCKOUT else _round_robin(fold)


# -- Swiss ----------------------------------------------------------------------------------------


def _swiss(fold: TournamentFold) -> Proposal:
    round, order = len(fold.rounds) + 1, order_for(fold)
    found = pair_in_worker(swiss_table(fold))
    boards = tuple((order[one.red - 1], order[one.blue - 1]) for one in found.pairings if one.blue is not None)
    byes = byes_of(fold, round)
    if found.bye is not None:
        byes = (*byes, (order[found.bye - 1], "pairing-bye"))
    return Proposal(round, fold.version, order, boards, byes)


def swiss_table(fold: TournamentFold) -> Crosstable:
    """The crosstable from which the next round of a Swiss is paired, late entries included."""
    return crosstable(with_order(fold, order_for(fold)))


def with_order(fold: TournamentFold, order: Sequence[int]) -> TournamentFold:
    """The tournament with other pairing numbers."""
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
        place = next((place for place, one in enumerate(order) if _below(fold.entries[one], entry)), len(order))
        order.insert(place, entry.number)
    return tuple(order)


def _below(one: Entry, entry: Entry) -> bool:
    """Whether `one` comes after a later entry in the initial ranking; of equals the earlier one is higher."""
    return one.rating < entry.rating


def byes_of(fold: TournamentFold, round: int) -> tuple[tuple[int, str], ...]:
    """The byes that entries asked for in a round, as slugs of marks.

    Who was granted a full-point bye and has had a pairing bye since gets half a point: there is at most one (C.04.1.d).
    """
    found = []
    for entry in fold.playing:
        if round in entry.byes and not present(entry, round):
            kind = _BYES[entry.byes[round]]
            if kind == "full-bye" and _had_full(fold, entry.number):
                kind = "half-bye"
            found.append((entry.number, kind))
    return tuple(found)


def _had_full(fold: TournamentFold, entry: int) -> bool:
    return any(round.byes.get(entry) in (Mark.PAIRING_BYE, Mark.FULL_BYE) for round in fold.rounds)


# -- knockout -------------------------------------------------------------------------------------


def _knockout(fold: TournamentFold) -> Proposal:
    round, order = len(fold.rounds) + 1, fold.order
    if round > knockout.rounds_of(len(order)):
        raise CannotPair("event-over", {"rounds": round - 1})
    matches = knockout.next_round(len(order), winners_of(fold), third_place=fold.terms.third_place)
    history = _colours(fold)
    first = Colour.RED if fold.red_first else Colour.BLUE
    pairs = [knockout.coloured(match, first=first, history=history) for match in matches]
    drawn = bracket_of(fold).rounds[round - 1]
    byes = [(order[match.players[0] - 1], "pairing-bye") for match in drawn if match.bye and match.players]
    return Proposal(round, fold.version, order, _entries(order, pairs), tuple(byes))


def _colours(fold: TournamentFold) -> dict[int, list[Colour]]:
    """The colours of each pairing number in all games that were played so far."""
    found: dict[int, list[Colour]] = {}
    for round in fold.rounds:
        for board in round.boards:
            for leg in board.legs:
                if leg.marks is not None and leg.marks[0].played:
                    found.setdefault(fold.numbers[leg.red], []).append(Colour.RED)
                    found.setdefault(fold.numbers[leg.blue], []).append(Colour.BLUE)
    return found


# -- round robin ----------------------------------------------------------------------------------


def _round_robin(fold: TournamentFold) -> Proposal:
    round, order = len(fold.rounds) + 1, fold.order
    tables = berger(len(order), fold.terms.double)
    if round > len(tables):
        raise CannotPair("event-over", {"rounds": len(tables)})
    # Everybody is free once, so being free is worth nothing.
    byes = tuple((order[one.red - 1], "absent") for one in tables[round - 1] if one.blue is None)
    return Proposal(round, fold.version, order, _entries(order, tables[round - 1]), byes)


def _entries(order: Sequence[int], pairings: Sequence[Pairing]) -> tuple[tuple[int, int], ...]:
    return tuple((order[one.red - 1], order[one.blue - 1]) for one in pairings if one.blue is not None)

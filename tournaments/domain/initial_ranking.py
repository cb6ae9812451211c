"""The initial ranking of a tournament, the ratings that entries are ranked by, and its number of rounds."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from uuid import UUID

from ratings import rating_of
from ratings.models import Rating
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
    ranked = sorted(entries, key=lambda entry: (by_hand.get(entry.number, len(by_hand)), -entry.rating, entry.number))
    return tuple(entry.number for entry in ranked)


def _drawn(lot: int, number: int) -> bytes:
    """Where an entry comes by lot: anybody who knows the lot can check it."""
    return hashlib.sha256(f"{lot} {number}".encode()).digest()


def planned_rounds(fold: TournamentFold) -> int:
    return format_of(fold).rounds_for(len(fold.playing), fold.terms.fields_of_format)


def rating_for(now: TournamentFold, player: UUID) -> int:
    """The rating of a player in the variant of a tournament; 0 for who has none."""
    known = rating_of(player, now.terms.variant)
    return known.value if known.games else 0


def start_ratings(now: TournamentFold) -> dict[int, int]:
    """The rating with which each entry that plays begins, by the terms (`Terms.start_ratings`). The rating of the
    service, of partners the mean of those who have one, never puts nothing in the place of a rating.
    """
    asked = [entry for entry in now.playing if not _keeps(now, entry)]
    players = [player for entry in asked for player in entry.players]
    rows = Rating.objects.filter(player__in=players, variant=now.terms.variant, games__gt=0)
    known = {player: round(value) for player, value in rows.values_list("player", "value")}
    ours = {entry.number: mean([known.get(player, 0) for player in entry.players]) for entry in asked}
    return {entry.number: ours.get(entry.number) or entry.rating for entry in now.playing}


def _keeps(now: TournamentFold, entry: Entry) -> bool:
    """Whether an entry begins with the rating that it has, whatever that of the service is."""
    return entry.rating > 0 and (entry.written or now.terms.start_ratings == "entered")


def mean(ratings: Sequence[int]) -> int:
    """The rating of an entry: the mean of those of its players who have one; 0 if none has."""
    known = [rating for rating in ratings if rating] or [0]
    return round(sum(known) / len(known))

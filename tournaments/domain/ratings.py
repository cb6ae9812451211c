"""The ratings that entries are ranked by."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from ratings import rating_of
from ratings.models import Rating
from tournaments.domain.fold import TournamentFold


def rating_for(now: TournamentFold, player: UUID) -> int:
    """The rating of a player in the variant of a tournament; 0 for who has none."""
    known = rating_of(player, now.terms.variant)
    return known.value if known.games else 0


def ratings_now(now: TournamentFold) -> dict[int, int]:
    """The rating of each entry that plays, as it is now; of partners the mean of those who have one."""
    players = [player for entry in now.playing for player in entry.players]
    rows = Rating.objects.filter(player__in=players, variant=now.terms.variant, games__gt=0)
    known = {player: round(value) for player, value in rows.values_list("player", "value")}
    return {entry.number: mean([known.get(player, 0) for player in entry.players]) for entry in now.playing}


def mean(ratings: Sequence[int]) -> int:
    """The rating of an entry: the mean of those of its players who have one; 0 if none has."""
    known = [rating for rating in ratings if rating] or [0]
    return round(sum(known) / len(known))

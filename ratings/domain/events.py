"""What the moderators do to a rating. Each set-back is a stream of its own, whose id is that of the penalty."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from eventlog.field_types import Slug
from eventlog.registry import Broken, Stored, event, verifier

MOST_POINTS = 1000
"""So far a rating can be set back at once."""


@event("rating-set-back", version=1)
@dataclass(frozen=True, slots=True)
class RatingSetBack:
    """A player's rating in a rule book is so many points less from now on.

    Attributes:
        player: the id of the player.
        variant: the slug of the rule book.
        amount: whole points, from 1.
    """

    player: UUID
    variant: Slug
    amount: int


@event("rating-given-back", version=1)
@dataclass(frozen=True, slots=True)
class RatingGivenBack:
    """The set-back was wrong: ratings are as if it had not been."""


@verifier(RatingSetBack)
def verify_set_back(events: Iterator[Stored]) -> None:
    """Raises `Broken` for a set-back that nobody can have imposed, or one that is given back twice."""
    for stored in events:
        if isinstance(stored.event, RatingSetBack):
            if stored.version != 1 or not 0 < stored.event.amount <= MOST_POINTS:
                raise Broken(stored.version, "a rating is set back twice, or by no number of points")
        elif stored.version != 2 or not isinstance(stored.event, RatingGivenBack):
            raise Broken(stored.version, "a rating is given back twice")

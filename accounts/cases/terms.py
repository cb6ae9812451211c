"""What a moderator decides that a player shall bear, before it is a penalty."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class PenaltyTerms:
    """One penalty to be.

    Attributes:
        player: who bears it.
        kind: what it is, such as `warning` or `no-talk`.
        rule: the rule that was broken, as a slug.
        ends: when it ends by itself, aware; None for what has no end.
        game: the game that it changes, for results.
        amount: how much, for ratings.
        shown: what evidence the player is shown, as slugs or ids.
        reason: why, in words to the player.
        games: of a ban: what becomes of the player's games, `paused` until it ends or `resigned`; "" for what is usual:
            they are paused for a ban that ends, and resigned for one for good.
    """

    player: UUID
    kind: str
    rule: str
    ends: datetime | None = None
    game: UUID | None = None
    amount: int | None = None
    shown: tuple[str, ...] = ()
    reason: str = ""
    games: str = ""

"""Games that this process folded lately (see `eventlog.recent`)."""

from __future__ import annotations

from uuid import UUID

from eventlog.recent import RecentFolds
from games.domain.commitments import seals_of
from games.domain.state import GameFold

GAMES = RecentFolds[GameFold](most=256)  # some 20 kB each

remember = GAMES.remember
recall = GAMES.recall


def forget(game: UUID | None = None) -> None:
    """Drops one of them, or all, and then what is kept of their set-ups too."""
    GAMES.forget(game)
    if game is None:
        seals_of.cache_clear()

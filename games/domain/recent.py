"""Games that this process folded lately (see `games.eventlog.recent`)."""

from __future__ import annotations

from games.domain.fold import GameFold
from games.eventlog.recent import RecentFolds

__all__ = ["forget", "recall", "remember"]

_GAMES = RecentFolds[GameFold](most=256)  # some 20 kB each

remember = _GAMES.remember
recall = _GAMES.recall
forget = _GAMES.forget

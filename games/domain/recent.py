"""Games that this process folded lately (see `eventlog.recent`)."""

from __future__ import annotations

from eventlog.recent import RecentFolds
from games.domain.fold import GameFold

_GAMES = RecentFolds[GameFold](most=256)  # some 20 kB each

remember = _GAMES.remember
recall = _GAMES.recall
forget = _GAMES.forget

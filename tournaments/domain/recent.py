"""Tournaments that this process folded lately (see `eventlog.recent`)."""

from __future__ import annotations

from eventlog.recent import RecentFolds
from tournaments.domain.state import TournamentFold

_TOURNAMENTS = RecentFolds[TournamentFold](most=64)  # a large one has some megabytes

remember = _TOURNAMENTS.remember
recall = _TOURNAMENTS.recall
forget = _TOURNAMENTS.forget

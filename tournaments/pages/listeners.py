"""Tells open pages that a tournament is at another version."""

from __future__ import annotations

from realtime.changes import publish_tournament
from tournaments.domain.listeners import TournamentUpdated, listener
from tournaments.pages.kept import remember_acting


@listener
def tell_pages(happened: TournamentUpdated) -> None:
    """Tell who looks at the tournament; what has changed, everyone fetches."""
    if happened.acting:
        remember_acting(happened.tournament, happened.acting, happened.version)
    if happened.news:
        publish_tournament(happened.key, happened.version)

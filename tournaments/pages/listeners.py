"""What other rooms get from the pages of events: a message to open pages, and the address of an event."""

from __future__ import annotations

from games.presentation.rooms import event_page
from realtime.changes import publish_tournament
from tournaments.domain.listeners import TournamentUpdated, listener
from tournaments.pages.part_cache import remember_acting
from web.addresses import key_address


@event_page.provide
def page_of_event(key: str) -> str:
    return key_address("tournaments:tournament", key)


@listener
def tell_pages(happened: TournamentUpdated) -> None:
    """Reports a new version to open pages, which then fetch what has changed."""
    if happened.acting:
        remember_acting(happened.tournament, happened.acting, happened.version)
    if happened.news:
        publish_tournament(happened.key, happened.version)

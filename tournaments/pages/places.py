"""Where rooms of games find an event."""

from __future__ import annotations

from games.presentation.rooms import event_page
from web.addresses import key_address


@event_page.provide
def page_of_event(key: str) -> str:
    """The address of an event's own page.

    Args:
        key: of the event.
    """
    return key_address("tournaments:tournament", key)

"""What a form answers whose sender lost a race: 409, and nothing was written.

What keeps others from being overwritten raises a `ConcurrentUpdate` (`eventlog.store.Conflict` is one). A page whose
form holds what somebody typed says by `redraw_on_conflict` how it is drawn with that. All other pages leave it to
`config/exceptions.py`, so that no race becomes an error of the service.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.http import HttpResponse
from django.utils.translation import gettext as _

T = TypeVar("T")

STATUS = 409


class ConcurrentUpdate(Exception):
    """Others changed first what was to be changed. Nothing was written."""


def unless_raced(do: Callable[[], T], otherwise: Callable[[], T]) -> T:
    """What `do` returns; what `otherwise` does, if others were faster."""
    try:
        return do()
    except ConcurrentUpdate:
        return otherwise()


def redraw_on_conflict(do: Callable[[], HttpResponse], page: Callable[[], HttpResponse]) -> HttpResponse:
    """Do what a form asks for; if others were faster, answer with its page and 409.

    Args:
        do: does it, and answers.
        page: draws the page as things stand now, with all that was typed and with what is to be done.
    """

    def lost() -> HttpResponse:
        response = page()
        response.status_code = STATUS
        return response

    return unless_raced(do, lost)


def faster() -> str:
    """What who lost the race is told to do."""
    return _("Nothing was changed. Go back, reload the page to see the current state, then send it again.")

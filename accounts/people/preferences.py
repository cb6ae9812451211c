"""How somebody wants the pages: the row of an account, or the defaults, for everybody else too."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.functional import Promise, SimpleLazyObject
from django.utils.translation import gettext_lazy as _

from accounts.mails.outbox import are_late, tried_in_vain
from accounts.models import Preferences
from eventlog.statements import joined

UTC = ZoneInfo("UTC")

PREFERENCES: Mapping[str, Promise] = {
    "pieces": _("Pieces"),
    "board": _("Board"),
    "board_side": _("Side of the board"),
    "coordinates": _("Show coordinates beside the board"),
    "ranks": _("Symbols on the pieces"),
    "confirm_moves": _("Ask before a turn is sent"),
    "presence": _("Show my opponents in live games whether I am at the board"),
    "open_guesses": _("Show everybody my guesses at pieces once a game is open"),
    "show_figures": _("Show others the figures of my games"),
    "open_data": _("Revealed games, when the archive is released as open data"),
    "bot_challenges": _("Bots may challenge me"),
    "rated_bots": _("Rated games against bots count for my rating"),
    "theme": _("Colours"),
    "time_zone": _("Time zone"),
}
"""What an account chooses, in words."""


def preferences_of(user: Any) -> Preferences:
    """The preferences of an account; the defaults, unsaved, without a row or a sign-in.

    The row is read once for each object `user`, which caches it.
    """
    if not getattr(user, "is_authenticated", False):
        return Preferences()
    try:
        result: Preferences = user.preferences
    except Preferences.DoesNotExist:
        result = Preferences(account_id=user.pk)
        joined(user, "preferences", result)
    return result


def preferences(request: HttpRequest) -> dict[str, Any]:
    """For templates: the reader's `preferences`, read on demand; `demo`, whether this is one;
    `mails_late`, whether mails wait for their server; and `mails_waiting`, how many it has not taken.

    A page that wants none must not depend on a cookie, so nothing is read before.
    """
    return {
        "preferences": SimpleLazyObject(lambda: preferences_of(getattr(request, "user", None))),
        "demo": settings.VEXILLUM_DEMO,
        "mails_late": SimpleLazyObject(are_late),
        "mails_waiting": SimpleLazyObject(tried_in_vain),
    }


class ZoneOf(tzinfo):
    """The reader's time zone, read when the first time is shown: a page without times reads no cookie."""

    def __init__(self, request: HttpRequest) -> None:
        self._request = request
        self._zone: ZoneInfo | None = None

    @property
    def zone(self) -> ZoneInfo:
        """The zone itself; UTC if the stored name is none that this machine knows."""
        if self._zone is None:
            name = preferences_of(getattr(self._request, "user", None)).time_zone
            try:
                self._zone = ZoneInfo(name)
            except (KeyError, ValueError, OSError):
                self._zone = UTC
        return self._zone

    def utcoffset(self, when: datetime | None) -> timedelta | None:
        return self.zone.utcoffset(when)

    def dst(self, when: datetime | None) -> timedelta | None:
        return self.zone.dst(when)

    def tzname(self, when: datetime | None) -> str | None:
        return self.zone.tzname(when)

    def fromutc(self, when: datetime) -> datetime:
        """A time of UTC in the zone; from then on it has the zone itself."""
        return self.zone.fromutc(when.replace(tzinfo=self.zone))

    def __str__(self) -> str:
        return self.zone.key


class TimeZoneMiddleware:
    """Shows every time in the reader's time zone."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Keeps what comes after."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request; the thread is left as it was."""
        with timezone.override(ZoneOf(request)):
            return self.get_response(request)

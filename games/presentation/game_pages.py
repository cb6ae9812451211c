"""Pages of lists of games, and of events: each begins at one, and its address names it by its key.

    /games/?before=KEY   the games below that one
    /games/?after=KEY    the games above it
    /games/?oldest=1     the last page
    /games/?from=KEY     that game and those below it; /games/?upto=KEY  and those above it: where a search goes on

Such a link shows the same games however many come in above. An address with a number of a page, as they were once,
leads to the newest games under the same filters.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar
from uuid import UUID

from django.http import HttpRequest, QueryDict
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from games.domain.queries import RowCount
from games.models import Game, key_of
from web.addresses import address
from web.keyset import Page, PageCursor

K = TypeVar("K", bound="Keyed")

_BEFORE, _AFTER, _OLDEST, _NUMBER, _FROM, _UPTO = "before", "after", "oldest", "page", "from", "upto"
OF_PAGES = (_BEFORE, _AFTER, _FROM, _UPTO, _OLDEST, _NUMBER)
"""All parameters that say which page it is."""


class Keyed(Protocol):
    """A row of such a list."""

    @property
    def key(self) -> str: ...


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game of which a list has no more at hand than the id."""

    id: UUID

    @property
    def key(self) -> str:
        return key_of(self.id)

    @property
    def url(self) -> str:
        return address("games:replay", self.key)


@dataclass(frozen=True, slots=True)
class PageLinks:
    """The addresses of the pages around one; empty where there is none."""

    newest: str = ""
    newer: str = ""
    older: str = ""
    oldest: str = ""

    def __bool__(self) -> bool:
        return bool(self.newer or self.older)


def next_to(request: HttpRequest) -> tuple[str | None, bool]:
    """The key of the row that an address has a page begin at, if it names one, and whether the page is above it."""
    for name, upwards in ((_BEFORE, False), (_AFTER, True)):
        if name in request.GET:
            return request.GET[name], upwards
    return None, _OLDEST in request.GET


def cursor_of(request: HttpRequest) -> PageCursor:
    """Where the page begins that an address asks for: at the newest game if it names none that there is."""
    named, upwards = next_to(request)
    if named is None:
        return PageCursor(upwards=upwards)
    key = Game.objects.filter(key=named).values_list("created", "id").first()
    return PageCursor(key, upwards and key is not None)


def is_elsewhere(request: HttpRequest, page: Page[Any]) -> bool:
    """Whether who asks is better led to the newest games: the address has a number of a page, or nothing is left where
    it points."""
    return _NUMBER in request.GET or (not page.rows and (page.newer or page.older))


def newest(request: HttpRequest) -> str:
    """The address of the newest games under the filters of an address."""
    return _address(request)


def page_links(request: HttpRequest, page: Page[K]) -> PageLinks:
    """The links below a page of games, with the filters of its address."""
    newer = _address(request, _AFTER, page.rows[0].key) if page.newer and page.rows else ""
    older = _address(request, _BEFORE, page.rows[-1].key) if page.older and page.rows else ""
    return PageLinks(_address(request) if newer else "", newer, older, _address(request, _OLDEST, "1") if older else "")


def search_links(request: HttpRequest, page: Page[K], reached: str) -> PageLinks:
    """The links below a page of a search that has looked as far as a game, or through all if `reached` is empty."""
    links = page_links(request, page)
    if not reached:
        return links
    if _AFTER in request.GET or _UPTO in request.GET or _OLDEST in request.GET:
        return replace(links, newest=_address(request), newer=_address(request, _UPTO, reached))
    return replace(links, older=_address(request, _FROM, reached), oldest=_address(request, _OLDEST, "1"))


def place_of(request: HttpRequest) -> dict[str, str]:
    """What of an address says which page it is."""
    return {name: request.GET[name] for name in (_BEFORE, _AFTER, _OLDEST) if name in request.GET}


def _address(request: HttpRequest, name: str = "", value: str = "") -> str:
    query: QueryDict = request.GET.copy()
    for old in OF_PAGES:
        query.pop(old, None)
    if name:
        query[name] = value
    return f"{request.path}?{query.urlencode()}" if query else request.path


def count_text(count: RowCount) -> str:
    number = number_format(count.number, force_grouping=True)
    return _("more than %(number)s") % {"number": number} if count.more else number

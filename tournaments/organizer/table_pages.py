"""The tables of the desk in a large event: pages of rows, and a look for a name among them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.http import HttpRequest

from tournaments.organizer.access import EventAccess
from tournaments.organizer.names import Names
from tournaments.pages.parts import ROWS
from tournaments.pages.search import MOST_FOUND, FoundEntry, Search, entries_called, typed

T = TypeVar("T")


def page_of(request: HttpRequest, rows: Sequence[T]) -> Page[T]:
    """The page of a table that an address asks for, or the last one if there are not so many any more."""
    return Paginator(rows, ROWS).get_page(request.GET.get("page"))


def drafted_page(request: HttpRequest, rows: Sequence[T]) -> Page[T]:
    """The page of a table that is drafted in a form: its buttons lead to the others, and the draft goes along."""
    pressed = request.POST.get("do", "")
    asked = pressed.removeprefix("page-") if pressed.startswith("page-") else request.POST.get("page")
    return Paginator(rows, ROWS).get_page(asked)


def paged(page: Page[Any], **chosen: str) -> dict[str, Any]:
    """What the links to the other pages need.

    Args:
        page: the one that is shown.
        chosen: what the address chooses beside it, by name; what is empty is left out.
    """
    kept = {name: value for name, value in chosen.items() if value}
    return {"page": page, "query": f"{urlencode(kept)}&" if kept else ""}


def asked_again(request: HttpRequest) -> str:
    """The address of the page that a form stands on, without what was looked for."""
    page = request.GET.get("page", "")
    return f"{request.path}?{urlencode({'page': page})}" if page.isdigit() else request.path


def finder(
    request: HttpRequest, access: EventAccess, names: Names, page: Page[Any], url_of: Callable[[int], str]
) -> dict[str, Any] | None:
    """The search of a table by name; None for a table of one page.

    Args:
        access, names: the event with its reader, and the names of its people.
        page: the one that is shown.
        url_of: where an entry leads to, or "" if the table has nothing of it.
    """
    text = typed(request.GET.get("name", ""))
    if not text:
        return {"search": None} if page.paginator.num_pages > 1 else None
    numbers = entries_called(access.id, text)
    entries = [
        FoundEntry(names.entry(number), url_of(number) or access.url("desk-entry", number), bool(url_of(number)))
        for number in numbers[:MOST_FOUND]
    ]
    return {"search": Search(text, entries, len(numbers) > MOST_FOUND)}

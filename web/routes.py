"""What a view says of itself that is known before a request reaches Django: that it takes files, that it is costly, or
that it takes no cookie.

The pages' server (`config/pages.py`) asks by path, so that no thread is given to a request that it refuses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any, cast

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import URLPattern, URLResolver, get_resolver

from web.answers import ViewT

MAY_SEND = "vexillum.may_send"
"""The key in the WSGI environment of the question whether somebody may send a file: a list, to which the view adds."""

FORM = 256 * 1024
"""Bytes of a form around its file."""


def takes_files(most: int) -> Callable[[ViewT], ViewT]:
    """Let the address of a view take bodies with files of `most` bytes.

    It stands below what asks who may: `@signed_in`, `@for_staff`. Before a large body is read they are asked by a GET
    without it; who is refused gets their answer, and nothing of the body is read.
    """

    def decorated(view: ViewT) -> ViewT:
        @wraps(view)
        def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            asking = request.META.get(MAY_SEND)
            if asking is not None:
                asking.append(True)
                return HttpResponse(status=204)
            return view(request, *args, **kwargs)

        inner.most_bytes = most + FORM  # type: ignore[attr-defined]
        return cast(ViewT, inner)

    return decorated


QUICK, SLOW = "quick", "slow"
"""How long what waits in the line takes: less than a page, or as long as one."""


def in_line(place: str) -> Callable[[ViewT], ViewT]:
    """Let requests to the address of a view wait in a line when many come at once, so that pages beside them are not
    held up (`config/admission.py`). For what is short and always alike, such as a turn; it stands above all else.

    Args:
        place: `QUICK` or `SLOW`.
    """

    def decorated(view: ViewT) -> ViewT:
        @wraps(view)
        def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            return view(request, *args, **kwargs)

        inner.in_line = place  # type: ignore[attr-defined]
        return cast(ViewT, inner)

    return decorated


def cookieless(view: ViewT) -> ViewT:
    """Let the address of a view take no cookie and set none (`web/cookieless.py`)."""

    @wraps(view)
    def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return view(request, *args, **kwargs)

    inner.cookieless = True  # type: ignore[attr-defined]
    return cast(ViewT, inner)


class _Marked:
    """The addresses whose views have an attribute."""

    def __init__(self, attribute: str) -> None:
        self.attribute = attribute
        self.values: list[tuple[re.Pattern[str], Any]] = []
        self.any: re.Pattern[str] | None = None

    def of(self, path: str) -> Any:
        """The attribute's value at a path, or `None`."""
        if self.any is None:
            self.values = list(_walk(get_resolver(), "/", self.attribute))
            subs = (_NAMED.sub("(?:", pattern.pattern) for pattern, _value in self.values)
            self.any = re.compile("|".join([f"(?:{sub})" for sub in subs]) or "(?!)")
        if self.any.match(path) is None:  # as most are; every request is looked at four times
            return None
        return next((value for pattern, value in self.values if pattern.match(path)), None)


_NAMED = re.compile(r"\(\?P<\w+>")


def _walk(resolver: URLResolver, before: str, attribute: str) -> Iterator[tuple[re.Pattern[str], Any]]:
    for pattern in resolver.url_patterns:
        text = before + pattern.pattern.regex.pattern.removeprefix("^")
        if isinstance(pattern, URLResolver):
            yield from _walk(pattern, text, attribute)
        elif isinstance(pattern, URLPattern) and hasattr(pattern.callback, attribute):
            yield re.compile(text), getattr(pattern.callback, attribute)


_taking = _Marked("most_bytes")
_costly = _Marked("costly")
_in_line = _Marked("in_line")
_cookieless = _Marked("cookieless")


def most_bytes(path: str) -> int | None:
    """The bytes that the address takes, or `None` if it takes no files."""
    most: int | None = _taking.of(path)
    return most


def is_costly(path: str, query: str = "") -> bool:
    """Whether a request to this address may take a thread for long (`web/limits.py`)."""
    costly = _costly.of(path)
    return costly(query) if callable(costly) else costly is not None


def place_in_line(path: str) -> str | None:
    """Where requests to this address wait in the line, or `None` if they do not."""
    place: str | None = _in_line.of(path)
    return place


def is_cookieless(path: str) -> bool:
    """Whether this address takes no cookie."""
    return _cookieless.of(path) is not None

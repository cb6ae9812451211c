"""Answers that pages have in common: one that is kept and asked for again, and one that refuses in words."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import conditional_page, require_safe
from django_htmx.middleware import HtmxDetails

from web.compression import gzip_page

ViewFunction = Callable[..., HttpResponse]
StreamingView = Callable[..., HttpResponseBase]
ViewT = TypeVar("ViewT", bound=StreamingView)
ResponseT = TypeVar("ResponseT", bound=HttpResponseBase)


class HtmxRequest(HttpRequest):
    """A request as the middleware of django-htmx leaves it."""

    htmx: HtmxDetails


def revalidated(view: ViewFunction) -> ViewFunction:
    """Let browsers keep the page and ask by its ETag whether it is still so; proxies may not keep it for others."""

    @wraps(view)
    def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        if not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True, no_cache=True)
        return response

    return require_safe(gzip_page(conditional_page(inner)))


def unkept(response: ResponseT) -> ResponseT:
    """The same response, which neither browsers nor proxies may keep."""
    patch_cache_control(response, private=True, no_store=True)
    return response


def private(view: ViewFunction) -> ViewFunction:
    """Let nobody keep a page that depends on who asks, its reader's own browser included."""

    @wraps(view)
    def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return unkept(view(request, *args, **kwargs))

    return gzip_page(inner)


def see_other(address: str) -> HttpResponse:
    """Send a form's sender to a page that can be reloaded."""
    return HttpResponseRedirect(address, status=303)


def refused(request: HttpRequest, status: int, reason: str) -> HttpResponse:
    """Answer with the page of an error and the reason for it."""
    return render(request, f"{status}.html", {"reason": reason}, status=status)


def plain(status: int, text: str) -> HttpResponse:
    """Answer a script with a line of words that nobody keeps."""
    return unkept(HttpResponse(text, status=status, content_type="text/plain; charset=utf-8"))


def number_in(text: str | None) -> int | None:
    try:
        return None if text is None else int(text[:9])
    except ValueError:
        return None


def small_number(text: str, *, digits: int = 5) -> int | None:
    """The number that a text is, as a button or a form holds it; None for anything else, however long.

    Args:
        digits: the most that it may have.
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None

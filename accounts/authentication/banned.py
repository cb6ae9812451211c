"""Banned players may sign in, and are visitors except on the pages marked with this: the decision and its reason,
the appeal, the own data, signing out.

    @open_to_banned
    def standing(request): …

So nobody loses the way to an appeal, and no page has to check for bans: the account of a request answers it, for all of
them, in the statement that it takes anyway. A ban ends, and is reversed, without anything being done to the account.
"""

from __future__ import annotations

from functools import wraps
from typing import Any, cast

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import resolve
from django.urls.exceptions import Resolver404

from web.answers import ViewT


def open_to_banned(view: ViewT) -> ViewT:
    """Let banned players be signed in at the address of a view. The outermost decorator."""

    @wraps(view)
    def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return view(request, *args, **kwargs)

    inner.open_to_banned = True  # type: ignore[attr-defined]
    return cast(ViewT, inner)


def is_open_to_banned(request: HttpRequest) -> bool:
    """Whether banned players are signed in at the address of a request."""
    try:
        result = request.resolver_match or resolve(request.path_info)
    except Resolver404:
        return False
    return getattr(result.func, "open_to_banned", False)

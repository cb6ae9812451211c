"""Who is banned may sign in, and is a visitor everywhere but on the pages that this is for: what was decided and why,
the appeal, the own data, signing out.

    @open_to_banned
    def standing(request): …

So nobody loses the way to an appeal, and no page has to ask whether somebody is banned: the question who is behind a
request answers it, for all of them, in the statement that it takes anyway. A ban ends, and is reversed, without
anything being done to the account.
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
    """Let who is banned be signed in at the address of a view. It stands above all else."""

    @wraps(view)
    def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return view(request, *args, **kwargs)

    inner.open_to_banned = True  # type: ignore[attr-defined]
    return cast(ViewT, inner)


def is_open_to_banned(request: HttpRequest) -> bool:
    """Whether who is banned is signed in at the address of a request."""
    try:
        result = request.resolver_match or resolve(request.path_info)
    except Resolver404:
        return False
    return getattr(result.func, "open_to_banned", False)

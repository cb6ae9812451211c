"""Addresses that take no cookie and set none: what they answer is the same for everybody, and other sites may show it.

    @cookieless
    def picture(request, key): ...

The cookies of a request are thrown away before anything looks at them, so nobody is signed in there, no session is
begun, and caches need not tell readers apart.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from web import routes


class CookielessMiddleware:
    """Throws the cookies away. It stands before all that reads one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer the request; at such an address without its cookies, and without one in the answer."""
        if not routes.is_cookieless(request.path_info):
            return self._get_response(request)
        request.META.pop("HTTP_COOKIE", None)
        request.__dict__["COOKIES"] = {}  # they may have been parsed already
        response = self._get_response(request)
        response.cookies.clear()
        return response

"""The policy of contents (CSP) that every answer has, as the settings say it."""

from __future__ import annotations

from collections.abc import Callable

from csp.constants import HEADER
from csp.utils import build_policy
from django.http import HttpRequest
from django.http.response import HttpResponseBase


class PolicyMiddleware:
    """Gives every answer the policy that has none yet. It is put together once: django-csp's own middleware does so for
    each answer, which costs a twentieth of a move. There are no nonces: nothing stands inside a page that would need
    one.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response
        self._policy = build_policy()

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self._get_response(request)
        if HEADER not in response:
            response[HEADER] = self._policy
        return response

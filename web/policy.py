"""The policy of contents (CSP) that every answer has, as the settings say it."""

from __future__ import annotations

from collections.abc import Callable

from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from csp.utils import build_policy
from django.http import HttpRequest
from django.http.response import HttpResponseBase


class PolicyMiddleware:
    """Gives every answer the policy. It is the same text but where a view changes it by a decorator of django-csp, so
    it is put together once: anew for each answer it costs a twentieth of a move. There are no nonces: nothing stands
    inside a page that would need one.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response
        self._changed = CSPMiddleware(get_response)
        self._policy = build_policy()

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self._get_response(request)
        if any(name.startswith("_csp_") for name in vars(response)):
            return self._changed.process_response(request, response)
        if HEADER not in response:
            response[HEADER] = self._policy
        return response

"""What is refused before an address of the API has the request, or where there is none: said to programs in kind."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.utils import translation

from api.http.problems import of_status
from web.problems import BELOW, OAUTH, TYPE, oauth_value

_OF_A_BODY = ("Content-Type", "Content-Length", "Content-Encoding", "ETag", "Cache-Control", "Content-Security-Policy")


class ProblemsMiddleware:
    """Puts problem details in the place of the pages that other middleware and Django itself refuse with, below
    `/api/`, and errors of OAuth at the addresses of tokens. It precedes everything that refuses.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer the request; if it is refused, in kind."""
        response = self._get_response(request)
        oauth = request.path_info in OAUTH
        if not isinstance(response, HttpResponse) or response.status_code < 400:
            return response
        if not (oauth or request.path_info.startswith(BELOW)):
            return response
        kind = response.headers.get("Content-Type", "")
        if kind == TYPE or (oauth and not kind.startswith("text/html")):
            return response
        language = translation.get_language_from_request(request)
        with translation.override(language):
            problem = of_status(response.status_code)
            result: HttpResponse = problem.answer()
            if oauth:
                body = oauth_value(problem.status, problem.detail)
                result = JsonResponse(body, status=problem.status, headers={"Cache-Control": "no-store"})
        for name in _OF_A_BODY:
            response.headers.pop(name, None)
        for name, value in result.headers.items():
            response[name] = value
        response["Content-Language"] = language
        response.cookies.clear()
        response.content = result.content  # of the same answer, which Django has logged if it had to
        return response

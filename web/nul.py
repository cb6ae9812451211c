"""The middleware that refuses NUL in what a browser sends: PostgreSQL keeps no text with it, so every page that looks
something up by a name would fail. Fields of forms refuse it by themselves; addresses, cookies and hidden values do not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse

_NUL = "\0"


class NulMiddleware:
    """Answers 400 to a request with NUL in its address, its cookies or its form.

    It comes before everything that reads a session, and after what gives every answer its headers.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request.

        Raises:
            BadRequest: there is a NUL.
        """
        if any(_NUL in text for text in _told(request)):
            raise BadRequest("NUL in a request")
        return self.get_response(request)


def _told(request: HttpRequest) -> Iterator[str]:
    """Every text that pages may take from a request. Files stay as they are."""
    yield request.path_info
    yield from request.COOKIES.values()
    for form in (request.GET, request.POST):
        for name, values in form.lists():
            yield name
            yield from (value for value in values if isinstance(value, str))

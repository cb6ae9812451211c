"""The middleware that puts the site's language in place for each request.

It is the default anyway, but where none is in place Django finds that out anew for every text, which takes longer than
the translation itself: a page has some three hundred of them.
"""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation


class LanguageMiddleware:
    """Answers every request in `LANGUAGE_CODE`."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        translation.activate(settings.LANGUAGE_CODE)
        return self._get_response(request)

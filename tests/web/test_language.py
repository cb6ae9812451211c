"""The language of a request."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.utils import translation

from web.language import LanguageMiddleware


def test_a_page_finds_the_language_in_place(rf: RequestFactory) -> None:
    def page(_request: HttpRequest) -> HttpResponse:
        return HttpResponse(translation.get_language() or "none")

    with translation.override(None):
        assert LanguageMiddleware(page)(rf.get("/")).content.decode() == settings.LANGUAGE_CODE


def test_every_page_passes_it() -> None:
    assert "web.language.LanguageMiddleware" in settings.MIDDLEWARE

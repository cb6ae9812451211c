"""The language of a request."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.utils import translation
from django.utils.translation import trans_real

from web.language import LanguageMiddleware


def in_place() -> str | None:
    """The language that somebody has put in place for this thread, the default apart."""
    found = getattr(trans_real._active, "value", None)
    return None if found is None else str(found.to_language())


def test_a_page_finds_the_language_in_place(rf: RequestFactory) -> None:
    def page(_request: HttpRequest) -> HttpResponse:
        return HttpResponse(in_place() or "none")

    with translation.override(None):
        assert LanguageMiddleware(page)(rf.get("/")).content.decode() == settings.LANGUAGE_CODE


def test_every_page_passes_it() -> None:
    assert "web.language.LanguageMiddleware" in settings.MIDDLEWARE

"""Addresses without cookies: what a browser sends is thrown away, and nothing is set, whatever a view does."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from web.cookieless import CookielessMiddleware


def answer_at(path: str) -> HttpResponse:
    def view(request: HttpRequest) -> HttpResponse:
        response = HttpResponse(f"{request.COOKIES} {request.META.get('HTTP_COOKIE')}")
        response.set_cookie("seen", "1")
        return response

    factory = RequestFactory()
    factory.cookies["sessionid"] = "secret"
    request = factory.get(path)
    assert request.COOKIES == {"sessionid": "secret"}  # parsed already
    return CookielessMiddleware(view)(request)  # type: ignore[return-value]


def test_cookies_go_nowhere() -> None:
    for path in ("/embed/Abcdefghijk/", "/games/Abcdefghijk/picture.png", "/picture.png", "/oembed"):
        answer = answer_at(path)
        assert (answer.content, dict(answer.cookies)) == (b"{} None", {}), path


def test_other_pages_have_theirs() -> None:
    answer = answer_at("/games/Abcdefghijk/")
    assert answer.content == b"{'sessionid': 'secret'} sessionid=secret"
    assert answer.cookies["seen"].value == "1"

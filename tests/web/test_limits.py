"""Limits: by account, for others by address; with the cache and without."""

from __future__ import annotations

import random
from typing import Any

import pytest
from allauth.core.internal.ratelimit import get_ip
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts.people.guests import guest_for
from tests.scenes import account
from web import clients, limits

PEER = "192.0.2.77"


@pytest.mark.parametrize(
    ("peer", "forwarded", "proxies", "expected"),
    [
        ("192.0.2.1", "", 0, "192.0.2.1"),
        ("192.0.2.1", "198.51.100.7", 0, "192.0.2.1"),  # the client's word
        ("192.0.2.1", "198.51.100.7", 1, "198.51.100.7"),
        ("192.0.2.1", "203.0.113.9, 198.51.100.7", 1, "198.51.100.7"),
        ("192.0.2.1", "203.0.113.9, 198.51.100.7", 2, "203.0.113.9"),
        ("192.0.2.1", "198.51.100.7", 2, "192.0.2.1"),  # it came past a proxy
        ("192.0.2.1", "198.51.100.7:4711", 1, "198.51.100.7"),
        ("192.0.2.1", "[2001:db8:1:2:3::4]:443", 1, "2001:db8:1:2::"),
        ("192.0.2.1", "2001:db8:1:2:ffff::9", 1, "2001:db8:1:2::"),
        ("192.0.2.1", '"[2001:db8:1:2::4]"', 1, "2001:db8:1:2::"),
        ("192.0.2.1", "fe80::1%eth0", 1, "fe80::"),
        ("192.0.2.1", "::ffff:198.51.100.7", 1, "198.51.100.7"),
        ("::ffff:192.0.2.1", "", 0, "192.0.2.1"),
        ("2001:db8::1", "", 0, "2001:db8::"),
        ("192.0.2.1", "junk", 1, "192.0.2.1"),
        ("192.0.2.1", "unknown, ", 1, "192.0.2.1"),
        ("192.0.2.1", ",", 1, "192.0.2.1"),
        ("192.0.2.1", "999.0.0.1", 1, "192.0.2.1"),
        ("", "", 0, "local"),
        ("/run/socket", "", 1, "local"),
    ],
)
def test_where_a_request_comes_from(peer: str, forwarded: str, proxies: int, expected: str) -> None:
    assert clients.client(peer, forwarded, proxies=proxies) == expected


def test_pages_streams_and_allauth_count_the_same(settings: Any) -> None:
    settings.VEXILLUM_PROXIES = 1
    request = RequestFactory().get("/", headers={"X-Forwarded-For": "[2001:db8:1:2::4]:443"}, REMOTE_ADDR=PEER)
    scope = {"headers": [(b"x-forwarded-for", b"2001:db8:1:2:9::9")], "client": (PEER, 1)}
    assert limits.address_of(request) == get_ip(request) == clients.client_of(scope, proxies=1) == "2001:db8:1:2::"


def test_sign_up_is_limited_by_network(db: None, settings: Any) -> None:
    """Twenty an hour, allauth says; one who has a network has all of its addresses."""
    settings.ACCOUNT_RATE_LIMITS = {"signup": "2/h/ip"}
    path = reverse("account_signup")
    answers = [Client().post(path, REMOTE_ADDR=f"2001:db8:1:2::{number}") for number in range(1, 4)]
    assert [answer.status_code for answer in answers] == [400, 400, 429]
    assert answers[2]["Retry-After"] == "60"
    assert Client().post(path, REMOTE_ADDR="2001:db8:1:3::1").status_code == 400


@limits.costly(per_minute=2)
def page(request: HttpRequest) -> HttpResponse:
    return HttpResponse("here")


def asked_by(user: Any, address: str) -> HttpResponse:
    request = RequestFactory().get("/", REMOTE_ADDR=address)
    request.user = user
    return page(request)  # type: ignore[return-value]


def test_what_is_costly_is_limited_by_account_and_for_others_by_address(db: None, monkeypatch: Any) -> None:
    monkeypatch.setattr("web.limits.clock", lambda: 60 * 1000 + 45.0)
    ada, grace = account("Ada"), account("Grace")
    first = [asked_by(ada, address) for address in ("192.0.2.1", "192.0.2.2", "192.0.2.3")]
    assert [answer.status_code for answer in first] == [200, 200, 429]
    assert first[2]["Retry-After"] == "15"
    assert asked_by(grace, "192.0.2.1").status_code == 200
    guests = []
    for number in range(3):
        client = Client(REMOTE_ADDR="192.0.2.9")
        asked = client.get("/").wsgi_request
        guests.append(asked_by(guest_for(asked), f"2001:db8::{number}").status_code)
    assert guests == [200, 200, 429]


def test_without_the_cache_each_process_counts_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_args: Any, **_options: Any) -> None:
        raise ConnectionError

    monkeypatch.setattr(cache, "count", away, raising=False)
    who = str(random.random())
    assert [limits.wait_for("it", who, most=2, seconds=3600) > 0 for _one in range(3)] == [False, False, True]
    assert limits.wait_for("it", who + "x", most=2, seconds=3600) == 0
    assert [limits.wait_for("it", who + "y", most=5, seconds=3600, weight=2) > 0 for _one in range(3)] == [
        False,
        False,
        True,
    ]


def test_what_is_counted_loosely_is_told_the_cache_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as much is left; near the end each is counted at once. What is left is exact for who is alone."""
    numbers: list[int] = []
    counted = limits._counted

    def telling(key: str, seconds: int, weight: int) -> int:
        numbers.append(weight)
        return counted(key, seconds, weight)

    monkeypatch.setattr(limits, "_counted", telling)
    who = str(random.random())
    left = [limits.spend("it", who, most=100, seconds=3600, loosely=True).left for _one in range(102)]
    assert left == list(range(99, -3, -1))
    assert (numbers[:5], numbers[-22:], sum(numbers)) == ([1, 2, 2, 2, 2], [1] * 22, 102)

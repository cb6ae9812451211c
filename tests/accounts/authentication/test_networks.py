"""Addresses that accounts share: what is written down, what is forgotten, and what big networks say."""

from __future__ import annotations

from datetime import date, timedelta
from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone

from accounts.authentication.networks import (
    KEPT,
    MOST_ACCOUNTS,
    SharedAddress,
    mark_of,
    shared_addresses,
)
from accounts.models import Account, Player, SeenAddress, Session
from privacy.erase import delete_account
from privacy.retention import tidy
from tests.scenes import PASSWORD, account

pytestmark = pytest.mark.django_db

HOME, CLUB, PHONE = "9.9.9.9", "2a00:1450:4001:81b::200e", "2a00:1450:4001:82f::5"


def today(back: int = 0) -> date:
    return timezone.now().date() - timedelta(days=back)


def seen(who: Account, address: str, first: int, last: int) -> None:
    SeenAddress.objects.create(account=who, mark=mark_of(address), first=today(first), last=today(last))


def signed_in(address: str, login: str = "ada") -> Client:
    client = Client(REMOTE_ADDR=address)
    client.post("/login/", {"login": login, "password": PASSWORD})
    return client


def kept() -> list[tuple[str, date, date]]:
    return list(SeenAddress.objects.order_by("pk").values_list("mark", "first", "last"))


def test_signing_in_and_the_first_visit_of_a_day_are_written_down(monkeypatch: pytest.MonkeyPatch) -> None:
    account("Ada")
    client = signed_in(HOME)
    assert kept() == [(mark_of(HOME), today(), today())]
    assert HOME not in mark_of(HOME)
    SeenAddress.objects.update(first=today(3), last=today(3))
    client.get("/account/")
    assert kept() == [(mark_of(HOME), today(3), today(3))]  # it was here today already
    session = client.session
    session["renewed"] -= 1
    session.save()
    client.get("/account/")
    assert kept() == [(mark_of(HOME), today(3), today())]
    signed_in(CLUB)
    signed_in("2a00:1450:4001:81b::1")
    assert [mark for mark, *_days in kept()] == [mark_of(HOME), mark_of("2a00:1450:4001:81b::")]  # the /64


@pytest.mark.parametrize("address", ["127.0.0.1", "10.0.0.7", "", "fe80::1"])
def test_an_address_that_is_none_of_the_internet_is_not(address: str) -> None:
    account("Ada")
    signed_in(address)
    assert (kept(), Session.objects.exclude(account=None).count()) == ([], 1)


def test_guests_leave_nothing() -> None:
    account("Ada")
    Player.objects.update(guest=True)
    signed_in(HOME)
    assert (kept(), Session.objects.exclude(account=None).count()) == ([], 1)


def test_who_was_at_the_same_addresses_and_when() -> None:
    ada, bob, cleo, dan = (account(name) for name in ("Ada", "Bob", "Cleo", "Dan"))
    seen(ada, HOME, 30, 2)
    seen(ada, PHONE, 9, 9)
    seen(bob, HOME, 20, 0)
    seen(bob, PHONE, 9, 8)
    seen(cleo, HOME, 80, 50)  # moved out before Ada came
    seen(dan, CLUB, 9, 8)
    addresses = shared_addresses(ada.player.pk)
    expected = [
        SharedAddress(bob.player.pk, (today(30), today(2)), (today(20), today(0))),
        SharedAddress(bob.player.pk, (today(9), today(9)), (today(9), today(8))),
        SharedAddress(cleo.player.pk, (today(30), today(2)), (today(80), today(50))),
    ]
    assert sorted(addresses, key=repr) == sorted(expected, key=repr)
    assert [item.at_once for item in expected] == [True, True, False]
    assert [address.player for address in shared_addresses(bob.player.pk)].count(ada.player.pk) == 2
    assert shared_addresses(dan.player.pk) == shared_addresses(UUID(int=1)) == []


def test_an_address_of_many_says_nothing() -> None:
    ada = account("Ada")
    seen(ada, CLUB, 5, 0)
    for number in range(MOST_ACCOUNTS):
        assert len(shared_addresses(ada.player.pk)) == number
        seen(account(f"Member{number}"), CLUB, 5, 0)
    assert shared_addresses(ada.player.pk) == []


def test_it_is_forgotten_after_90_days_and_with_the_account() -> None:
    ada, bob = account("Ada"), account("Bob")
    seen(ada, HOME, 200, KEPT.days + 1)
    seen(ada, PHONE, 200, KEPT.days)
    seen(bob, HOME, 200, KEPT.days + 1)
    assert shared_addresses(bob.player.pk) == []  # before it is deleted
    tidy()
    assert kept() == [(mark_of(PHONE), today(200), today(90))]
    delete_account(ada)
    assert kept() == []

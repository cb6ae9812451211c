"""Visitors play as guests, who are signed in, limited in number, and deleted if nobody claims them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed
from django.test import Client
from django.utils import timezone

from accounts.models import Account, Player
from accounts.people import guests
from games.domain import commands
from games.models import GameSeat
from games.rules import variant
from play.bots.new_games import PACES, start_game
from privacy import retention
from privacy.retention import KEPT, delete_idle_guests, idle_guests
from tests.scenes import account

pytestmark = pytest.mark.django_db

PATH = "/play/computer/"
FORM = {"variant": "barrage", "side": "red", "pace": "14-days"}


def post(client: Client, number: int = 1, **extra: str):
    return client.post(PATH, FORM | {"once": f"00000000-0000-4000-8000-{number:012}"}, **extra)


def guest(days: float = 0) -> Account:
    made = guests._new_guest()
    Account.objects.filter(pk=made.pk).update(date_joined=timezone.now() - timedelta(days=days))
    return made


def game_of(made: Account):
    return start_game(player=made.player, book=variant("barrage"), side=0, time=PACES["14-days"])


def test_a_visitor_becomes_a_guest(client: Client) -> None:
    assert post(client).status_code == 302
    player = Player.objects.get(guest=True)
    made = player.account
    assert player.name.startswith("Guest ")
    assert (made.email, made.has_usable_password(), "@" in made.username) == ("", False, False)
    assert client.session["_auth_user_id"] == str(made.pk)
    assert post(client, 2).status_code == 302
    assert (Account.objects.count(), GameSeat.objects.filter(player=player).count()) == (1, 2)


def test_so_many_for_one_address_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guests, "PER_ADDRESS", 2)
    answers = [post(Client(), number, REMOTE_ADDR="192.0.2.1").status_code for number in range(3)]
    assert answers == [302, 302, 429]
    assert post(Client(), 9, REMOTE_ADDR="192.0.2.2").status_code == 302
    assert Player.objects.filter(guest=True).count() == 3


def test_who_is_deleted() -> None:
    fresh, idle = guest(), guest(days=2)
    playing, finished, lately = guest(days=KEPT.days + 1), guest(days=KEPT.days + 1), guest(days=KEPT.days - 1)
    for item in (playing, finished, lately):
        game = game_of(item)
        if item is not playing:
            commands.cancel_game(game=game)
    member = account("Ada")
    Account.objects.filter(pk=member.pk).update(date_joined=timezone.now() - timedelta(days=400))
    assert set(idle_guests()) == {idle, finished}
    assert delete_idle_guests() == 2
    assert set(Account.objects.all()) == {fresh, playing, lately, member}
    assert GameSeat.objects.filter(player_id=finished.player.pk).count() == 1  # the game stays
    assert delete_idle_guests() == 0


def test_one_that_cannot_be_deleted_keeps_no_other(monkeypatch: pytest.MonkeyPatch, caplog) -> None:
    idle = [guest(days=2), guest(days=3)]

    def fail_once(item: Account) -> None:
        if item == idle[0]:
            raise RuntimeError(item.player.name)
        item.delete()

    monkeypatch.setattr(retention, "delete_account", fail_once)
    assert delete_idle_guests() == 1
    assert idle[0].player.name not in caplog.text
    assert "RuntimeError" in caplog.text


def test_a_guest_who_signs_up_keeps_the_game(client: Client) -> None:
    post(client)
    player = Player.objects.get(guest=True)
    form = {
        "username": "Ada",
        "email": "ada@example.org",
        "password1": "a-long-password-of-hers",
        "of_age": "on",
        "agree": "on",
    }
    assert client.post("/signup/", form).status_code == 302
    claimed = Player.objects.get(id=player.id)
    assert (claimed.name, claimed.account_id) == ("Ada", player.account_id)
    key = GameSeat.objects.get(player=player).game.key
    assert client.get(f"/games/{key}/").status_code == 200
    (address,) = EmailAddress.objects.filter(user=claimed.account)
    email_confirmed.send(sender=EmailAddress, request=None, email_address=address)
    Account.objects.update(date_joined=timezone.now() - timedelta(days=90))
    commands.cancel_game(game=GameSeat.objects.get(player=player).game_id)
    assert idle_guests() == []

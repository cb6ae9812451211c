"""Who gets a link to a casual game plays it without an account; no other game, no rated one, and not without end."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed
from django.test import Client
from django.utils import timezone

from accounts.conduct.blocks import block
from accounts.models import Account, Player
from accounts.people import guests
from games.domain import commands
from games.domain.clocks import PRESETS
from games.models import Game, GameSeat
from games.rules import Illegal
from play.lobby import domain
from play.lobby.models import Place, Seek
from play.lobby.rematches import rematch
from play.lobby.terms import GameTerms
from privacy.retention import idle_guests
from tests.scenes import account

pytestmark = pytest.mark.django_db

JOIN = "/lobby/join/"
HTMX = {"HX-Request": "true"}


def link(
    host: Account, *, kind: str = Seek.Kind.LINK, variant: str = "barrage", time: str = "3-days", **terms: Any
) -> Seek:
    return domain.open_seek(host=host.player, terms=GameTerms(variant, PRESETS[time], **terms), kind=kind)


def text(answer: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def accept(client: Client, seek: Seek, *, once: str = "", **extra: Any) -> Any:
    return client.post(JOIN, {"seek": str(seek.id), "once": once or str(uuid4())}, **extra)


@pytest.fixture
def ada() -> Account:
    return account("Ada")


@pytest.mark.parametrize("time", ["3-days", "live-20-10"])
def test_a_visitor_with_the_link_plays_as_a_guest(ada: Account, client: Client, time: str) -> None:
    seek = link(ada, time=time)
    page = client.get(f"/challenge/{seek.token}/")
    assert "You need no account: play as a guest." in text(page)
    once = re.search(r'name="once" value="([^"]+)"', page.content.decode())
    assert once
    answer = accept(client, seek, once=once[1])
    game, guest = Game.objects.get(), Player.objects.get(guest=True)
    assert (answer.status_code, answer["Location"]) == (302, f"/games/{game.key}/")
    assert {seat.player_id for seat in game.seats.all()} == {ada.player.id, guest.id}
    assert (game.rated, guest.name[:6]) == (False, "Guest ")
    content = text(client.get(answer["Location"]))
    assert "Sign up to keep this game" in content
    host = Client()
    host.force_login(ada)
    assert guest.name in text(host.get("/my/"))


@pytest.mark.slow
def test_who_signs_up_keeps_the_game_and_may_write(ada: Account, client: Client) -> None:
    accept(client, link(ada))
    game = Game.objects.get()
    talk = f"/games/{game.key}/talk/"
    host = Client()
    host.force_login(ada)
    for browser in (client, host):
        assert "only the phrases can be said" in text(browser.post(talk, {"text": "Hm"}, headers=HTMX))
    answer = client.post(talk, {"phrase": "luck"}, headers=HTMX)
    assert (answer.status_code, "Good luck, have fun!" in text(answer), 'name="text"' in answer.content.decode()) == (
        200,
        True,
        False,
    )
    form = {
        "username": "Bob",
        "email": "bob@example.org",
        "password1": "a-long-password-of-his",
        "of_age": "on",
        "agree": "on",
    }
    assert client.post("/signup/", form).status_code == 302
    assert {seat.player.name for seat in game.seats.select_related("player")} == {"Ada", "Bob"}
    assert host.post(talk, {"text": "Welcome"}, headers=HTMX).status_code == 422  # no address is proven yet
    (address,) = EmailAddress.objects.all()
    email_confirmed.send(sender=EmailAddress, request=None, email_address=address)
    assert host.post(talk, {"text": "Welcome"}, headers=HTMX).status_code == 200


@pytest.mark.parametrize("what", ["rated", "open", "expired", "taken back", "full", "nonsense"])
def test_no_guest_is_made_where_there_is_no_place(ada: Account, client: Client, what: str) -> None:
    seek = link(ada, rated=what == "rated", kind=Seek.Kind.OPEN if what == "open" else Seek.Kind.LINK)
    if what == "expired":
        Seek.objects.update(expires=timezone.now() - timedelta(seconds=1))
    elif what == "taken back":
        domain.cancel(seek=seek.id, player=ada.player)
    elif what == "full":
        domain.join(seek=seek.id, player=account("Bob").player)
    before = client.get(f"/challenge/{seek.token}/")
    offered = "Play as a guest" in text(before)
    answer = client.post(JOIN, {"seek": "nonsense"}) if what == "nonsense" else accept(client, seek)
    status = {"rated": 302, "open": 302, "nonsense": 302, "expired": 410, "taken back": 410, "full": 409}[what]
    assert (answer.status_code, offered) == (status, what == "nonsense")
    if status == 302:
        assert answer["Location"] == "/login/?next=/lobby/"
    assert not Player.objects.filter(guest=True).exists()


def test_an_address_makes_so_many_guests(ada: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guests, "PER_ADDRESS", 1)
    answers = [accept(Client(), link(ada), REMOTE_ADDR="192.0.2.7") for _one in range(2)]
    assert [answer.status_code for answer in answers] == [302, 429]
    assert int(answers[1]["Retry-After"]) > 0
    assert "Too many guests came from here" in text(answers[1])
    assert (Game.objects.count(), Player.objects.filter(guest=True).count()) == (1, 1)


def test_a_blocked_guest_stays_out(ada: Account, client: Client) -> None:
    accept(client, link(ada))
    block(blocker=ada.player, target=Player.objects.get(guest=True))
    answer = accept(client, link(ada))
    assert (answer.status_code, Game.objects.count()) == (403, 1)


def test_a_guest_and_a_host_may_play_again_and_nobody_else_asks_a_guest(ada: Account, client: Client) -> None:
    accept(client, link(ada))
    game, guest = Game.objects.get(), Player.objects.get(guest=True)
    mine = GameSeat.objects.get(game=game, player=guest).seat
    commands.cancel_game(game=game.id)
    asked = rematch(game=game.id, player=ada.player)
    again = rematch(game=game.id, player=guest)
    assert (again.id, again.rated) == (asked.id, False)
    assert GameSeat.objects.get(game=again.game, player=guest).seat == 1 - mine
    with pytest.raises(Illegal) as refused:
        domain.challenge(host=ada.player, terms=GameTerms("barrage", PRESETS["3-days"]), players=[guest])
    assert refused.value.refusal.code == "guest-challenged"
    with pytest.raises(Illegal) as refused:
        domain.open_seek(host=guest, terms=GameTerms("barrage", PRESETS["3-days"]), kind=Seek.Kind.LINK)
    assert refused.value.refusal.code == "guest"


def test_who_waits_at_a_table_of_four_is_not_deleted(ada: Account, client: Client) -> None:
    seek = link(ada, variant="alliance")
    answer = accept(client, seek)
    assert answer["Location"] == f"/challenge/{seek.token}/"
    guest = Player.objects.get(guest=True)
    Account.objects.filter(player=guest).update(date_joined=timezone.now() - timedelta(days=2))
    assert idle_guests() == []
    domain.leave(seek=seek.id, player=guest)
    assert not Place.objects.filter(player=guest).exists()
    assert idle_guests() == [guest.account]

"""Who is banned: signed in on the pages that say why, a visitor on all others, and back when the ban ends."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.conduct.words import url_of
from accounts.models import Account, Penalty
from tests.accounts.conduct.penalties import impose
from tests.caches import empty_cache
from tests.scenes import PASSWORD, account, game_in_play

pytestmark = pytest.mark.django_db

STANDING = "/account/standing/"


def signed_in(answer_to: Client, address: str) -> bool:
    return answer_to.get(address).wsgi_request.user.is_authenticated


@pytest.mark.slow
def test_a_banned_player_is_a_visitor_but_where_it_says_why(client: Client) -> None:
    ada = account("Ada")
    client.force_login(ada)
    game = game_in_play(slug="duel", plies=1, accounts=(ada, None))
    pages = ("/account/", "/my/", "/lobby/", f"/games/{game.key}/", "/no/such/page/")
    assert [signed_in(client, page) for page in pages] == [True] * 5
    penalty = impose(ada.player.pk, Penalty.Kind.BAN, ends=timezone.now() + timedelta(days=3))
    assert [signed_in(client, page) for page in pages] == [False] * 5
    turn = client.post(reverse("play:turn", args=[game.key]), {"turn": "a1-a2", "version": "3"})
    assert turn.status_code == 403
    # Wherever they want to go they come to the page that says why.
    assert client.get("/my/")["Location"] == "/login/?next=/my/"
    assert client.get("/login/?next=/my/")["Location"] == STANDING
    content = client.get(STANDING).content.decode()
    assert ("Your account is banned until" in content, url_of(penalty) in content) == (True, True)
    assert "Your account is banned until" in client.get(url_of(penalty)).content.decode()
    assert client.get("/account/delete/").status_code == 200
    assert client.post("/logout/").status_code == 302


@pytest.mark.parametrize("change", [{"ends": timedelta()}, {"reversed_at": timedelta()}])
def test_the_account_opens_again_by_itself(client: Client, change: dict[str, timedelta]) -> None:
    """A ban that ends or is reversed leaves nothing to be done."""
    ada = account("Ada")
    client.force_login(ada)
    penalty = impose(ada.player.pk, Penalty.Kind.BAN)
    assert not signed_in(client, "/account/")
    Penalty.objects.filter(pk=penalty.pk).update(**{name: timezone.now() + by for name, by in change.items()})
    assert signed_in(client, "/account/")
    assert client.get(url_of(penalty)).status_code == 200


def test_who_is_banned_can_sign_in_and_is_told(client: Client) -> None:
    ada = account("Ada")
    impose(ada.player.pk, Penalty.Kind.BAN)
    answer = client.post("/login/?next=/my/", {"login": "ada", "password": PASSWORD}, follow=True)
    assert answer.redirect_chain[-1][0] == STANDING
    assert "Your account is banned for good." in answer.content.decode()


def test_a_ban_makes_nobody_a_guest(client: Client) -> None:
    empty_cache()
    ada = account("Ada")
    client.force_login(ada)
    penalty = impose(ada.player.pk, Penalty.Kind.BAN)
    form = {"variant": "duel", "side": "blue", "pace": "live-20-10", "once": "00000000-0000-4000-8000-000000000001"}
    answer = client.post("/play/computer/", form)
    assert (answer.status_code, url_of(penalty) in answer.content.decode()) == (403, True)
    assert Account.objects.count() == 1


def test_nobody_reads_the_penalties_of_another(client: Client) -> None:
    ada, bob = account("Ada"), account("Bob")
    penalty = impose(ada.player.pk, Penalty.Kind.NO_TALK)
    assert client.get(url_of(penalty)).status_code == 302
    client.force_login(bob)
    assert client.get(url_of(penalty)).status_code == 404
    assert "You have no penalties" in client.get(STANDING).content.decode()

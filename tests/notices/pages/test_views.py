"""The pages of notices."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from notices import notify, unread
from notices.domain.wishes import wants
from notices.models import Kind, Notice
from tests.notices.people import Times, begun, member, row

pytestmark = pytest.mark.django_db


def signed_in(player: Player) -> Client:
    client = Client()
    client.force_login(player.account)
    return client


def test_the_page_leads_where_a_notice_points(time: Times) -> None:
    ann, bob = member("Ann"), member("Bob")
    client = signed_in(ann)
    assert "Nothing new" in client.get(reverse("notices:notices")).text
    game = begun(ann, bob)
    notice = notify(ann.id, "your-turn", game=game, version=row(game).turn_version)
    page = client.get(reverse("notices:notices")).text
    assert "It is your turn: Duel against Bob" in page
    assert "until 24 November 2026, 12:00" in page
    there = client.get(reverse("notices:open", args=[notice.id]))
    assert (there.status_code, there["Location"]) == (302, reverse("games:replay", args=[row(game).key]))
    assert unread(ann.id) == 0
    assert 'class="unread"' not in client.get(reverse("notices:notices")).text


def test_a_notice_is_for_its_player_alone(time: Times) -> None:
    ann, bob = member("Ann"), member("Bob")
    notice = notify(ann.id, "declined", actor=bob.id)
    assert signed_in(bob).get(reverse("notices:open", args=[notice.id])).status_code == 404
    assert signed_in(ann).get(reverse("notices:open", args=[uuid4()])).status_code == 404
    assert (unread(ann.id), "declined" in signed_in(bob).get(reverse("notices:notices")).text) == (1, False)
    for name in ("notices", "settings"):
        assert Client().get(reverse(f"notices:{name}")).status_code == 302


def test_all_are_marked_as_read(time: Times) -> None:
    ann, bob = member("Ann"), member("Bob")
    for kind in ("declined", "accepted"):
        notify(ann.id, kind, actor=bob.id)
    client = signed_in(ann)
    assert client.get(reverse("notices:read")).status_code == 405
    client.post(reverse("notices:read"))
    assert (unread(ann.id), Notice.objects.count()) == (0, 2)


def test_one_chooses_what_to_be_told(time: Times) -> None:
    ann = member("Ann")
    client = signed_in(ann)
    page = client.get(reverse("notices:settings")).text
    assert 'name="over-mail" id="over-mail" aria-labelledby="kind-over by-mail" checked' in page
    assert 'name="declined-mail" id="declined-mail" aria-labelledby="kind-declined by-mail">' in page
    client.post(reverse("notices:settings"), {"over-page": "on", "declined-mail": "on"})
    chosen = {
        (kind, place) for kind, want in wants(ann.id).items() for place in ("page", "mail") if getattr(want, place)
    }
    assert chosen == {(Kind.OVER, "page"), (Kind.DECLINED, "mail")}


def test_who_looks_at_a_game_has_seen_what_is_told_of_it(time: Times) -> None:
    ann, bob = member("Ann"), member("Bob")
    game, other = begun(ann, bob), begun(ann, bob)
    for item in (game, other):
        notify(ann.id, "your-turn", game=item, version=row(item).turn_version)
        notify(bob.id, "message", game=item, actor=ann.id)
    assert (unread(ann.id), unread(bob.id)) == (2, 2)
    page = signed_in(ann).get(reverse("games:replay", args=[row(game).key])).text
    assert page.count('class="badge" id="unread"') == 1  # of the other game
    assert (unread(ann.id), unread(bob.id)) == (1, 2)

"""Telling, listing, reading and taking back; and what is out of date."""

from __future__ import annotations

from uuid import uuid4

import pytest

from accounts.models import Player
from games.domain import commands
from games.rules import Seat
from notices import mark_read, notify, unread, withdraw
from notices.domain.commands import notices_of
from notices.domain.wishes import Want, stop_mail, want, wants, wish
from notices.kinds.words import words_of
from notices.models import Kind, Notice
from tests.notices.people import Times, begun, member, move, row

pytestmark = pytest.mark.django_db


def texts(player: Player) -> list[str]:
    return [words.text for words in words_of(notices_of(player.id))]


def test_a_notice_is_told_listed_and_read(time: Times) -> None:
    ann, bob = member("Ann"), member("Bob")
    notice = notify(ann.id, "declined", actor=bob.id)
    time.wait(minutes=1)
    notify(ann.id, "accepted", actor=bob.id)
    assert texts(ann) == ["Bob accepted your challenge", "Bob declined your challenge"]
    assert (unread(ann.id), unread(bob.id)) == (2, 0)
    mark_read(bob.id, notice=notice.id)
    assert unread(ann.id) == 2
    mark_read(ann.id, notice=notice.id)
    assert [notice.read is None for notice in notices_of(ann.id)] == [True, False]
    mark_read(ann.id)
    assert (unread(ann.id), len(notices_of(ann.id))) == (0, 2)


def test_the_same_is_not_told_twice_while_it_is_unread(time: Times) -> None:
    ann, bob = member("Ann"), member("Bob")
    assert notify(ann.id, "declined", actor=bob.id) is not None
    assert notify(ann.id, "declined", actor=bob.id) is None
    assert notify(ann.id, "declined", actor=ann.id) is not None
    mark_read(ann.id)
    assert notify(ann.id, "declined", actor=bob.id) is not None


def test_who_cannot_read_is_told_nothing(time: Times) -> None:
    bot = Player.objects.create(name="Engine", bot=True)
    of_a_record = Player.objects.create(name="Somebody")
    assert [notify(item, "declined") for item in (bot.id, of_a_record.id, uuid4())] == [None] * 3
    with pytest.raises(ValueError, match="not a valid Kind"):
        notify(bot.id, "gossip")


def test_what_is_not_wanted_is_not_told(time: Times) -> None:
    ann = member("Ann")
    assert want(ann.id, Kind.DECLINED) == Want(page=True, mail=False)
    assert want(ann.id, Kind.YOUR_TURN) == Want(page=True, mail=True)
    wish(ann.id, {Kind.DECLINED: Want(page=False, mail=False), Kind.CANCELLED: Want(page=False, mail=True)})
    assert notify(ann.id, "declined") is None
    hidden = notify(ann.id, "cancelled", actor=ann.id)
    assert (hidden.shown, hidden.mail) == (False, "waiting")
    assert (unread(ann.id), notices_of(ann.id)) == (0, [])
    stop_mail(ann.id, Kind.CANCELLED)
    stop_mail(ann.id, Kind.OVER)
    stop_mail(ann.id, Kind.OVER)
    assert wants(ann.id)[Kind.OVER] == Want(page=True, mail=False)
    assert notify(ann.id, "cancelled") is None


def test_a_notice_goes_when_it_is_out_of_date(time: Times) -> None:
    ann, bob = member("Ann"), member("Bob")
    game = begun(ann, bob, ready=1)
    notify(ann.id, "started", game=game)
    notify(bob.id, "started", game=game)
    assert texts(ann) == []  # her army is set up
    assert texts(bob) == ["A new game, set up your army: Duel against Ann"]
    game = begun(ann, bob)
    notify(ann.id, "your-turn", game=game, version=row(game).turn_version)
    notify(ann.id, "reminder", game=game, version=row(game).turn_version)
    notify(bob.id, "your-turn", game=game, version=row(game).turn_version)
    time.wait(minutes=1)
    notify(ann.id, "draw-offer", game=game)
    assert sorted(texts(ann)) == [
        "A quarter of your time is left: Duel against Bob",
        "It is your turn: Duel against Bob",
    ]
    assert texts(bob) == ["A new game, set up your army: Duel against Ann"]
    move(game)
    assert (texts(ann), unread(ann.id)) == ([], 0)
    commands.offer_draw(game=game, seat=Seat.BLUE, actor=bob.account_id)
    assert texts(ann) == ["A draw is offered: Duel against Bob"]
    notify(ann.id, "over", game=game)
    commands.resign(game=game, seat=Seat.RED, actor=ann.account_id)
    assert texts(ann) == ["Your game is over: Duel against Bob. Blue wins: resignation"]


def test_what_is_taken_back_is_gone(time: Times) -> None:
    ann, bob = member("Ann"), member("Bob")
    notify(ann.id, "declined", actor=bob.id)
    notify(ann.id, "declined", actor=ann.id)
    withdraw("declined", player_id=ann.id, actor=bob.id)
    assert [notice.actor for notice in Notice.objects.all()] == [ann.id]
    with pytest.raises(ValueError, match="say whose notices"):
        withdraw("declined")

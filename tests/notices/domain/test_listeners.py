"""What happens in games is told to their players: not to who did it, and nothing of games against the computer."""

from __future__ import annotations

from uuid import UUID

import pytest

from games.domain import commands
from games.domain.listeners import Happened
from games.rules import Seat
from notices import notify
from notices.domain.listeners import kind_of
from notices.domain.notifying import notices_of
from notices.models import Kind, Notice, Wish
from players.erasing.deleting import delete_account
from players.models import Player
from tests.notices.people import Times, begun, member, move

pytestmark = pytest.mark.django_db(transaction=False)


def told(game: UUID) -> list[tuple[str, str, str]]:
    """Who was told what about a game, and whether a mail waits."""
    return sorted(Notice.objects.filter(game=game).values_list("player__name", "kind", "mail"))


@pytest.fixture
def now(django_capture_on_commit_callbacks):
    """Inside of it what is done on commit is done."""
    return lambda: django_capture_on_commit_callbacks(execute=True)


def test_play_begins_and_ends(time: Times, now) -> None:
    ann, bob = member("Ann"), member("Bob")
    with now():
        game = begun(ann, bob)
    assert told(game) == [("Ann", "started", "waiting")]  # Bob's set-up was the last
    with now():
        move(game)
    assert len(told(game)) == 1
    with now():
        commands.offer_draw(game=game, seat=Seat.RED, actor=ann.account_id)
    assert told(game)[1:] == [("Bob", "draw-offer", "waiting")]
    with now():
        commands.resign(game=game, seat=Seat.RED, actor=ann.account_id)
    assert told(game)[2:] == [("Bob", "over", "waiting")]


def test_a_time_out_is_told_to_both(time: Times, now) -> None:
    game = begun(member("Ann"), member("Bob"))
    time.wait(days=4)
    with now():
        commands.time_out(game=game)
    assert told(game) == [("Ann", "over", "waiting"), ("Bob", "over", "waiting")]


def test_a_reveal_is_no_second_end(time: Times, now) -> None:
    ann, bob = member("Ann"), member("Bob")
    game = begun(ann, bob)
    commands.resign(game=game, seat=Seat.RED)
    with now():
        commands.reveal_game(game=game)
    assert told(game) == []


def test_who_wants_a_game_opened_is_told_to_the_other(time: Times, now) -> None:
    ann, bob = member("Ann"), member("Bob")
    game = begun(ann, bob, reveal="never")
    commands.resign(game=game, seat=Seat.RED)
    with now():
        commands.propose_reveal(game=game, seat=Seat.RED, actor=ann.account_id)
    assert told(game) == [("Bob", "reveal", "waiting")]
    assert [len(notices_of(one.id)) for one in (ann, bob)] == [0, 1]
    with now():
        commands.withdraw_reveal(game=game, seat=Seat.RED, actor=ann.account_id)
    assert notices_of(bob.id) == []  # it is no longer so
    commands.propose_reveal(game=game, seat=Seat.RED, actor=ann.account_id)
    with now():
        commands.propose_reveal(game=game, seat=Seat.BLUE, actor=bob.account_id)
    assert (notices_of(bob.id), len(told(game))) == ([], 1)


def test_a_look_of_an_arbiter_is_no_second_end() -> None:
    def kind(*kinds: str) -> Kind | None:
        return kind_of(Happened(UUID(int=1), "k", 9, "over", None, (), over=True, kinds=kinds, players={}))

    assert (kind("arbiter-looked"), kind("game-revealed"), kind("resigned", "game-revealed")) == (None, None, Kind.OVER)


def test_a_game_that_is_called_off(time: Times, now) -> None:
    ann, bob = member("Ann"), member("Bob")
    game = begun(ann, bob, ready=1)
    with now():
        commands.abort_game(game=game, seat=Seat.BLUE, actor=bob.account_id)
    assert told(game) == [("Ann", "cancelled", "waiting")]
    game = begun(ann, bob, ready=1)
    with now():
        commands.cancel_game(game=game)
    assert told(game) == [("Ann", "cancelled", "waiting"), ("Bob", "cancelled", "waiting")]


def test_the_computer_is_no_matter_for_notices(time: Times, now) -> None:
    ann = member("Ann")
    with now():
        game = begun(Player.objects.create(name="Engine", bot=True), ann)
        commands.resign(game=game, seat=Seat.RED)
    assert told(game) == []


def test_a_deleted_account_leaves_no_notice(time: Times) -> None:
    ann, bob = member("Ann"), member("Bob")
    notify(ann.id, "declined", actor=bob.id)
    notify(bob.id, "declined", actor=ann.id)
    notify(bob.id, "accepted", actor=bob.id)
    Wish.objects.create(player=ann, kind="over", page=True, mail=False)
    delete_account(ann.account)
    assert list(Notice.objects.values_list("player__name", "kind")) == [("Bob", "accepted")]
    assert Wish.objects.count() == 0

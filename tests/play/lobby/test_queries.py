"""What pages ask: the games that wait, the next one, and the rematch of a game."""

from __future__ import annotations

import random
from typing import Any

import pytest

from accounts.models import Player
from eventlog.statements import execute
from games.domain import commands
from games.domain.clocks import PRESETS
from games.models import Game
from games.rules import Seat
from notices.models import Notice
from play.lobby import domain, notifications, queries
from play.lobby.models import Place, Seek
from play.lobby.queries import next_game, waiting_count
from play.lobby.rematches import rematch
from play.lobby.tasks import expire_seeks
from play.lobby.terms import GameTerms
from privacy.erase import delete_account
from tests.scenes import account, game_in_play, game_over, placements

pytestmark = pytest.mark.django_db


def started(host: Player, player: Player, time: str) -> Game:
    terms = GameTerms(variant="classic", time=PRESETS[time], colour="red")
    seek = domain.join(seek=domain.open_seek(host=host, terms=terms).id, player=player)
    return Game.objects.get(id=seek.game)


def test_a_game_waits_for_who_is_to_move_or_to_set_up(by_hand: list[bytes]) -> None:
    ada, bob = account("Ada"), account("Bob")
    game_over(accounts=(ada, bob))
    game_in_play(plies=1, accounts=(ada, bob))  # Bob's turn
    setting_up = started(ada.player, bob.player, "3-days")
    placement = placements("classic", random.Random(1))[Seat.RED]
    commands.make_setup(game=setting_up.id, seat=Seat.RED, placement=placement)
    by_hand.clear()
    counts = [waiting_count(who.player.id) for who in (ada, bob)]
    assert (counts, len(by_hand)) == ([0, 2], 2)
    assert [len(queries.unfinished(who.player.id)) for who in (ada, bob)] == [2, 2]


def test_the_next_game_is_the_most_urgent_but_not_the_same() -> None:
    ada, bob = account("Ada"), account("Bob")
    timeless = game_in_play(plies=0, accounts=(ada, bob))
    slow, quick = (started(ada.player, bob.player, time) for time in ("14-days", "1-day"))
    assert [game.id for game, _seat in queries.unfinished(ada.player.id)] == [quick.id, slow.id, timeless.id]
    assert next_game(ada.player.id) == quick
    assert next_game(ada.player.id, quick.id) == slow
    assert next_game(bob.player.id, slow.id) == quick
    assert next_game(account("Cyd").player.id) is None


def test_what_becomes_of_a_rematch_can_be_asked() -> None:
    ada, bob = account("Ada"), account("Bob")
    over = game_over(accounts=(ada, bob))
    assert queries.rematch_of(over.id) is None
    asked = rematch(game=over.id, player=ada.player)
    assert queries.rematch_of(over.id) == asked
    domain.cancel(seek=asked.id, player=ada.player)
    assert queries.rematch_of(over.id) is None


def test_the_sweep_ends_what_nobody_took() -> None:
    ada = account("Ada").player
    terms = GameTerms(variant="duel", time=PRESETS["live-5-5"])
    kept, late = (domain.open_seek(host=ada, terms=terms) for _one in range(2))
    Seek.objects.filter(id=late.id).update(expires=late.created)
    for _twice in range(2):
        expire_seeks.delay()
    assert [Seek.objects.get(id=seek.id).state for seek in (kept, late)] == ["open", "expired"]
    assert list(queries.open_seeks(player=None)) == [kept]


def test_players_are_told_once_it_is_certain(django_capture_on_commit_callbacks: Any) -> None:
    people = [account(name).player for name in ("Ada", "Bob", "Cyd", "Dee")]
    ada, bob, cyd, dee = people
    four = GameTerms(variant="alliance", time=PRESETS["3-days"])
    with django_capture_on_commit_callbacks(execute=True):
        asked = domain.challenge(host=ada, terms=four, players=[bob, cyd])
    with django_capture_on_commit_callbacks(execute=True):
        domain.decline(seek=asked.id, player=cyd)
        domain.join(seek=asked.id, player=dee)
        domain.join(seek=asked.id, player=cyd)
    with django_capture_on_commit_callbacks(execute=True):
        game = domain.accept(seek=asked.id, player=bob).game
    rows = Notice.objects.order_by("created").values_list("player__name", "kind", "actor", "game")
    assert set(rows) == {
        ("Bob", "challenge", ada.id, None),
        ("Cyd", "challenge", ada.id, None),
        ("Ada", "declined", cyd.id, None),
        ("Ada", "accepted", bob.id, game),
        ("Cyd", "started", ada.id, game),
        ("Dee", "started", ada.id, game),
    }


def test_of_a_live_game_nothing_is_told_by_mail(django_capture_on_commit_callbacks: Any) -> None:
    ada, bob = account("Ada").player, account("Bob").player
    for time, mail in (("live-5-5", "none"), ("3-days", "waiting")):
        with django_capture_on_commit_callbacks(execute=True):
            domain.challenge(host=ada, terms=GameTerms(variant="duel", time=PRESETS[time]), players=[bob])
        notice = Notice.objects.get()
        assert (notice.kind, notice.mail) == ("challenge", mail)
        notice.delete()


def test_a_game_starts_even_if_nobody_can_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notifications, "notify_each", lambda *_told, **_more: execute(b"SELECT 1 / 0"))
    ada, bob = account("Ada").player, account("Bob").player
    game = started(ada, bob, "3-days")
    assert (game.status, Notice.objects.filter(kind="accepted").count()) == ("waiting", 0)


def test_nothing_is_left_of_a_player_who_was_deleted() -> None:
    ada, bob = account("Ada"), account("Bob")
    terms = GameTerms(variant="alliance", time=PRESETS["3-days"])
    hosted = domain.open_seek(host=ada.player, terms=terms)
    table = domain.open_seek(host=bob.player, terms=terms)
    domain.join(seek=table.id, player=ada.player)
    pair = GameTerms(variant="duel", time=PRESETS["3-days"])
    asked = domain.challenge(host=bob.player, terms=pair, players=[ada.player])
    started(ada.player, bob.player, "3-days")
    delete_account(ada)
    assert not Seek.objects.filter(id=hosted.id).exists()
    assert list(Place.objects.filter(seek=table).values_list("player__name", flat=True)) == ["Bob"]
    assert [Seek.objects.get(id=seek.id).state for seek in (table, asked)] == ["open", "declined"]

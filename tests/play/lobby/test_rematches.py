"""A rematch: the same players and terms, the colours changed."""

from __future__ import annotations

import pytest

from accounts.models import Player
from games.domain import commands
from games.domain.clocks import PRESETS
from games.domain.command_handler import open_game
from games.domain.limits import usual_limit
from games.models import Game
from games.rules import Illegal, Refusal, Seat, variant
from play.lobby import domain
from play.lobby.models import Seek
from play.lobby.queries import rematch_of
from play.lobby.rematches import USUAL_TIME, rematch
from play.lobby.terms import GameTerms
from play.lobby.words import options_text
from tests.scenes import account, game_in_play, game_of

from .test_domain import refusal, seated

pytestmark = pytest.mark.django_db


def finished_pair(**changes: object) -> tuple[Game, Player, Player]:
    """A game that red, Ada, lost against Bob."""
    ada, bob = account("Ada"), account("Bob")
    game = game_in_play(plies=2, accounts=(ada, bob), **changes)  # type: ignore[arg-type]
    commands.resign(game=game.id, seat=Seat.RED)
    return game, ada.player, bob.player


def test_the_colours_change_and_the_terms_stay() -> None:
    ada, bob = account("Ada").player, account("Bob").player
    terms = GameTerms(
        variant="cards",
        time=PRESETS["live-20-10"],
        notes=False,
        spotter=True,
        reveal="delay",
        reveal_after=60,
        colour="red",
        rated=True,
    )
    first = domain.join(seek=domain.open_seek(host=ada, terms=terms).id, player=bob)
    commands.cancel_game(game=first.game)  # type: ignore[arg-type]
    asked = rematch(game=first.game, player=ada)  # type: ignore[arg-type]
    assert (asked.state, asked.game, rematch_of(first.game)) == ("open", None, asked)  # type: ignore[arg-type]
    assert rematch(game=first.game, player=ada) == asked  # type: ignore[arg-type]
    again = rematch(game=first.game, player=bob)  # type: ignore[arg-type]
    assert (seated(first), seated(again)) == ({Seat.RED: "Ada", Seat.BLUE: "Bob"}, {Seat.RED: "Bob", Seat.BLUE: "Ada"})
    old, new = (open_game(seek.game) for seek in (first, again))  # type: ignore[arg-type]
    assert (new.time, new.options, new.created.notes, new.created.rated) == (old.time, old.options, False, True)
    assert (new.created.reveal, new.created.reveal_after) == ("delay", 60)
    assert rematch(game=first.game, player=ada).game == again.game  # type: ignore[arg-type]


def test_memory_marks_are_a_term_of_the_seek_its_game_and_the_rematch() -> None:
    ada, bob = account("Ada").player, account("Bob").player
    seek = domain.open_seek(host=ada, terms=GameTerms(variant="barrage", time=PRESETS["3-days"], memory=True))
    assert "memory marks" in options_text(seek, PRESETS["3-days"])
    game = domain.join(seek=seek.id, player=bob).game
    commands.cancel_game(game=game)  # type: ignore[arg-type]
    rematch(game=game, player=ada)  # type: ignore[arg-type]
    again = rematch(game=game, player=bob).game  # type: ignore[arg-type]
    limit = {"no_attack_limit": usual_limit(variant("barrage"))}
    assert [open_game(item).created.options for item in (game, again)] == [limit | {"memory": True}] * 2  # type: ignore[arg-type]


def test_a_game_without_a_time_control_has_one_in_its_rematch() -> None:
    over, ada, bob = finished_pair()
    rematch(game=over.id, player=bob)
    game = open_game(rematch(game=over.id, player=ada).game)  # type: ignore[arg-type]
    assert (game.time, game.options.no_attack_limit) == (USUAL_TIME, 200)


def test_a_declined_rematch_is_not_asked_for_again_but_may_be_by_who_declined() -> None:
    over, ada, bob = finished_pair()
    asked = rematch(game=over.id, player=ada)
    domain.decline(seek=asked.id, player=bob)
    assert refusal(rematch, game=over.id, player=ada) == Refusal("rematch-declined")
    rematch(game=over.id, player=bob)
    assert rematch(game=over.id, player=ada).state == "started"


def test_who_cannot_ask_for_a_rematch() -> None:
    over, ada, bob = finished_pair()
    going = game_in_play(accounts=(ada.account, bob.account))
    assert refusal(rematch, game=going.id, player=ada) == Refusal("not-over")
    assert refusal(rematch, game=over.id, player=account("Cyd").player) == Refusal("not-your-game")
    assert refusal(rematch, game=ada.id, player=ada) == Refusal("no-game")
    bob.delete()
    assert refusal(rematch, game=over.id, player=ada) == Refusal("rematch-missing")


def test_four_play_again_once_all_have_accepted() -> None:
    accounts = {seat: account(f"Player-{seat.slug}") for seat in Seat}
    over = game_of("alliance_lightning", plies=4, accounts=accounts)
    players = {seat: item.player for seat, item in accounts.items()}
    asked = rematch(game=over.id, player=players[Seat.BLUE])
    rematch(game=over.id, player=players[Seat.RED])
    assert rematch(game=over.id, player=players[Seat.RED2]).game is None
    started = rematch(game=over.id, player=players[Seat.BLUE2])
    assert started.id == asked.id
    sides = {name: seat.side for seat, name in seated(started).items()}
    assert sides == {"Player-red": 1, "Player-red2": 1, "Player-blue": 0, "Player-blue2": 0}


def test_one_of_four_who_declines_ends_it() -> None:
    accounts = {seat: account(f"Player-{seat.slug}") for seat in Seat}
    over = game_of("alliance_lightning", plies=4, accounts=accounts)
    asked = rematch(game=over.id, player=accounts[Seat.RED].player)
    domain.decline(seek=asked.id, player=accounts[Seat.RED2].player)
    with pytest.raises(Illegal):
        domain.accept(seek=asked.id, player=accounts[Seat.BLUE].player)
    assert Seek.objects.get().state == "declined"

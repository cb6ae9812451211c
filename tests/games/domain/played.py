"""Games played at random through the commands, in any rule book."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from games.domain import commands
from games.domain.fold import GameFold
from games.domain.random_play import random_setup
from games.rules import Options, Seat, Variant, legal_turns


def begun(
    book: Variant,
    chance: random.Random,
    *,
    options: Options | None = None,
    players: Mapping[Seat, UUID] | None = None,
    reveal: str = "end",
    **values: Any,
) -> tuple[UUID, GameFold]:
    """A game whose set-ups are made, and how it stands. `values` are for `create_game`."""
    options = options or Options()
    game = commands.create_game(variant=book, players=players or {}, options=options, reveal=reveal, **values)
    decks = commands.open_game(game).decks
    for seat in book.seats:
        placement = random_setup(book, seat, options, decks.get(seat, ""), chance)
        now = commands.make_setup(game=game, seat=seat, placement=placement)
    return game, now


def play_some(game: UUID, now: GameFold, chance: random.Random) -> GameFold:
    """One more submission: a turn, or a choice if one is open."""
    assert now.state is not None
    turn = str(chance.choice(legal_turns(now.state)))
    return commands.play_turn(game=game, seat=now.state.to_move, turn=turn, expected=now.public_version)


def play_out(game: UUID, now: GameFold, chance: random.Random) -> GameFold:
    """The game to its end."""
    while now.outcome is None:
        now = play_some(game, now, chance)
    return now

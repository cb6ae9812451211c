"""Games played at random, in any rule book: by the commands, or with the events of the commands written at once."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from datetime import datetime
from itertools import count
from typing import Any
from uuid import UUID

from eventlog.sources import new_nonce
from games.domain import command_handler, commands, creation
from games.domain.commitments import TREE
from games.domain.events import GameEvent, SetupMade, submitted
from games.domain.random_play import random_setup
from games.domain.shuffles import complete
from games.domain.state import GameFold
from games.domain.transitions import fold
from games.rules import Options, Seat, Variant, legal_turns, parse_turn

Choose = Callable[[GameFold], str | None]
"""The next submission of a game as it stands, as a player writes it; None to stop."""


def write_setups(game: UUID, placements: Callable[[GameFold], Mapping[Seat, str]]) -> GameFold:
    """Sets a game up with one append: the events are those of `make_setup`, seat by seat."""

    def decide(now: GameFold, _at: datetime) -> list[GameEvent]:
        return [
            SetupMade(seat=seat.slug, placement=placement, nonce=new_nonce(), seal=TREE)
            for seat, placement in placements(now).items()
        ]

    return command_handler.execute(game=game, actor=None, decide=decide)


def write_turns(game: UUID, choose: Choose) -> GameFold:
    """Plays on with one append: the events are those of `play_turn`, which takes ten times as long for each ply."""

    def decide(now: GameFold, at: datetime) -> list[GameEvent]:
        events: list[GameEvent] = []
        while (text := choose(now)) is not None:
            assert now.state is not None
            turn = str(complete(now, parse_turn(now.variant, text)))
            event = submitted(turn, choice=now.state.pending is not None, secret=now.variant.secret_turns)
            now = fold([(event, at)], now)
            events.append(event)
        return events

    return command_handler.execute(game=game, actor=None, decide=decide)


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
    game = creation.create_game(variant=book, players=players or {}, options=options, reveal=reveal, **values)

    def placements(now: GameFold) -> dict[Seat, str]:
        return {seat: random_setup(book, seat, options, now.decks.get(seat, ""), chance) for seat in book.seats}

    return game, write_setups(game, placements)


def play_some(game: UUID, now: GameFold, chance: random.Random) -> GameFold:
    """One more submission through the command: a turn, or a choice if one is open."""
    assert now.state is not None
    turn = str(chance.choice(legal_turns(now.state)))
    return commands.play_turn(game=game, seat=now.state.to_move, turn=turn, expected=now.public_version)


def play_many(
    game: UUID, chance: random.Random, *, most: int | None = None, until: Callable[[GameFold], bool] | None = None
) -> GameFold:
    """The game played on, written at once: to its end, by `most` submissions, or till `until` holds."""
    left = count(0 if most is None else -most)

    def choose(now: GameFold) -> str | None:
        if now.outcome is not None or (until is not None and until(now)) or (next(left) == 0 and most is not None):
            return None
        assert now.state is not None
        return str(chance.choice(legal_turns(now.state)))

    return write_turns(game, choose)


def play_out(game: UUID, chance: random.Random) -> GameFold:
    return play_many(game, chance)

"""What a bot does in a game: it sets up, answers an offer, or plays.

It acts through the same commands as everybody, with the public version that it saw. So two workers that act at once,
or one whose game has moved on, do no harm: one of them is refused.
"""

from __future__ import annotations

import logging
import random
from uuid import UUID

from django.utils.crypto import salted_hmac

from accounts.people.bots import BOT_LEVELS
from eventlog.sources import random_bytes
from eventlog.store import Conflict
from games.domain.command_handler import open_game, seats_of_bots
from games.domain.commands import agree_draw, agree_takeback, decline_draw, make_setup, play_turn
from games.domain.shuffles import drawn
from games.domain.state import GameFold
from games.models import Game
from games.replay import timeline
from games.rules import RANK_OF_SYMBOL, Illegal, Seat, Viewer
from play.bots.draw_offers import accepts_draw
from play.bots.levels import choose
from play.bots.setups import placement
from play.bots.sight import Sight, sight_of

log = logging.getLogger(__name__)

_TOO_LATE = frozenset(
    {
        "moved-on",
        "set-up-made",
        "not-your-turn",
        "game-over",
        "time-is-up",
        "no-draw-offer",
        "no-takeback-offer",
        "not-started",
        "game-paused",
    }
)
"""Refusals of one who came second, or too late: the game has gone on without it."""

_SEED_BYTES = 32


def act(game: UUID) -> bool:
    """Does what the bots of a game have to do now; one turn at most. Safe to run twice, also at once.

    Side effects: appends what a player in their place would.

    Returns:
        Whether anything was done.
    """
    now = open_game(game)
    try:
        if now.outcome is not None:
            return False
        if now.state is None:
            return _set_up(game, now)
        return _answer_draw(game, now) or _let_take_back(game, now) or _play(game, now)
    except Conflict:
        return False
    except Illegal as error:
        if error.refusal.code in _TOO_LATE:
            return False
        raise


def _set_up(game: UUID, now: GameFold) -> bool:
    seats = [seat for seat in seats_of_bots(now) if seat not in now.ready]
    for seat in seats:
        chance = random.Random(random_bytes(_SEED_BYTES))  # noqa: S311 - it is seeded with secret random bytes
        cards = [RANK_OF_SYMBOL[symbol] for symbol in drawn(now, seat)] if now.variant.deals else []
        laid = placement(now.variant, seat, chance, cards, _level(now, seat))
        make_setup(game=game, seat=seat, placement=laid)
    return bool(seats)


def _answer_draw(game: UUID, now: GameFold) -> bool:
    for seat in seats_of_bots(now):
        if now.draw and seat not in now.draw:
            sight = _sight(game, now, seat)
            if sight is None:
                return False
            answer = agree_draw if accepts_draw(sight) else decline_draw
            answer(game=game, seat=seat, expected=now.public_version)
            return True
    return False


def _let_take_back(game: UUID, now: GameFold) -> bool:
    """A bot lets its opponents take turns back, as often as they like: nothing depends on the game."""
    for seat in seats_of_bots(now):
        if now.takeback and seat not in now.takeback:
            agree_takeback(game=game, seat=seat, expected=now.public_version)
            return True
    return False


def _play(game: UUID, now: GameFold) -> bool:
    assert now.state is not None
    seat = now.state.to_move
    sight = _sight(game, now, seat) if seat in seats_of_bots(now) else None
    if sight is None:
        return False
    play_turn(game=game, seat=seat, turn=_chosen(game, now, sight), expected=now.public_version)
    return True


def _chosen(game: UUID, now: GameFold, sight: Sight) -> str:
    """The bot's turn. Should its judgement fail, any legal one: nobody is to wait for a bot until its time is up."""
    chance = _whims(game, now.public_version)
    try:
        return choose(sight, chance, _level(now, sight.view.to_move))
    except Exception as error:
        # Its message might tell a rank.
        log.error("a bot of %s failed with %s", now.variant.slug, type(error).__name__)
        return chance.choice(sight.legal)


def _level(now: GameFold, seat: Seat) -> int:
    return BOT_LEVELS[UUID(now.created.seats[seat.slug])]


def _sight(game: UUID, now: GameFold, seat: Seat) -> Sight | None:
    """What `seat` may know, or None if the game has moved on since it was opened."""
    assert now.state is not None
    line = timeline(Game(id=game), player=True)
    if line.plies != now.state.ply:
        return None
    turns = [turn for _ply, turn in line.turns(Viewer.of(seat), 1, line.plies)]
    return sight_of(now.state, turns, seat)


def _whims(game: UUID, version: int) -> random.Random:
    """The bot's whims at one moment of a game: the same whoever asks, and a secret of this service."""
    seed = salted_hmac("play.bots", f"{game}:{version}", algorithm="sha256").digest()
    return random.Random(seed)  # noqa: S311 - it is seeded with a keyed hash

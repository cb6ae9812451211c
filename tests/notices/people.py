"""Players with proven addresses, their games, and a time that the test sets."""

from __future__ import annotations

import random
from collections.abc import Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from allauth.account.models import EmailAddress

from accounts.mails.outbox import deliver_waiting
from accounts.models import Player
from eventlog.sources import injected
from games.domain import command_handler, commands, creation
from games.domain.clocks import PRESETS, TimeControl
from games.domain.listeners import unheard
from games.domain.random_play import random_setup
from games.models import Game
from games.rules import Options, Seat, legal_turns, variant
from notices.domain import sweeps
from notices.tasks import sweep
from tests.scenes import account

BEGIN = datetime(2026, 11, 21, 12, tzinfo=UTC)


class Times:
    def __init__(self) -> None:
        self.now = BEGIN

    def wait(self, **span: float) -> None:
        self.now += timedelta(**span)


@contextmanager
def times():
    """The time stands still but for `wait`."""
    time = Times()
    with injected(clock=lambda: time.now), pytest.MonkeyPatch.context() as patch:
        patch.setattr("django.utils.timezone.now", lambda: time.now)
        yield time


def member(name: str, *, verified: bool = True) -> Player:
    made = account(name)
    EmailAddress.objects.create(user=made, email=f"{name.lower()}@example.org", verified=verified, primary=True)
    return made.player


def begun(
    red: Player,
    blue: Player,
    *,
    ready: int = 2,
    time: TimeControl | None = PRESETS["3-days"],
    slug: str = "duel",
    rated: bool = False,
    reveal: str = "end",
) -> UUID:
    """A game of these two, so many set-ups made; of its beginning nobody is told."""
    players: Mapping[Seat, UUID] = {Seat.RED: red.id, Seat.BLUE: blue.id}
    with unheard():
        game = creation.create_game(variant=variant(slug), players=players, time=time, rated=rated, reveal=reveal)
        for seat in (Seat.RED, Seat.BLUE)[:ready]:
            lay_out(game, seat, actor=(red, blue)[seat])
    return game


def lay_out(game: UUID, seat: Seat, *, actor: Player) -> None:
    rules = command_handler.open_game(game).variant
    placement = random_setup(rules, seat, Options(), "", random.Random(int(seat)))
    commands.make_setup(game=game, seat=seat, placement=placement, actor=actor.account_id)


def move(game: UUID) -> None:
    state = command_handler.open_game(game).state
    turn = str(random.Random(state.ply).choice(legal_turns(state)))
    commands.play_turn(game=game, seat=state.to_move, turn=turn)


def row(game: UUID) -> Game:
    return Game.objects.get(id=game)


def pass_by(time: Times, *, minutes: float = 2) -> None:
    sweep()
    time.wait(minutes=minutes)
    assert timedelta(minutes=minutes) > sweeps.MAIL_AFTER
    sweep()
    deliver_waiting()

"""Who left others waiting is told from the log: in a game of four a partner is not to blame."""

from __future__ import annotations

from uuid import uuid4

import pytest

from games.domain import commands
from games.rules import Seat, variant
from ratings.domain.figures import GamesLeft, left_by

from .test_projections import Clock, begun, clock, duel

__all__ = ["clock"]

pytestmark = pytest.mark.django_db


def test_it_is_counted_whose_doing_it_was(clock: Clock) -> None:
    red, blue = uuid4(), uuid4()
    both = {Seat.RED: red, Seat.BLUE: blue}
    duel(red, blue)
    duel(red, blue, plies=9)
    duel(red, blue, plies=0, rated=False)
    late, absent = begun(both), begun(both, ready=1)
    commands.abort_game(game=begun(both), seat=Seat.BLUE)
    clock.wait(days=3)
    commands.time_out(game=late)
    commands.forfeit_setups(game=absent)
    assert (left_by(red), left_by(blue)) == (
        GamesLeft(timed_out=1),
        GamesLeft(not_set_up=1, called_off=1, given_up=1),
    )


def test_a_partner_is_not_to_blame(clock: Clock) -> None:
    players = {seat: uuid4() for seat in variant("alliance").seats}
    game = begun(players, slug="alliance")
    clock.wait(days=2)
    assert commands.time_out(game=game).outcome.winner == 1
    assert [left_by(players[seat]).timed_out for seat in Seat] == [1, 0, 0, 0]

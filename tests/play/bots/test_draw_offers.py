"""A bot agrees to a draw only when the game is dead."""

from __future__ import annotations

from dataclasses import replace

from games.rules import Options, PieceView, Rank, Seat, start, variant
from play.bots.draw_offers import accepts_draw
from play.bots.sight import Sight, sight_of

ARMY = "M932SB2F"


def sight(quiet: int, *lost: Rank) -> Sight:
    """What red knows with its whole army, after so many quiet plies, when blue has lost some pieces."""
    setups = {Seat.RED: ARMY + "." * 32, Seat.BLUE: "." * 32 + ARMY}
    known = sight_of(start(variant("barrage"), setups, Options()), [], Seat.RED)
    captured = tuple(PieceView(90 + number, Seat.BLUE, 50, rank, True) for number, rank in enumerate(lost))
    return replace(known, view=replace(known.view, quiet=quiet, captured=captured))


def test_not_while_the_game_is_alive() -> None:
    assert [accepts_draw(sight(quiet)) for quiet in (0, 59, 60)] == [False, False, True]


def test_not_for_who_leads() -> None:
    assert [accepts_draw(sight(100, *lost)) for lost in ([], [Rank.SCOUT], [Rank.MARSHAL])] == [True, True, False]

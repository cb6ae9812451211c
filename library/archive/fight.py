"""The fight that plays by itself on the landing page: a few moves of a full game, as one of its sides saw them.

The game is a record of the demo, judged by the rules when a process first shows it: no database, and the same for
everybody.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from django.conf import settings
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.notation import Record, parse_records
from games.presentation.last_plies import happened_markup, piece_size, told_plies
from games.presentation.presentation import picture
from games.rules import VARIANTS, Cursor, LastTurn, Seat, Viewer, parse_turn, start

RECORD = settings.BASE_DIR / "games" / "demo" / "classic-6.json"
SEEN_BY = Viewer.of(Seat.RED)
FIRST, LAST = 10, 14
"""After so many moves the board is shown, and up to this one it plays: Red's Major takes the Spy and falls to the
General."""


@dataclass(frozen=True, slots=True)
class LandingFight:
    """A board, and what happens on it then.

    Args:
        ply: how many moves have been made on the board.
        board: the drawing.
        happened: the next moves, for `battles.js` and in words.
        size: how wide and how high a piece is on it, in units of the drawing.
    """

    ply: int
    board: SafeString
    happened: SafeString
    size: tuple[int, int]


def landing_fight() -> LandingFight:
    """The fight in the language of the page."""
    return _fight_in(get_language())


@lru_cache(maxsize=8)
def _fight_in(_language: str | None) -> LandingFight:
    record = next(iter(parse_records(RECORD.read_bytes())))
    assert isinstance(record, Record)
    rules = VARIANTS[record.variant]
    game = Cursor(start(rules, record.setups, record.options))
    plies: list[tuple[int, LastTurn]] = []
    for turn in record.turns[:FIRST]:
        game.play(parse_turn(rules, turn))
    board = picture(game.view(SEEN_BY), small=True)
    for turn in record.turns[FIRST:LAST]:
        game.play(parse_turn(rules, turn))
        last = game.last_turn(SEEN_BY)
        assert last is not None
        plies.append((game.ply, last))
    shown = told_plies(plies, game.view(SEEN_BY), rules, below=0, coordinates=False)
    return LandingFight(FIRST, board, happened_markup(shown), piece_size(rules))

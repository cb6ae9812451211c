"""What is lost when boards are taken back, as the staff reads it before it confirms: each game and how far it is."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Game
from tournaments.domain.state import Board, Leg
from tournaments.organizer.names import Names
from tournaments.pages.parts import ROWS
from tournaments.presentation.words import result_text


def lost_games(boards: Iterable[Board], names: Names, *, real: bool) -> list[str]:
    """A line for each game of these boards, of very many the first ones; one query.

    Args:
        boards: those whose games would be lost.
        names: of its people.
        real: they are played across real boards.
    """
    result = [(board, number, leg) for board in boards for number, leg in enumerate(board.legs, 1)]
    more, result = max(0, len(result) - ROWS), result[:ROWS]
    games = Game.objects.in_bulk([leg.game for _board, _number, leg in result if leg.game is not None])
    lines = []
    for board, number, leg in result:
        words = {"board": board.number, "game": number, "red": names.entry(leg.red), "blue": names.entry(leg.blue)}
        text = _("Board %(board)d: %(red)s – %(blue)s: %(state)s")
        if len(board.legs) > 1:
            text = _("Board %(board)d, game %(game)d: %(red)s – %(blue)s: %(state)s")
        state = _("taken back already") if board.taken_back else _state(leg, games.get(leg.game), real=real)
        lines.append(text % (words | {"state": state}))
    return (
        [*lines, ngettext("and %(more)d game more", "and %(more)d games more", more) % {"more": more}]
        if more
        else lines
    )


def _state(leg: Leg, game: Game | None, *, real: bool) -> str:
    """How far a game is, as everybody may know it."""
    if leg.marks is not None:
        return result_text(leg.marks)
    if game is None:
        return _("no result yet") if real else _("not begun")
    if game.status == Game.Status.WAITING:
        return _("waits for set-ups")
    if game.status == Game.Status.OVER:
        return _("over, without a result")
    if game.closed:
        return _("in play")
    return ngettext("in play, %(plies)d move", "in play, %(plies)d moves", game.plies) % {"plies": game.plies}

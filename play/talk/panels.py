"""Talk and notes beside a board, and guesses beside a replay."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest

from accounts.models import Account
from accounts.people.accounts import player_of
from games.presentation.panels import BesidePlace, ShownGame, set_beside
from play.talk import guess_pages, pages


def _reader(request: HttpRequest) -> UUID:
    assert isinstance(request.user, Account)
    return player_of(request.user).id


@set_beside(BesidePlace.TALK)
def talk_panel(request: HttpRequest, shown: ShownGame) -> str:
    """Talk and notes of a game for who is signed in, who must have a seat in it."""
    return pages.panels_markup(request, shown.game, _reader(request), notes=shown.notes)


@set_beside(BesidePlace.GUESSES)
def guess_panel(request: HttpRequest, shown: ShownGame) -> str:
    """The guesses of a game, as far as the reader may see them; nothing, if there are none."""
    player = next((seat.player_id for seat in shown.game.all_seats if seat.seat == shown.own), None)
    return guess_pages.panel_markup(request, shown.game, player, shown.whose.viewer, shown.below)

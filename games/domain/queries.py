"""What pages and commands ask of the lists of games."""

from __future__ import annotations

import uuid
from typing import Any

from django.db.models import Prefetch, Q, QuerySet, Sum
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.domain.commands import open_game
from games.domain.shuffles import drawn
from games.eventlog.registry import address
from games.models import Game, GameSeat, Tally
from games.rules import RANK_OF_SYMBOL, End, Rank, Seat

__all__ = ["RESULTS", "cards_drawn", "figures", "game_by_key", "games", "names_of", "seat_of"]

RESULTS = ("red", "blue", "draw", "unfinished", "playing")

_WITHOUT_WINNER = (End.UNFINISHED.value, End.BOTH_MISSING.value)
_SEATS = Prefetch("seats", queryset=GameSeat.objects.select_related("player"))

_BY_RESULT = {
    "red": Q(status=Game.Status.OVER, winner=0),
    "blue": Q(status=Game.Status.OVER, winner=1),
    "draw": Q(status=Game.Status.OVER, winner=None) & ~Q(outcome__in=_WITHOUT_WINNER),
    "unfinished": Q(status=Game.Status.OVER, outcome=End.UNFINISHED.value),
    "playing": ~Q(status=Game.Status.OVER),
}


def games(*, variant: str = "", player: str = "", result: str = "") -> QuerySet[Game]:
    """Games, newest first, with their seats and players.

    Args:
        variant: slug of a rule book.
        player: part of a player's name, in any case.
        result: one of `RESULTS`; anything else finds nothing.
    """
    found = Game.objects.prefetch_related(_SEATS).order_by("-created", "-id")
    if variant:
        found = found.filter(variant=variant)
    if player:
        found = found.filter(id__in=GameSeat.objects.filter(player__name__icontains=player).values("game_id"))
    if result:
        found = found.filter(_BY_RESULT[result]) if result in _BY_RESULT else found.none()
    return found


def game_by_key(key: str) -> Game | None:
    """The game at a public address, with its seats and players."""
    return Game.objects.prefetch_related(_SEATS).filter(key=key).first()


@address
def _stream_by_key(key: str) -> uuid.UUID | None:
    return Game.objects.filter(key=key).values_list("id", flat=True).first()


def seat_of(game: Game, account: Any) -> Seat | None:
    """The seat that an account has in a game; None for everyone else, the anonymous included."""
    if not getattr(account, "is_authenticated", False):
        return None
    mine = game.seats.filter(player__account_id=account.pk).values_list("seat", flat=True).first()
    return None if mine is None else Seat(mine)


def cards_drawn(game: uuid.UUID, seat: Seat) -> tuple[Rank, ...]:
    """The cards that a seat has drawn, to choose its set-up from, lowest first (RULES section 8, cards). They are for
    who sits there alone: the caller asks `seat_of` first. Empty once play has begun, and where nothing is dealt.

    Raises:
        NoGame: there is no such game.
    """
    return tuple(RANK_OF_SYMBOL[symbol] for symbol in drawn(open_game(game), seat))


def names_of(game: uuid.UUID) -> dict[uuid.UUID, str]:
    """The names of a game's players by their ids; a deleted player is missing."""
    found = GameSeat.objects.filter(game_id=game, player__name__isnull=False)
    return dict(found.values_list("player_id", "player__name"))


def figures() -> list[tuple[str | Promise, int]]:
    """What the landing page counts: a name and a number each."""
    told = Tally.objects.aggregate(games=Sum("games"), plies=Sum("plies"))
    return [
        (_("games"), Game.objects.count()),
        (_("in play"), Game.objects.exclude(status=Game.Status.OVER).count()),
        (_("plies revealed"), told["plies"] or 0),
    ]

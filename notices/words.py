"""Notices in words. They are made of public facts alone: who plays, the rule book, the deadline, how the game ended.

Nothing of a position is said, so nothing can be said too much, on the page or in a mail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Game
from games.rules import Seat
from games.show.lists import players_of, result_text
from games.show.wording import variant_name
from notices.models import Kind, Notice
from notices.tournament_words import said_of_tournaments
from notices.truth import games_of, seat_in
from players.models import Player

__all__ = ["Words", "words_of"]


@dataclass(frozen=True, slots=True)
class Words:
    """A notice as it is shown.

    Args:
        text: a sentence without its full stop.
        url: where it leads, a path of this service.
        deadline: until when something has to be done, or None.
        variant: the name of the rule book, if it is about a game.
    """

    text: str
    url: str
    deadline: datetime | None
    variant: str = ""


def words_of(notices: Iterable[Notice]) -> list[Words]:
    """The words of notices, in their order, in the language that is on."""
    told = list(notices)
    games = games_of(told)
    actors = {notice.actor for notice in told if notice.actor is not None}
    names = dict(Player.objects.filter(id__in=actors).values_list("id", "name")) if actors else {}
    said = said_of_tournaments(told)
    return [Words(*said[one.id]) if one.id in said else _words(one, games, names) for one in told]


def _words(notice: Notice, games: Mapping[UUID, Game], names: Mapping[UUID, str]) -> Words:
    kind = Kind(notice.kind)
    game = None if notice.game is None else games.get(notice.game)
    name = _("Deleted player") if notice.actor is None else names.get(notice.actor, _("Deleted player"))
    if game is None and kind == Kind.CANCELLED and notice.actor is None:
        return Words(_("Too few players came in time for a game that you waited for"), reverse("lobby:lobby"), None)
    if game is None:
        return Words(_ALONE.get(kind, _nothing)(name), reverse("lobby:lobby"), None)
    seat = seat_in(game, notice.player_id)
    about = {
        "name": name,
        "variant": variant_name(game.variant),
        "opponents": _opponents(game, seat),
        "result": result_text(game),
    }
    awaited = kind in (Kind.YOUR_TURN, Kind.REMINDER, Kind.STARTED, Kind.ACCEPTED) and seat in game.running
    return Words(_ABOUT_GAME[kind](game) % about, _url(kind, game), game.due if awaited else None, about["variant"])


def _opponents(game: Game, seat: Seat | None) -> str:
    """The names of the other side; of all players for who does not sit there."""
    others = [one.name for one in players_of(game) if seat is None or one.side != seat.side]
    return _(" and ").join(others)


def _url(kind: Kind, game: Game) -> str:
    return reverse("lobby:lobby") if kind == Kind.REMATCH else reverse("games:replay", args=[game.key])


def _nothing(name: str) -> str:
    return _("The game is gone")


_ALONE: Mapping[Kind, Callable[[str], str]] = {
    Kind.CHALLENGE: lambda name: _("%(name)s challenges you to a game") % {"name": name},
    Kind.ACCEPTED: lambda name: _("%(name)s accepted your challenge") % {"name": name},
    Kind.DECLINED: lambda name: _("%(name)s declined your challenge") % {"name": name},
    Kind.CANCELLED: lambda name: _("%(name)s called off a game that you had joined") % {"name": name},
}


def _reminder(game: Game) -> str:
    if game.status == Game.Status.WAITING:
        return _("A quarter of your time to set up is left: %(variant)s against %(opponents)s")
    return _("A quarter of your time is left: %(variant)s against %(opponents)s")


def _started(game: Game) -> str:
    if game.status == Game.Status.WAITING:
        return _("A new game, set up your army: %(variant)s against %(opponents)s")
    return _("All set-ups are made and play begins: %(variant)s against %(opponents)s")


_ABOUT_GAME: Mapping[Kind, Callable[[Game], str]] = {
    Kind.YOUR_TURN: lambda game: _("It is your turn: %(variant)s against %(opponents)s"),
    Kind.REMINDER: _reminder,
    Kind.DRAW_OFFER: lambda game: _("A draw is offered: %(variant)s against %(opponents)s"),
    Kind.STARTED: _started,
    Kind.OVER: lambda game: _("Your game is over: %(variant)s against %(opponents)s. %(result)s"),
    Kind.CANCELLED: lambda game: _("Your game was called off: %(variant)s against %(opponents)s"),
    Kind.CHALLENGE: lambda game: _("%(name)s challenges you: %(variant)s"),
    Kind.ACCEPTED: lambda game: _("%(name)s takes you on, set up your army: %(variant)s"),
    Kind.DECLINED: lambda game: _("%(name)s declined your challenge: %(variant)s"),
    Kind.REMATCH: lambda game: _("%(name)s asks for a rematch: %(variant)s"),
    Kind.MESSAGE: lambda game: _("%(name)s writes to you: %(variant)s against %(opponents)s"),
}

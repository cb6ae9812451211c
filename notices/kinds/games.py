"""The notices of games, and what rooms of play need to register theirs. All are made of public facts alone: who plays,
the rule book, the deadline, how the game ended.

Nothing of a position is said, so nothing can be said too much, on the page or in a mail.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from eventlog.statements import Columns
from games.domain.clocks import TimeControl
from games.domain.queries import games_by_id, seat_of_player
from games.models import Game, GameSeat
from games.presentation.lists import players_of, result_text
from games.presentation.words import variant_name
from games.rules import Seat
from notices.kinds.registry import KindOfNotice, Limit, ReadBeside, Subject, Words, register
from notices.models import Kind, Notice
from web.words import isolated


@dataclass(frozen=True, slots=True)
class AboutGame:
    """The subject of a notice: its game, if any, and the name of the actor."""

    notice: Notice
    game: Game | None
    name: str

    @property
    def seat(self) -> Seat | None:
        return None if self.game is None else seat_of_player(self.game, self.notice.player_id)


_GAME = Columns(
    Game, "g", "id", "status", "to_move", "turn_version", "draw_offer", "takeback_offer", "revealed", "openers"
)
_SEAT = ("game_id", "seat", "player_id", "ready")
_SEATS = """(
    SELECT jsonb_agg(jsonb_build_array(s.seat, s.player_id, s.ready) ORDER BY s.seat)
    FROM games_gameseat s WHERE s.game_id = g.id
)"""


def _game(values: Sequence[Any]) -> Game | None:
    """A game with its seats, as far as notices about it ask."""
    *row, seats = values
    game = _GAME.object(row)
    if game is not None:
        seats = [(game.id, seat, player and UUID(player), ready) for seat, player, ready in seats or ()]
        game.all_seats = [GameSeat.from_db(DEFAULT_DB_ALIAS, _SEAT, seat) for seat in seats]
    return game


class Games(Subject[Game, AboutGame]):
    beside = ReadBeside(
        f"{_GAME.sql}, {_SEATS}",
        len(_GAME) + 1,
        "LEFT JOIN games_game g ON g.id = n.game",
        _game,
    )

    def rows(self, notices: Sequence[Notice]) -> Mapping[UUID, Game]:
        """The games with their seats and players, by the ids of the notices."""
        ids = {notice.game for notice in notices if notice.game is not None}
        games = games_by_id(ids) if ids else {}
        return {notice.id: games[notice.game] for notice in notices if notice.game in games}

    def abouts(self, notices: Sequence[Notice]) -> Mapping[UUID, AboutGame]:
        """The same, and the names of those whose doing they are."""
        rows = self.rows(notices)
        actors = {notice.actor for notice in notices if notice.actor is not None}
        names = dict(Player.objects.filter(id__in=actors).values_list("id", "name")) if actors else {}
        gone = gettext("Deleted player")
        return {
            notice.id: AboutGame(
                notice, rows.get(notice.id), gone if notice.actor is None else names.get(notice.actor, gone)
            )
            for notice in notices
        }

    def is_mailed(self, row: Game) -> bool:
        """A live game is over before its mails would be read, so there are none."""
        return row.time is None or not TimeControl.from_value(row.time).live


GAMES = Games()
GONE = _("The game is gone")

Sentence = str | Promise
Holds = Callable[[Notice, Game | None], bool]
Address = Callable[[AboutGame], str]


def of_game(about: AboutGame) -> str:
    """The address of the game; of the lobby, if there is none."""
    return in_lobby(about) if about.game is None else reverse("games:replay", args=[about.game.key])


def in_lobby(about: AboutGame) -> str:
    return reverse("lobby:lobby")


def has_game(notice: Notice, game: Game | None) -> bool:
    """A game never goes away, so one that says nothing without it holds for good."""
    return game is not None


def begins(notice: Notice, game: Game | None) -> bool:
    """The game is in play, or the player has yet to set up."""
    if game is None:
        return False
    return game.status == Game.Status.PLAYING or seat_of_player(game, notice.player_id) in _awaited(game)


def about_game(
    kind: Kind,
    sentence: Sentence | Callable[[Game], Sentence],
    *,
    alone: Sentence | Callable[[AboutGame], Sentence] = GONE,
    holds: Holds = has_game,
    address: Address = of_game,
    awaited: bool = False,
    mail: bool = True,
    limit: Limit = Limit.NONE,
) -> KindOfNotice[Game, AboutGame]:
    """A kind of notice about games.

    Args:
        sentence: what it says, with `name` of whose doing it is, `variant`, `opponents`, `result`; or what gives that.
        alone: what it says without a game, with `name`; it then leads to the lobby.
        holds, mail, limit: as in `KindOfNotice`.
        address: where it leads.
        awaited: whether the player has until the deadline of the game, if it waits for the player's seat.
    """
    words = partial(_words, sentence=sentence, alone=alone, address=address, awaited=awaited)
    return KindOfNotice(kind, GAMES, gettext_lazy("Games"), words, holds, mail=mail, limit=limit)


def _words(
    about: AboutGame,
    *,
    sentence: Sentence | Callable[[Game], Sentence],
    alone: Sentence | Callable[[AboutGame], Sentence],
    address: Address,
    awaited: bool,
) -> Words:
    game = about.game
    if game is None:
        said = alone(about) if callable(alone) else alone
        return Words(str(said) % {"name": isolated(about.name)}, in_lobby(about), None)
    texts = {
        "name": isolated(about.name),
        "variant": variant_name(game.variant),
        "opponents": _opponents(game, about.seat),
        "result": result_text(game),
    }
    text = str(sentence(game) if callable(sentence) else sentence) % texts
    return Words(text, address(about), _deadline(about) if awaited else None, texts["variant"])


def _deadline(about: AboutGame) -> datetime | None:
    game = about.game
    return game.due if game is not None and about.seat in game.running else None


def _opponents(game: Game, seat: Seat | None) -> str:
    """The names of the other side; of all players for others."""
    others = [player.name for player in players_of(game) if seat is None or player.side != seat.side]
    return gettext(" and ").join(others)


def _awaited(game: Game) -> tuple[Seat, ...]:
    """The seats that have something to do: those that have yet to set up, or the one to move."""
    if game.to_move is not None:
        return (Seat(game.to_move),)
    if game.status == Game.Status.WAITING:
        return tuple(Seat(seat.seat) for seat in game.all_seats if not seat.ready)
    return ()


def _is_their_turn(notice: Notice, game: Game | None) -> bool:
    if game is None:
        return False
    return seat_of_player(game, notice.player_id) in _awaited(game) and game.turn_version == notice.version


def _is_offered(notice: Notice, game: Game | None, *, offer: str = "draw_offer") -> bool:
    if game is None:
        return False
    offers = (None, seat_of_player(game, notice.player_id))
    return game.status == Game.Status.PLAYING and getattr(game, offer) not in offers


def _is_wanted_open(notice: Notice, game: Game | None) -> bool:
    if game is None or game.revealed:
        return False
    seat = seat_of_player(game, notice.player_id)
    return game.openers != 0 and seat is not None and not game.openers >> seat & 1


def _reminder(game: Game) -> Sentence:
    if game.status == Game.Status.WAITING:
        return _("A quarter of your time to set up is left: %(variant)s against %(opponents)s")
    return _("A quarter of your time is left: %(variant)s against %(opponents)s")


def _started(game: Game) -> Sentence:
    if game.status == Game.Status.WAITING:
        return _("A new game, set up your army: %(variant)s against %(opponents)s")
    return _("All set-ups are made and play begins: %(variant)s against %(opponents)s")


def _called_off(about: AboutGame) -> Sentence:
    """A game that was to be: by who sat there, or because nobody came."""
    if about.notice.actor is None:
        return _("Too few players came in time for a game that you waited for")
    return _("%(name)s called off a game that you had joined")


register(
    about_game(
        Kind.YOUR_TURN, _("It is your turn: %(variant)s against %(opponents)s"), holds=_is_their_turn, awaited=True
    ),
    about_game(Kind.REMINDER, _reminder, holds=_is_their_turn, awaited=True),
    about_game(Kind.DRAW_OFFER, _("A draw is offered: %(variant)s against %(opponents)s"), holds=_is_offered),
    about_game(
        Kind.TAKEBACK,
        _("You are asked to let a move be taken back: %(variant)s against %(opponents)s"),
        holds=partial(_is_offered, offer="takeback_offer"),
    ),
    about_game(
        Kind.REVEAL,
        _("You are asked to open your game now: %(variant)s against %(opponents)s"),
        holds=_is_wanted_open,
    ),
    about_game(Kind.STARTED, _started, holds=begins, awaited=True),
    about_game(Kind.OVER, _("Your game is over: %(variant)s against %(opponents)s. %(result)s")),
    about_game(
        Kind.OPENED,
        _("A moderator who is handling a report opened what may tell ranks: %(variant)s against %(opponents)s"),
        mail=False,
    ),
    about_game(
        Kind.RULED,
        _("The moderators have decided about your game: %(variant)s against %(opponents)s. %(result)s"),
    ),
    about_game(
        Kind.CANCELLED,
        _("Your game was called off: %(variant)s against %(opponents)s"),
        alone=_called_off,
        holds=lambda notice, game: True,
    ),
)

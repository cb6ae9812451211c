"""A game in a list: its players' names, its rule book, how it stands, and a small board.

Names come in here and nowhere below: a position or a chunk of moves is made by `games.presentation.presentation`
without them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.cache import cache
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.timezone import get_current_timezone
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from accounts.models import Player
from eventlog.corruption import report
from eventlog.registry import Damaged
from games.domain import queries
from games.models import Game, GameSeat
from games.presentation.audiences import audiences
from games.presentation.origin import OriginText, origin_of_row
from games.presentation.presentation import picture
from games.presentation.words import outcome_text, ruled_text, seat_name, variant_name
from games.replay import timeline
from games.rules import End, Outcome, Seat
from web.addresses import address
from web.kept_markup import kept_markup
from web.words import isolated


@dataclass(frozen=True, slots=True)
class PlayerName:
    """A player at a seat. `slug` is the seat's, `won` whether its side won, `side` 0 for red and 1 for blue; `url` is
    the profile, for a member.
    """

    slug: str
    seat: str
    name: str
    won: bool
    side: int
    url: str = ""


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game as a list shows it. `board` is the address of a small board of it, if there is one to show; `state` is
    `live` or `waiting`, as the stylesheet colours it, and empty once the game is over.
    """

    url: str
    players: tuple[PlayerName, ...]
    variant: str
    rules_url: str
    result: str
    plies_text: str
    date: datetime | None
    rated: bool
    damaged: bool
    board: str
    origin: OriginText | None = None
    state: str = ""


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game in a list of boards: a row and the board as it stands."""

    row: GameRow
    board: SafeString | None


_STATES: dict[str, str] = {Game.Status.PLAYING: "live", Game.Status.WAITING: "waiting"}


def outcome_of(game: Game) -> Outcome | None:
    return Outcome(End(game.outcome), game.winner) if game.outcome else None


def result_text(game: Game) -> str:
    """How a game stands, in a few words."""
    if game.status == Game.Status.WAITING:
        return _("Waiting for the set-ups")
    return ruled_text(game.ruling, game.side_that_won) if game.ruling else outcome_text(outcome_of(game))


def players_of(game: Game) -> tuple[PlayerName, ...]:
    """The players in the order of the seats, partners together. A deleted one, or one without a name, has words."""
    results = []
    for game_seat in sorted(game.all_seats, key=lambda seat: (Seat(seat.seat).side, seat.seat)):
        seat = Seat(game_seat.seat)
        won = seat.side == game.side_that_won
        name, url = _name_of(game_seat)
        results.append(PlayerName(seat.slug, seat_name(seat), name, won, seat.side, url))
    return tuple(results)


def _name_of(seat: GameSeat) -> tuple[str, str]:
    """The name to show, and the address of the profile, if there is one."""
    if seat.player_id is None:
        return _("Unnamed player"), ""
    try:
        player = seat.player
    except Player.DoesNotExist:
        player = None
    if player is None:
        return _("Deleted player"), ""
    return isolated(player.name), address("players:profile", player.name) if player.member else ""


def plies_text(plies: int) -> str:
    """The number of plies with its word."""
    return ngettext("%(plies)d move", "%(plies)d moves", plies) % {"plies": plies}


def board_address(game: Game, own: Seat | None = None) -> str:
    """The address of a small board of a game as its reader may see it: its last position, which is kept once the game
    is over. Empty where there is none, or none yet: the row of a game knows its plies, and no more.

    Args:
        own: where the reader sits.
    """
    if game.status == Game.Status.WAITING or game.unplayed or game.closed:
        return ""
    return audiences(game, own)[0].address("games:board", game, game.plies)


def game_row(game: Game, *, damaged: bool | None = None) -> GameRow:
    """A game as a list shows it.

    Args:
        damaged: its log is; by default as `queries.games` knows it.
    """
    damaged = getattr(game, "damaged", False) if damaged is None else damaged
    return GameRow(
        url=address("games:replay", game.key),
        players=players_of(game),
        variant=variant_name(game.variant),
        rules_url=address("games:rule-book", game.variant),
        result=_("damaged") if damaged else result_text(game),
        plies_text=_("hidden until it is over") if game.closed else plies_text(game.plies),
        date=game.started or game.created,
        rated=game.rated and not game.unrated,
        damaged=damaged,
        board="" if damaged else board_address(game),
        origin=origin_of_row(game),
        state="" if damaged else _STATES.get(game.status, ""),
    )


def list_markup(ids: Sequence[UUID], rows: Sequence[tuple[Any, ...]]) -> SafeString:
    """A list of games.

    Args:
        ids: the games, in order.
        rows: of them, by `queries.rows_by_id`; a game without a row is passed over.
    """
    damaged = queries.damaged_among(ids)

    def draw() -> str:
        games = {game.id: game for game in queries.games_in(rows)}
        shown = [game_row(games[id_], damaged=id_ in damaged) for id_ in ids if id_ in games]
        return render_to_string("show/_rows.html", {"rows": shown})

    return kept_markup("list", (ids, rows, damaged, str(get_current_timezone())), draw)


def cards_of(games: Sequence[Game]) -> list[GameCard]:
    """Games with the last position as everybody may see it; without one if its log is damaged. A board is drawn once
    for each public version of its game."""
    keys = {game.id: _key_of_board(game) for game in games if not getattr(game, "damaged", False)}
    boards: dict[str, SafeString] = cache.get_many(keys.values())
    fresh: dict[str, SafeString] = {}
    for game in games:
        key = keys.get(game.id)
        if key is not None and key not in boards:
            try:
                boards[key] = fresh[key] = _last_board(game)
            except Damaged as error:
                report(error)
                del keys[game.id]
    cache.set_many(fresh, timeout=3600)
    return [
        GameCard(game_row(game, damaged=game.id not in keys), boards[keys[game.id]] if game.id in keys else None)
        for game in games
    ]


def _key_of_board(game: Game) -> str:
    usual = audiences(game, None)[0]
    about = f"{game.id}-{game.public_version}-{usual.viewer}-{usual.reveal}"
    return f"card-{about}-{settings.VEXILLUM_BUILD}-{get_language()}"


def _last_board(game: Game) -> SafeString:
    line = timeline(game)
    return picture(line.view(audiences(game, None)[0].viewer, line.plies), small=True)


def stands_text(game: Game) -> str:
    """What an audience should know of a game before it looks: that it is in play, or what stays hidden. Nothing of one
    that is open."""
    if game.called_off or game.unplayed:
        return _("The set-ups of this game stay hidden.")
    if game.status == Game.Status.OVER:
        return "" if game.revealed else _("The game is over but not revealed: nobody sees more than during play.")
    if game.status != Game.Status.PLAYING:
        return ""
    if game.delayed:
        return _("The game is in play. Everybody but its players sees it some time behind.")
    if game.closed:
        return _("The game is in play. Nobody but its players sees it before it is over.")
    return _("The game is in play. You see what its audience may know now. At the last move the page follows it.")

"""What the pages of the lobby show: seeks and tables with their words, and a player's games with their deadlines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from types import MappingProxyType
from uuid import UUID

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.conduct.blocks import blocked_among
from accounts.models import Player
from games.domain import vacations
from games.domain.clocks import TimeControl
from games.models import Game, GameSeat, Ladder, Vacation
from games.presentation.clock_text import span_text
from games.presentation.lists import (
    PlayerName,
    board_address,
    players_of,
    result_text,
)
from games.presentation.origin import OriginText, origin_of_row
from games.presentation.reveal import reveal_words
from games.presentation.rooms import unread_talk
from games.presentation.words import counts_from_text, rated_words, seat_name, time_control_text, variant_name
from games.rules import Seat
from play.lobby import queries
from play.lobby.guard import is_for_guests, obstacle
from play.lobby.models import Place, Seek
from play.lobby.strength import ratings_text
from play.lobby.words import (
    left_text,
    lobby_refusal,
    options_text,
    range_text,
    rated_text,
)
from web.addresses import address
from web.kept_markup import kept_markups
from web.words import isolated

SOON = timedelta(hours=24)
"""A deadline within it is marked."""


# -- seeks ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """A place at a table of four. `name` is empty while it is free; `mine` if the reader sits there."""

    number: int
    label: str
    name: str
    joined: bool
    mine: bool


@dataclass(frozen=True, slots=True)
class SeekRow:
    """A seek as one reader sees it.

    `role` is what the reader is to it: `host`, `sitting`, `invited`, `guest` of the page who may join, `kept` out for
    the reason in `reason`, or `stranger` who is not signed in. `for_guests`: a stranger may join without an account.
    """

    id: UUID
    url: str
    variant: str
    rules_url: str
    time: str
    live: bool
    rated: bool
    rated_text: str
    rated_from: str
    wanted: str
    host: str
    host_url: str
    rating: str
    options: tuple[str, ...]
    reveal: str
    colour: str
    four: bool
    drawn: bool
    open: bool
    kind: str
    rematch: bool
    role: str
    reason: str
    for_guests: bool
    places: tuple[PlaceRow, ...]
    taken: str
    expires: datetime
    expires_text: str

    @property
    def choices(self) -> Iterator[PlaceRow]:
        """The free places that the reader may choose from: one on each side, or any where they are drawn by lot."""
        free = [place for place in self.places if not place.name]
        by_side = {place.number % 2: place for place in reversed(free)}
        yield from free[:1] if self.drawn or not self.four else by_side.values()


def seek_rows(seeks: Iterable[Seek], player: Player | None) -> list[SeekRow]:
    """Seeks as a reader sees them; None for somebody who is not signed in."""
    result = list(seeks)
    ratings = ratings_text((seek.host_id, seek.variant) for seek in result)
    seated = {place.player_id for seek in result for place in seek.table}
    foes = set() if player is None else blocked_among(player.id, seated - {player.id})
    return [_row(seek, player, foes, ratings[seek.host_id, seek.variant]) for seek in result]


def _row(seek: Seek, player: Player | None, foes: set[UUID], rating: str) -> SeekRow:
    places = seek.table
    role, reason = _role(seek, places, player, foes)
    control = TimeControl.from_value(seek.time)
    counts = rated_text(seek, (place.player for place in places), player) if seek.rated else ""
    return SeekRow(
        id=seek.id,
        url=address("lobby:invitation", seek.token),
        variant=variant_name(seek.variant),
        rules_url=address("games:rule-book", seek.variant),
        time=time_control_text(control),
        live=seek.live,
        rated=seek.rated,
        rated_text=counts,
        rated_from=counts_from_text(seek.variant),
        wanted=range_text(seek.rating_from, seek.rating_to),
        host=isolated(seek.host.name),
        host_url=address("players:profile", seek.host.name),
        rating=rating,
        options=tuple(options_text(seek, control)),
        reveal=capfirst(reveal_words(seek.reveal, seek.reveal_after)),
        colour=_colour(seek, role),
        four=seek.size > 2,
        drawn=seek.partners == Seek.Partners.DRAWN,
        open=seek.state == Seek.State.OPEN and seek.expires > timezone.now(),
        kind=seek.kind,
        rematch=seek.rematch_of is not None,
        role=role,
        reason=reason,
        for_guests=is_for_guests(seek),
        places=tuple(_places(seek, places, player)),
        taken=_taken(seek, places),
        expires=seek.expires,
        expires_text=span_text(max(int((seek.expires - timezone.now()).total_seconds()), 0)),
    )


def _role(seek: Seek, places: list[Place], player: Player | None, foes: set[UUID]) -> tuple[str, str]:
    if player is None:
        return "stranger", ""
    mine = next((place for place in places if place.player_id == player.id), None)
    if mine is not None and mine.joined:
        return ("host" if mine.number == 0 else "sitting"), ""
    refusal = obstacle(seek, places, player, foes=foes)
    if refusal is not None:
        return "kept", lobby_refusal(refusal)
    return ("guest" if mine is None else "invited"), ""


def _colour(seek: Seek, role: str) -> str:
    """The side that the reader would have, if the host has chosen."""
    if seek.colour == Seek.Colour.RANDOM or seek.size > 2:
        return ""
    host = Seat.RED if seek.colour == Seek.Colour.RED else Seat.BLUE
    return seat_name(host if role == "host" else Seat(1 - host))


def _places(seek: Seek, places: list[Place], player: Player | None) -> Iterator[PlaceRow]:
    labels = [_("Host"), _("Against the host"), _("Partner of the host"), _("Against the host")]
    by_number = {place.number: place for place in places}
    for number in range(seek.size):
        place = by_number.get(number)
        label = labels[number] if number == 0 or seek.partners == Seek.Partners.CHOSEN else _("Drawn by lot")
        yield PlaceRow(
            number=number,
            label=label,
            name=isolated(place.player.name) if place else "",
            joined=bool(place and place.joined),
            mine=bool(place and player and place.player_id == player.id),
        )


def _taken(seek: Seek, places: list[Place]) -> str:
    joined = sum(place.joined for place in places)
    return _("%(taken)d of %(places)d places taken") % {"taken": joined, "places": seek.size}


# -- my games -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MyGame:
    """A game in the list of one of its players.

    Args:
        what: what is to be done, and by whom.
        mine: whether that is the reader.
        state: `turn`, `waiting`, `won`, `lost` or nothing, as the stylesheet colours it.
        due: the deadline, or None while no time runs.
        left: the time until then, in words.
        soon: whether little of it is left.
        unread: messages that the reader has not seen, in words, or nothing.
        away: who else at the table is on vacation, and until when.
        board: the address of a small board as the reader sees it, if there is one.
        origin: the position of another game from which it is played on, if it is.
    """

    url: str
    players: tuple[PlayerName, ...]
    variant: str
    time: str
    rated: str
    what: str
    mine: bool
    state: str
    due: datetime | None
    left: str
    soon: bool
    unread: str
    away: tuple[str, ...]
    board: str
    origin: OriginText | None = None


@dataclass(frozen=True, slots=True)
class MyGames:
    """The lists of a player's games, as markup; `waiting` is how many wait for the player."""

    waiting: int
    mine: list[SafeString]
    theirs: list[SafeString]
    finished: list[SafeString]


def my_games(player: Player) -> MyGames:
    """A player's games, the most urgent first, and those that ended lately."""
    unfinished, finished = queries.unfinished_alone(player.id), queries.finished_alone(player.id)
    queries.add_seats(game for game, _seat in [*unfinished, *finished])
    unread = unread_talk.ask(player.id, [game.id for game, _seat in [*unfinished, *finished]])
    others = {seat.player_id for game, _seat in unfinished for seat in game.all_seats if seat.player_id != player.id}
    resting = vacations.current_of(filter(None, others)) if others else {}
    games = [_my_game(game, seat, unread, resting) for game, seat in unfinished]
    mine, theirs = [game for game in games if game.mine], [game for game in games if not game.mine]
    ended = [_my_game(game, seat, unread) for game, seat in finished]
    shown = iter(_drawn([*mine, *theirs, *ended]))
    return MyGames(len(mine), *([next(shown) for _game in games] for games in (mine, theirs, ended)))


def _drawn(games: Sequence[MyGame]) -> list[SafeString]:
    zone = str(timezone.get_current_timezone())

    def draw(shown: tuple[MyGame, str]) -> str:
        return render_to_string("lobby/_my_game.html", {"game": shown[0]})

    return kept_markups("my-game", [(game, zone) for game in games], draw)


def waiting_games(player: Player, most: int) -> list[SafeString]:
    """The games that wait for a player, as markup, the most urgent first, `most` of them: without new talk."""
    shown = queries.unfinished_alone(player.id)[:most]  # those that wait come first
    queries.add_seats(game for game, _seat in shown)
    return _drawn([item for game, seat in shown if (item := _my_game(game, seat, {})).mine])


def _my_game(
    game: Game, seat: GameSeat, unread: Mapping[UUID, int], resting: Mapping[UUID, Vacation] = MappingProxyType({})
) -> MyGame:
    now = timezone.now()
    over, damaged = game.status == Game.Status.OVER, getattr(seat, "damaged", False)
    mine = not over and not damaged and queries.waits_for(game, seat)
    due = None if over or damaged else game.due
    number = unread.get(game.id, 0)
    new = ngettext("%(number)d new message", "%(number)d new messages", number) % {"number": number}
    return MyGame(
        url=address("games:replay", game.key),
        players=players_of(game),
        variant=variant_name(game.variant),
        time=time_control_text(TimeControl.from_value(game.time)) if game.time else _("no time limit"),
        rated=rated_words(Ladder(seat.ladder).slug for seat in game.all_seats) if game.rated else "",
        what=_("damaged") if damaged else result_text(game) if over else _what(game, seat),
        mine=mine,
        state="" if damaged else _state(game, seat) if over else "turn" if mine else "waiting",
        due=due if due is not None else (game.ended if over else None),
        left=left_text(due, now) if due else (_ago(game.ended, now) if over and game.ended else ""),
        soon=due is not None and due - now < SOON,
        unread=new if number else "",
        away=tuple(_away(game, seat, resting)),
        board="" if damaged else board_address(game, Seat(seat.seat)),
        origin=origin_of_row(game),
    )


def _state(game: Game, seat: GameSeat) -> str:
    """How a game that is over ended for who sat there."""
    won = game.side_that_won
    return "" if won is None else "won" if won == Seat(seat.seat).side else "lost"


def _away(game: Game, seat: GameSeat, resting: Mapping[UUID, Vacation]) -> Iterator[str]:
    """Who of the others is on vacation, where that stops the clock: not in games that were made later."""
    if not resting or game.time is None or not TimeControl.from_value(game.time).vacation:
        return
    names = {player.slug: player.name for player in players_of(game)}
    for game_seat in game.all_seats:
        vacation = (
            None if game_seat.seat == seat.seat or game_seat.player_id is None else resting.get(game_seat.player_id)
        )
        if vacation is not None and vacation.begun >= game.created:
            date = date_format(timezone.localtime(vacation.until), "DATE_FORMAT")
            yield _("%(name)s is on vacation until %(date)s") % {"name": names[Seat(game_seat.seat).slug], "date": date}


def _ago(then: datetime, now: datetime) -> str:
    return _("%(time)s ago") % {"time": span_text(max(int((now - then).total_seconds()), 60), parts=1)}


def _what(game: Game, seat: GameSeat) -> str:
    """What a game waits for, as one of its players reads it."""
    if game.paused:
        return _("Paused by the arbiter")
    if game.status == Game.Status.WAITING:
        if not seat.ready:
            return _("Set up your army")
        missing = [name.name for name in _missing(game)]
        return _("Waiting for the set-up of %(names)s") % {"names": ", ".join(missing)}
    if game.to_move == seat.seat:
        return _("Your turn")
    names = {player.slug: player.name for player in players_of(game)}
    to_move = "" if game.to_move is None else names.get(Seat(game.to_move).slug, "")
    return _("Waiting for %(name)s") % {"name": to_move}


def _missing(game: Game) -> list[PlayerName]:
    unready = {Seat(seat.seat).slug for seat in game.all_seats if not seat.ready}
    return [player for player in players_of(game) if player.slug in unready]

"""What pages and commands ask of the lists of games."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet
from django.db.models.functions import Now

from accounts.models import Player
from accounts.people.search import players_named
from eventlog import store
from eventlog.corruption import is_damaged
from eventlog.registry import address
from eventlog.sources import SOURCES
from eventlog.statements import Columns, execute, joined, rows_of, statement_of
from eventlog.store import Conflict
from games.domain.clocks import GRACE
from games.domain.command_handler import open_game
from games.domain.commands import forfeit_setups, time_out
from games.domain.events import SetupMade
from games.domain.outages import stands_still
from games.domain.projections import result_of
from games.domain.shuffles import drawn
from games.models import OPEN, Game, GameSeat, Tally
from games.rules import RANK_OF_SYMBOL, End, Illegal, Outcome, Rank, Seat
from web.keyset import Page, PageCursor, cut, page_of, page_of_keys

RESULTS = tuple(Game.Result)

_SEATS = Prefetch("seats", queryset=GameSeat.objects.select_related("player"))


def games(*, variant: str = "", result: str = "") -> QuerySet[Game]:
    """Games, newest first, with their seats and players. Cancelled ones only if requested.
    `damaged` of each says whether its log is known to be damaged.

    Args:
        variant: slug of a rule book.
        result: one of `RESULTS`; anything else finds nothing.
    """
    withs = Game.objects.annotate(damaged=is_damaged()).prefetch_related(_SEATS).order_by("-created", "-id")
    return withs.filter(_wanted(variant, result))


def listed(ids: Iterable[uuid.UUID]) -> list[Game]:
    """Games by their ids, in that order, each with its seats and players, and `damaged`."""
    wanted = list(ids)
    result = games_by_id(wanted)
    note_damage(result.values(), damaged_among(wanted))
    return [result[id_] for id_ in wanted if id_ in result]


def damaged_among(ids: Iterable[uuid.UUID]) -> list[uuid.UUID]:
    """Those of some games whose log is known to be damaged, in order."""
    return sorted(id_ for (id_,) in execute(_DAMAGED, (list(ids),)))


def note_damage(games: Iterable[Game], damaged: Collection[uuid.UUID]) -> None:
    """Set `damaged` of each game, by those that are."""
    for game in games:
        game.damaged = game.id in damaged  # type: ignore[attr-defined]


_DAMAGED = b"SELECT stream FROM eventlog_damage WHERE stream = ANY(%s)"


def _wanted(variant: str, result: str, of: str = "") -> Q:
    """Games of a variant that ended so, or all; `of` leads to the game."""
    wanted = Q(**{f"{of}result": result}) if result else ~Q(**{f"{of}result": Game.Result.CALLED_OFF})
    return wanted & Q(**{f"{of}variant": variant}) if variant else wanted


@dataclass(frozen=True, slots=True)
class RowCount:
    """How many there are; `more` than that, if counting stopped there."""

    number: int
    more: bool = False


COUNTED = 1000
"""So many rows are counted at most: to count them all would cost the more the more there are."""


class Archive:
    """The games that filters find, newest first. To read a page, or to count, costs the same however many there are.

    Args:
        variant: slug of a rule book.
        player: the beginning of a player's name, or of a word in it, in any case.
        result: one of `RESULTS`; anything else finds nothing.
    """

    def __init__(self, *, variant: str = "", player: str = "", result: str = "") -> None:
        self._variant, self._result = variant, result
        self._players = who_played(player) if player else None

    def page(self, size: int, cursor: PageCursor) -> Page[Game]:
        """So many games from a place in the list on; each has its seats and players, and `damaged`."""
        if self._players is None:
            return page_of(games(variant=self._variant, result=self._result), size, cursor, ("created", "id"))
        if not self._players:
            return Page([], False, False)
        wanted = _wanted(self._variant, self._result, "game__")
        # Each player's games are in order, those of several are not: of each of them as many as the page might need.
        parts = [
            cut(GameSeat.objects.filter(wanted, player_id=player), size, cursor, ("created", "game_id")).values_list(
                "created", "game_id"
            )
            for player in self._players
        ]
        result = set(parts[0].union(*parts[1:]) if parts[1:] else parts[0])
        shown = page_of_keys(sorted(result), size, cursor)
        return Page(listed(key[1] for key in shown.rows), shown.newer, shown.older)

    def count(self) -> RowCount:
        """How many games there are. Above `COUNTED` those that are revealed, or that there are more."""
        if self._players is None:
            order = games(variant=self._variant, result=self._result).order_by()
            number = order[: COUNTED + 1].count()
            tallied = _tallied(self._variant, self._result) if number > COUNTED else 0
            return RowCount(max(tallied, min(number, COUNTED)), more=number > COUNTED >= tallied)
        seats = GameSeat.objects.filter(_wanted(self._variant, self._result, "game__"), player_id__in=self._players)
        rows = list(seats.order_by().values_list("game_id", flat=True)[: COUNTED + 1])
        return RowCount(min(len(set(rows)), COUNTED), more=len(rows) > COUNTED)


NAMED = 20
"""Players that a search by name finds at most."""


def who_played(name: str) -> list[uuid.UUID]:
    named = players_named(name, 5 * NAMED)
    played = set(
        Player.objects.filter(Exists(GameSeat.objects.filter(player=OuterRef("id"))), id__in=named).values_list(
            "id", flat=True
        )
    )
    return [player for player in named if player in played][:NAMED]


def _tallied(variant: str = "", result: str = "") -> int:
    """How many games of a variant that ended so are revealed."""
    rows = Tally.objects.filter(variant=variant) if variant else Tally.objects.all()
    shown = {result} if result else set(Game.Result) - {Game.Result.CALLED_OFF}
    return sum(row.games for row in rows if result_of(Outcome(End(row.outcome), row.winner)) in shown)


LATEST, RUNNING = 10, 20
"""Games of a player that a profile shows."""


def in_play_of(player: uuid.UUID) -> list[uuid.UUID]:
    """The ids of the games of a player that are in play, the newest first."""
    return [id_ for (id_,) in rows_of(_in_play, player)]


def _in_play(player: uuid.UUID) -> QuerySet[Any, Any]:
    seats = GameSeat.objects.filter(OPEN, player_id=player, game__status=Game.Status.PLAYING)
    return seats.order_by("-created", "-game").values_list("game")[:RUNNING]


def ended_of(player: uuid.UUID) -> list[uuid.UUID]:
    """The ids of the newest games of a player that are over and were not called off."""
    return [id_ for (id_,) in rows_of(_ended, player)]


def _ended(player: uuid.UUID) -> QuerySet[Any, Any]:
    seats = GameSeat.objects.filter(~OPEN, ~Q(game__result=Game.Result.CALLED_OFF), player_id=player)
    return seats.order_by("-created", "-game").values_list("game")[:LATEST]


def with_a_position(result: QuerySet[Game]) -> QuerySet[Game]:
    """Those games of a query that have a position to show to everybody: play began, whether or not it is over, and
    spectators are not kept out until then."""
    return (
        result.exclude(status=Game.Status.WAITING)
        .exclude(status=Game.Status.OVER, source=Game.Source.PLAY, started=None)
        .exclude(~Q(spectators=Game.Spectators.LIVE), status=Game.Status.PLAYING)
    )


def counted(most: int) -> list[Game]:
    """The newest games that were played here, rated, and are revealed, by an index that has no others."""
    shown = games().filter(source=Game.Source.PLAY, rated=True, unrated="", revealed=True)
    return list(shown.order_by("-ended", "-id")[:most])


_GAME, _SEAT, _PLAYER = Columns(Game, "g"), Columns(GameSeat, "s"), Columns(Player, "p")
_WHOLE = f"""
SELECT {_GAME.sql}, {_SEAT.sql}, {_PLAYER.sql}
FROM games_game g
LEFT JOIN LATERAL (SELECT * FROM games_gameseat WHERE game_id = g.id OFFSET 0) s ON true
LEFT JOIN LATERAL (SELECT * FROM players_player WHERE id = s.player_id OFFSET 0) p ON true
WHERE %b
ORDER BY g.id, s.seat
""".encode()  # noqa: S608 - only names of columns
"""`OFFSET 0`: each game's own seats and players by their indexes. The planner would rather read all seats of a hundred
thousand once than those of two hundred games one after the other."""
_AMONG = b"g.id = ANY((SELECT %s::uuid[])::uuid[])"  # planned without a look at how many: once, not each time
_BY_KEY, _BY_ID = (_WHOLE.replace(b"%b", where) for where in (b"g.key = %s", _AMONG))
WHOLE = f"LEFT JOIN LATERAL ({_BY_KEY.decode()}) whole ON true"
"""The same for a statement that finds something else with it: `whole.*` are the columns that `games_in` reads. The
parameter is the key of the game."""


def game_by_key(key: str) -> Game | None:
    """The game at a public address, with its seats and players."""
    return next(iter(games_in(execute(_BY_KEY, (key,)))), None)


def is_over(key: str) -> bool:
    """Whether there is a game at a public address, it is over, and is not to be opened now."""
    over = Game.objects.filter(key=key, status=Game.Status.OVER)
    return over.exclude(reveal_due__lte=_now()).exists()


def games_by_id(ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, Game]:
    """Games by their ids, with their seats and players."""
    return {game.id: game for game in games_in(rows_by_id(ids))}


def rows_by_id(ids: Iterable[uuid.UUID]) -> list[tuple[Any, ...]]:
    """The same as rows for `games_in`."""
    return execute(_BY_ID, (list(ids),))


def ids_in(rows: Iterable[Sequence[Any]]) -> set[uuid.UUID]:
    """The ids of the games in the rows of a statement."""
    return {row[_GAME.key] for row in rows}


def games_in(rows: Iterable[Sequence[Any]]) -> list[Game]:
    """Games with their seats and players, of the rows of a statement. Nearly every answer about a game begins with
    this, so it is one statement by hand: the ORM takes two or three, and ten times as long.
    """
    result: list[Game] = []
    for row in rows:
        if row[_GAME.key] is None:  # an outer join found none
            continue
        if not result or result[-1].id != row[_GAME.key]:
            game = _GAME.object(row[: len(_GAME)])
            assert game is not None
            result.append(game)
            game.all_seats = []
        result[-1].all_seats += _seat_of(result[-1], row[len(_GAME) :])
    return result


@cache
def _newest(source: str, most: int) -> bytes:
    """The statement by hand of the newest games of a source that have a position to show. The condition is the ORM's,
    which takes longer over it than the database over its answer."""
    shown = with_a_position(Game.objects.filter(_wanted("", ""), source=source)).order_by("-created", "-id")
    where = b"g.id IN (%b)" % statement_of(shown.values("id")[:most])[0]
    return _WHOLE.replace(b"%b", where).replace(b"ORDER BY g.id", b"ORDER BY g.created DESC, g.id DESC")


def latest(most: int, also: Iterable[uuid.UUID] = ()) -> list[tuple[Any, ...]]:
    """The newest games that have a position to show to everybody, as rows for `games_in`: those that were played here
    first, and records from elsewhere where there are too few.

    Args:
        most: so many.
        also: other games, which come last.
    """
    rows: list[tuple[Any, ...]] = []
    for source in (Game.Source.PLAY, Game.Source.IMPORT):
        if missing := most - len(ids_in(rows)):
            rows += execute(_newest(source, missing))
    others = [*{*also} - ids_in(rows)]
    return rows + execute(_BY_ID, (others,)) if others else rows


_SEATS_OF = f"""
SELECT {_SEAT.sql}, {_PLAYER.sql}
FROM games_gameseat s LEFT JOIN players_player p ON p.id = s.player_id
WHERE s.game_id = ANY(%s) ORDER BY s.game_id, s.seat
""".encode()  # noqa: S608 - only names of columns


def read_seats(*games: Game) -> None:
    """Reads the seats and players of games that came without them, by hand for the same reason."""
    seats: dict[uuid.UUID, list[Sequence[Any]]] = {game.id: [] for game in games}
    for row in execute(_SEATS_OF, (list(seats),)) if seats else ():
        seats[row[_GAME_OF_SEAT]].append(row)
    for game in games:
        game.all_seats = [seat for row in seats[game.id] for seat in _seat_of(game, row)]


_GAME_OF_SEAT = [field.attname for field in GameSeat._meta.concrete_fields].index("game_id")


def _seat_of(game: Game, values: Sequence[Any]) -> list[GameSeat]:
    """The seat in a row, with its player; none where an outer join found none."""
    seat = _SEAT.object(values[: -len(_PLAYER)])
    if seat is None:
        return []
    joined(seat, "game", game)
    joined(seat, "player", _PLAYER.object(values[-len(_PLAYER) :]))
    return [seat]


@address
def _stream_by_key(key: str) -> uuid.UUID | None:
    return Game.objects.filter(key=key).values_list("id", flat=True).first()


def seat_of(game: Game, account: Any) -> Seat | None:
    """The seat that an account has in a game; None for everyone else, the anonymous included."""
    if not getattr(account, "is_authenticated", False):
        return None
    # They are at hand, with their players, in a game of `game_by_key`.
    mine = (seat for seat in game.all_seats if seat.player is not None and seat.player.account_id == account.pk)
    return next((Seat(game_seat.seat) for game_seat in mine), None)


def seat_of_player(game: Game, player: uuid.UUID | None) -> Seat | None:
    """The seat that a player has in a game; None for everyone else, and for nobody."""
    seats = game.all_seats if player is not None else ()
    return next((Seat(seat.seat) for seat in seats if seat.player_id == player), None)


def cards_drawn(game: uuid.UUID, seat: Seat) -> tuple[Rank, ...]:
    """The cards that a seat has drawn, to choose its set-up from, lowest first (RULES section 8, cards). They are for
    only its player: the caller checks `seat_of` first. Empty once play has begun, and where nothing is dealt.

    Raises:
        NoGame: there is no such game.
    """
    return tuple(RANK_OF_SYMBOL[symbol] for symbol in drawn(open_game(game), seat))


RECENT_GAMES = 20
"""Among so many of a player's newest games the last set-up is looked for."""


def last_setup(player: uuid.UUID, slug: str) -> tuple[uuid.UUID, Seat] | None:
    """The newest game of a rule book for which a player has made a set-up, and the seat; None if there is none among
    the newest games.
    """
    newest = GameSeat.objects.filter(player_id=player).order_by("-created", "-game")
    for game, seat, ready, variant in newest.values_list("game_id", "seat", "ready", "game__variant")[:RECENT_GAMES]:
        if ready and variant == slug:
            return game, Seat(seat)
    return None


def placement_of(game: uuid.UUID, seat: Seat) -> str | None:
    """The set-up that a seat has made, from the log: only for its own player, so the caller checks who that is."""
    made = (stored.event for stored in store.load(game))
    return next((event.placement for event in made if isinstance(event, SetupMade) and event.seat == seat.slug), None)


def names_of(game: uuid.UUID) -> dict[uuid.UUID, str]:
    """The names of a game's players by their ids; a deleted player is missing."""
    seats = GameSeat.objects.filter(game_id=game, player__name__isnull=False)
    return dict(seats.values_list("player_id", "player__name"))


# -- deadlines ------------------------------------------------------------------------------------


def overdue(most: int) -> list[uuid.UUID]:
    """The games whose deadline, and the grace after it, is over; the longest overdue first.

    Side effects: games whose deadline has moved on since they were looked at last are looked at again when it is over.
    """
    late = _now() - GRACE
    Game.objects.filter(due_from__lt=late).exclude(due__lt=late).update(due_from=F("due"))
    due = Game.objects.filter(~is_damaged(), due_from__lt=late, due__lt=late).order_by("due_from", "id")
    return list(due.values_list("id", flat=True)[:most])


def end_if_overdue(game: uuid.UUID) -> None:
    """Records that time ran out: ends the game if it is overdue, or does nothing. However many do this at once, the
    game ends once.

    Side effects: appends TimedOut, GameTimeEnded, GameCancelled or SetupsForfeited, and the reveal if it is due.
    """
    if stands_still():  # nobody can reach the service: what this takes is given back first
        return
    # Others were faster, or have acted in time; or it was the set-up in the one case and the play in the other.
    with suppress(Conflict, Illegal):
        if open_game(game).state is None:
            forfeit_setups(game=game)
        else:
            time_out(game=game)


def _now() -> Any:
    """The database's clock in a query, or a test's."""
    return Now() if SOURCES.clock is None else SOURCES.clock()

"""What the pages of the lobby ask: open seeks, challenges, running games, and the games that wait for a player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import Any
from uuid import UUID

from django.db.models import F, Prefetch, Q, QuerySet
from django.utils import timezone

from accounts.conduct.blocks import not_blocked
from accounts.models import Account, Player
from eventlog.corruption import is_damaged, skipping_damaged
from eventlog.statements import Columns, count_of, counts_of, execute, joined, objects_of, rows_of
from games.domain.projections import result_of
from games.domain.queries import COUNTED, RowCount, games_by_id, read_seats
from games.models import OPEN, Game, GameSeat
from games.replay import timeline
from games.rules import VARIANTS
from play.lobby.models import Place, Seek
from web.keyset import Page, PageCursor, page_of

_PLACES = Prefetch("places", queryset=Place.objects.select_related("player").order_by("number"))

# The result says no more than the status; an index begins with it.
_OPEN_TO_ALL = Game.objects.filter(
    result=Game.Result.PLAYING, status=Game.Status.PLAYING, spectators=Game.Spectators.LIVE
)

_MY_TURN = Q(game__status=Game.Status.PLAYING, game__to_move=F("seat"))
_MY_SETUP = Q(game__status=Game.Status.WAITING, ready=False)


# -- seeks ----------------------------------------------------------------------------------------


def _standing(now: datetime | None = None) -> QuerySet[Seek]:
    """Open seeks whose time is not over, newest first, with host and places at hand."""
    seeks = Seek.objects.filter(state=Seek.State.OPEN, expires__gt=now or timezone.now(), host__account__is_active=True)
    return seeks.select_related("host__account").prefetch_related(_PLACES).order_by("-created", "-id")


LISTED = 40
"""Seeks that the lobby lists."""


def open_seeks(*, player: UUID | None, variant: str = "", speed: str = "", rated: str = "") -> QuerySet[Seek]:
    """The seeks of the lobby, as one player sees it: without those of who blocked this player or was blocked.

    Args:
        player: who looks, or None for somebody who is not signed in.
        variant: slug of a rule book.
        speed: `live` or `days`.
        rated: `yes` or `no`.
    """
    return _open(timezone.now(), player, variant, speed, rated)


def _open(now: datetime, player: UUID | None, variant: str, speed: str, rated: str) -> QuerySet[Seek]:
    seeks = _standing(now).filter(kind=Seek.Kind.OPEN)
    if player is not None:
        seeks = seeks.filter(not_blocked(player, "host"))
    if variant:
        seeks = seeks.filter(variant=variant)
    if speed:
        seeks = seeks.filter(live=speed == "live")
    if rated:
        seeks = seeks.filter(rated=rated == "yes")
    return seeks


def listed_seeks(player: UUID | None, **wanted: str) -> list[Seek]:
    """The first `LISTED` of them, with host and places at hand.

    Args:
        player: who looks, or None for somebody who is not signed in.
        wanted: as of `open_seeks`.
    """
    make = _listed(wanted.get("variant", ""), wanted.get("speed", ""), wanted.get("rated", ""))
    now = timezone.now()
    seeks = objects_of(make, now) if player is None else objects_of(make, now, player)
    _seat(seeks)
    return seeks


_PLACE, _PLAYER, _ACCOUNT = Columns(Place, "l"), Columns(Player, "p"), Columns(Account, "a")
_AT_TABLES = f"""
SELECT {_PLACE.sql}, {_PLAYER.sql}, {_ACCOUNT.sql}
FROM lobby_place l JOIN players_player p ON p.id = l.player_id LEFT JOIN players_account a ON a.id = p.account_id
WHERE l.seek_id = ANY(%s) ORDER BY l.number
""".encode()  # noqa: S608 - only names of columns


def _seat(seeks: Iterable[Seek]) -> None:
    """Reads who hosts seeks and sits at their tables, by hand, as nearly every look at the lobby asks."""
    tables = {seek.id: seek for seek in seeks}
    for seek in tables.values():
        seek.table = []
    for row in execute(_AT_TABLES, (list(tables),)) if tables else ():
        place, player = _PLACE.object(row), _PLAYER.object(row[len(_PLACE) : -len(_ACCOUNT)])
        assert place is not None
        assert player is not None
        joined(player, "account", _ACCOUNT.object(row[-len(_ACCOUNT) :]))
        joined(place, "player", player)
        seek = tables[place.seek_id]
        seek.table.append(place)
        if player.id == seek.host_id:
            joined(seek, "host", player)


@cache
def _listed(variant: str, speed: str, rated: str) -> Callable[..., QuerySet[Seek]]:
    """What makes the query, the same function for all who narrow the list so."""

    def make(now: datetime, player: UUID | None = None) -> QuerySet[Seek]:
        return _open(now, player, variant, speed, rated).select_related(None).prefetch_related(None)[:LISTED]

    return make


def my_seeks(player: UUID, now: datetime | None = None) -> QuerySet[Seek]:
    """What a player has open: seeks, links, challenges to others."""
    return _standing(now).filter(host=player)


def challenges_to(player: UUID, now: datetime | None = None) -> QuerySet[Seek]:
    """The challenges that wait for a player's answer."""
    return _standing(now).filter(
        not_blocked(player, "host"), places__player=player, places__joined=False, places__over=False
    )


def tables_of(player: UUID, now: datetime | None = None) -> QuerySet[Seek]:
    """The tables of others at which a player sits and waits."""
    return _standing(now).filter(places__player=player, places__joined=True, places__over=False).exclude(host=player)


_OF_PLAYER = {"mine": my_seeks, "challenges": challenges_to, "tables": tables_of}


def seeks_of(player: UUID) -> dict[str, list[Seek]]:
    """What concerns a player: `mine`, `challenges` and `tables`. It is mostly nothing, so that is counted first."""
    counts = counts_of(map(_seek_ids, _OF_PLAYER), player, timezone.now())
    return {
        what: list(of(player)) if count else [] for (what, of), count in zip(_OF_PLAYER.items(), counts, strict=True)
    }


def started_lately(player: UUID, seeks: list[UUID]) -> str | None:
    """The key of a game that began from one of these seeks, which were open when the player's page was made."""
    if not seeks:
        return None
    mine = Seek.objects.filter(id__in=seeks, state=Seek.State.STARTED, places__player=player)
    game = mine.order_by("-ended").values_list("game", flat=True).first()
    return Game.objects.filter(id=game).values_list("key", flat=True).first() if game else None


def rematch_of(game: UUID) -> Seek | None:
    """The challenge to a rematch of a game that is open, was declined, or has started (`game` is set); or None."""
    if not execute(b"SELECT FROM lobby_seek WHERE rematch_of = %b LIMIT 1", (game,)):
        return None  # so it is at the end of every game, when this is asked first
    seeks = Seek.objects.filter(rematch_of=game).select_related("host").prefetch_related(_PLACES)
    seek = seeks.exclude(state__in=[Seek.State.CANCELLED, Seek.State.EXPIRED]).order_by("-created").first()
    if seek is not None and seek.state == Seek.State.OPEN and seek.expires <= timezone.now():
        return None
    return seek


# -- games ----------------------------------------------------------------------------------------


def running(variant: str = "") -> QuerySet[Any, UUID]:
    """The ids of games in play that everybody may watch, the latest begun first."""
    order = _OPEN_TO_ALL.order_by("-created", "-id").values_list("id", flat=True)
    return order.filter(variant=variant) if variant else order


def watched(ids: QuerySet[Any, UUID], size: int, cursor: PageCursor) -> Page[Game]:
    """A page of games by their ids, with seats and players.

    Args:
        ids: of `running`.
        size, cursor: as for `web.keyset.page_of`.
    """
    page = page_of(ids, size, cursor, ("created", "id"))
    games = games_by_id(page.rows)
    return Page([games[id] for id in page.rows if id in games], page.newer, page.older)


def running_by_variant() -> tuple[RowCount, Mapping[str, int]]:
    """How many games are in play that everybody may watch; and of each variant, without those of which there is none.
    Above `COUNTED` games they are not counted by variant: all variants are there, with 0."""
    counts = Counter(variant for (variant,) in rows_of(_variants_of_the_newest))
    if counts.total() > COUNTED:
        return RowCount(COUNTED, more=True), dict.fromkeys(VARIANTS, 0)
    return RowCount(counts.total()), {slug: counts[slug] for slug in sorted(VARIANTS) if counts[slug]}


def _variants_of_the_newest() -> QuerySet[Any, Any]:
    return _OPEN_TO_ALL.order_by("-created", "-id").values_list("variant")[: COUNTED + 1]


def _waiting_seats(player: UUID) -> QuerySet[GameSeat, Any]:
    return _waiting(player).values("id")


def _waiting(player: UUID) -> QuerySet[GameSeat]:
    """The seats of a player at which something is to be done now: a turn, or the set-up."""
    return GameSeat.objects.filter(OPEN, _MY_TURN | _MY_SETUP, player_id=player, game__paused=False)


def waiting_count(player_id: UUID) -> int:
    """How many games wait for a player: it is the player's turn, or the set-up is missing. One statement, because the
    head of every page asks.
    """
    return count_of(_waiting_seats, player_id)


def challenges_count(player_id: UUID) -> int:
    """How many challenges wait for a player's answer."""
    return count_of(_seek_ids("challenges"), player_id, timezone.now())


@cache
def _seek_ids(what: str) -> Callable[..., QuerySet[Seek, Any]]:
    def make(player: UUID, now: datetime) -> QuerySet[Seek, Any]:
        return _OF_PLAYER[what](player, now).order_by().values("id")

    return make


def next_game(player_id: UUID, after: UUID | None = None) -> Game | None:
    """The most urgent game that waits for a player, but for the one just played.

    Args:
        player_id: whose games.
        after: the id of the game to leave out.
    """
    waiting = _waiting(player_id).exclude(game_id=after) if after else _waiting(player_id)
    waiting = waiting.filter(~is_damaged("game"))
    seat = waiting.select_related("game").order_by(F("game__due").asc(nulls_last=True), "game__created").first()
    return None if seat is None else seat.game


def unfinished(player: UUID) -> list[tuple[Game, GameSeat]]:
    """A player's games that go on, each with the player's seat: first those that wait for the player, and of them the
    one that is due first.
    """
    alone = unfinished_alone(player)
    add_seats(game for game, _seat in alone)
    return alone


def unfinished_alone(player: UUID) -> list[tuple[Game, GameSeat]]:
    """The same without who sits there: for who asks often, and shows few of them."""
    return sorted(_objects(execute(_UNFINISHED, (player,))), key=_urgency)


_SEAT, _GAME = Columns(GameSeat, "s"), Columns(Game, "g")
_SEATS_OF = f"""
SELECT {_SEAT.sql}, {_GAME.sql}, EXISTS (SELECT FROM eventlog_damage d WHERE d.stream = g.id)
FROM games_gameseat s JOIN games_game g ON g.id = s.game_id WHERE s.player_id = %s AND %b
""".encode()  # noqa: S608 - only names of columns


_UNFINISHED = _SEATS_OF.replace(b"%b", b"s.over_at IS NULL AND g.publish_due IS NULL")


def _objects(rows: Iterable[Sequence[Any]]) -> list[tuple[Game, GameSeat]]:
    """A player's games, each with the player's seat, which knows whether the log is `damaged`: by hand, as the ORM
    takes ten times as long.
    """
    result = []
    for row in rows:
        seat, game = _SEAT.object(row[: len(_SEAT)]), _GAME.object(row[len(_SEAT) : -1])
        assert seat is not None
        assert game is not None
        seat.damaged = row[-1]  # type: ignore[attr-defined]
        joined(seat, "game", game)
        result.append((game, seat))
    return result


def those_alone(player: UUID, keys: Sequence[str]) -> list[tuple[Game, GameSeat]]:
    """Some of a player's games, be they over or not, without who sits there.

    Args:
        player: whose games.
        keys: their public addresses; those of others' games find nothing.
    """
    ids = Game.objects.filter(key__in=keys).exclude(source=Game.Source.IMPORT).values("id")
    mine = _noting_damage(GameSeat.objects.filter(player_id=player, game__in=ids)).select_related("game")
    return [(end_for_players(game_seat.game), game_seat) for game_seat in mine]


def end_for_players(game: Game) -> Game:
    """A game as its players know it: that of one whose spectators are behind is over for them when it ends.

    Side effects: changes the row that is given, which is not to be saved then.
    """
    if game.publish_due is None:
        return game
    with skipping_damaged():
        line = timeline(game, player=True)
        if line.outcome is not None:
            game.status, game.outcome, game.winner = Game.Status.OVER, line.outcome.kind.value, line.outcome.winner
            game.result, game.ended = result_of(line.outcome), line.ended_at
    return game


def add_seats(games: Iterable[Game]) -> None:
    """Have the seats of games at hand, with who sits there: one statement for all of them."""
    read_seats(*games)


def _noting_damage(seats: QuerySet[GameSeat]) -> QuerySet[GameSeat]:
    return seats.annotate(damaged=is_damaged("game"))


def _urgency(games: tuple[Game, GameSeat]) -> tuple[Any, ...]:
    game, seat = games
    return (
        getattr(seat, "damaged", False) or not waits_for(game, seat),
        game.due is None,
        game.due or game.created,
        game.created,
        game.key,
    )


def waits_for(game: Game, seat: GameSeat) -> bool:
    """Whether a game waits for who sits there; the same as `waiting_count` counts."""
    if game.paused:
        return False
    return game.to_move == seat.seat if game.status == Game.Status.PLAYING else not seat.ready


def finished_alone(player: UUID, *, days: int = 30, most: int = 10) -> list[tuple[Game, GameSeat]]:
    """A player's games that ended lately, the latest first, each with the player's seat.

    Args:
        player: whose games.
        days: how long ago they may have ended.
        most: so many at most.
    """
    since = timezone.now() - timedelta(days=days)
    both = _objects(execute(_FINISHED, (player, since, most, player, most)))
    both.sort(key=lambda game_seat: game_seat[1].over_at is not None)  # those first whose end others do not know yet
    return [(end_for_players(game), seat) for game, seat in both[:most]]


_FINISHED = b"(%b) UNION ALL (%b)" % (
    _SEATS_OF.replace(b"%b", b"g.source <> 'import' AND s.over_at > %s ORDER BY s.over_at DESC, s.game_id LIMIT %s"),
    _SEATS_OF.replace(
        b"%b", b"s.over_at IS NULL AND g.publish_due IS NOT NULL ORDER BY g.publish_due DESC, s.game_id LIMIT %s"
    ),
)

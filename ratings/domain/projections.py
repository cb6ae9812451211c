"""Ratings follow the log: each rated game that ends changes the ratings of its players, in the order of the log.

Which ends count: a win, a loss or a draw of a game that was played here, for so many plies as its rule book asks for
(`GameFold.unrated`). What nobody played or everybody may take back (aborted, cancelled, both missing) never counts, and
no imported record does. No rank and nothing secret is looked at.

The order. What a game does to ratings follows from the games that its players had finished before in the same rule
book, and from no other. So the ends of one player in one rule book come in the order of their positions (`lanes_of`),
and those of people who share no game may come at once: whichever is written first, the rows are the same, and a rebuild
by position makes them again.

The same two players' games within a month count less and less (`weight_of`). When they met stands in a row of theirs,
so the end of a game reads as much however many games there are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from datetime import datetime
from itertools import product
from types import MappingProxyType
from typing import Any, NamedTuple
from uuid import UUID

from eventlog import store
from eventlog.damage import report
from eventlog.registry import Stored, projection
from eventlog.statements import execute, write
from games.domain.events import Trait, events_with
from games.domain.projections import known_game
from games.models import Game, GameSeat
from games.rules import VARIANTS, End, Seat
from ratings.domain.numbers import MONTH, START, Strength, rated_duel, rated_teams, weight_of
from ratings.models import Change, Meeting, Rating

COUNTED = frozenset(
    {
        *(end for end in End if end.on_board),
        *(End.PLY_LIMIT, End.RESIGNATION, End.AGREED_DRAW, End.TIME_OUT, End.ADJUDICATION, End.FORFEIT),
    }
)
"""The ends of games that change ratings."""

ENDING = events_with(Trait.COUNTS)
"""The events that a game can end with, so that ratings change."""


class Ended:
    """Lets through the end of a rated game, and no move before it (`eventlog.registry.Gate`)."""

    def __call__(self, stream: UUID) -> bool:
        """Whether the game is over after these events, and counts: the same games as those of `_counted`."""
        now = known_game(stream)
        if now is None:
            return True
        created, outcome = now.created, now.outcome
        if outcome is None or now.hidden_end or outcome.kind not in COUNTED:
            return False
        return created.rated and created.source == "play" and now.unrated is None

    def passed(self, *, batch: int) -> Iterator[list[Stored]]:
        """The events that ended the rated games, in the order of the log."""
        games = list(_counted().values_list("id", flat=True))
        ends = store.last_events(games, types=ENDING)
        for start in range(0, len(ends), batch):
            yield store.read_events(ends[start : start + batch], damaged=report)


def _counted() -> Any:
    """The games that change ratings: what was played, and nothing else (FIDE B.02, 5.1)."""
    return Game.objects.filter(
        rated=True, source=Game.Source.PLAY, status=Game.Status.OVER, outcome__in=COUNTED, unrated=""
    )


_TABLES = tuple(model._meta.db_table for model in (Rating, Change, Meeting))


def lanes_of(stream: UUID) -> list[str] | None:
    """Whose ends come in order: those of each player of a game, in its rule book."""
    now = known_game(stream)
    if now is None:
        return None
    return [f"rating {now.created.variant} {player}" for player in now.created.seats.values() if player]


@projection("ratings", events=ENDING, tables=_TABLES, across=True, gate=Ended(), lanes=lanes_of)
def project_ratings(stored: Sequence[Stored]) -> None:
    """The ratings of the players, and what each game did to them."""
    last = {one.stream: one for one in stored}
    games = {stream: game for stream in last if (game := _known(stream)) is not None}
    games |= _read([stream for stream in last if stream not in games])
    rivals = {stream: game for stream, game in games.items() if game.has_rivals}
    _rated.set(dict.fromkeys(last, ()))
    if not rivals:
        return
    table = _RatingTable(rivals)
    for one in sorted(last.values(), key=lambda one: one.position):
        if one.stream in rivals:
            table.rate(rivals[one.stream], one)
    _rated.set({stream: table.strengths.get(stream, ()) for stream in last if stream not in table.done})
    table.save()


_rated: ContextVar[Mapping[UUID, Sequence[float]]] = ContextVar("games rated last", default=MappingProxyType({}))
_BEFORE = b"SELECT game, array_agg(before ORDER BY seat) FROM ratings_change WHERE game = ANY(%s::uuid[]) GROUP BY game"


def strengths_before(games: Collection[UUID]) -> dict[UUID, Sequence[float]]:
    """The ratings of the players of games before each of them, of those that changed any; for projections that come
    after that of the ratings. What that has worked out just now is known, and need not be read."""
    lately = _rated.get()
    found = {game: values for game in games if (values := lately.get(game))}
    others = [game for game in games if game not in lately]
    return found | (dict(execute(_BEFORE, (others,))) if others else {})


class _CountedGame(NamedTuple):
    """What is asked of a game that counts."""

    id: UUID
    variant: str
    winner: int | None
    players: Mapping[Seat, UUID]

    @property
    def has_rivals(self) -> bool:
        """Whether every seat has a player and nobody sits twice: nobody gains by playing alone."""
        return len(set(self.players.values())) == len(VARIANTS[self.variant].seats)


def _known(stream: UUID) -> _CountedGame | None:
    """The game whose end is being appended, if who appends it has told how it stands; the gate let it through."""
    now = known_game(stream)
    if now is None or now.outcome is None:
        return None
    seats = now.created.seats
    players = {seat: UUID(id) for seat in now.variant.seats if (id := seats.get(seat.slug))}
    return _CountedGame(stream, now.created.variant, now.outcome.winner, players)


def _read(streams: Sequence[UUID]) -> dict[UUID, _CountedGame]:
    """Those of these games that count, from their rows."""
    if not streams:
        return {}
    players: dict[UUID, dict[Seat, UUID]] = defaultdict(dict)
    rows = GameSeat.objects.filter(game_id__in=streams, player_id__isnull=False).order_by("game_id", "seat")
    for game, seat, player in rows.values_list("game_id", "seat", "player_id"):
        players[game][Seat(seat)] = player
    found = _counted().filter(id__in=streams).values_list("id", "variant", "winner")
    return {id: _CountedGame(id, variant, winner, players[id]) for id, variant, winner in found}


_Pair = tuple[str, UUID, UUID]

# What is known of these players in these rule books, when they met, and which of these games are counted already.
_KNOWN = b"""
SELECT player, NULL::uuid, variant, value, deviation, volatility, games, played, position, NULL::timestamptz[]
FROM ratings_rating WHERE player = ANY(%s::uuid[]) AND variant = ANY(%s::text[])
UNION ALL
SELECT player, opponent, variant, NULL, NULL, NULL, NULL, NULL, NULL, ended
FROM ratings_meeting WHERE player = ANY(%s::uuid[]) AND opponent = ANY(%s::uuid[]) AND variant = ANY(%s::text[])
UNION ALL
SELECT game, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM ratings_change WHERE game = ANY(%s::uuid[])
"""
_SAVE_CHANGES = b"""
INSERT INTO ratings_change
    (game, seat, player, variant, result, before, value, deviation, meeting, time, position)
SELECT * FROM unnest(%s::uuid[], %s::int2[], %s::uuid[], %s::text[], %s::int2[], %s::float8[], %s::float8[],
    %s::float8[], %s::int2[], %s::timestamptz[], %s::int8[])
"""
_SAVE_MEETINGS = b"""
INSERT INTO ratings_meeting (player, opponent, variant, ended)
SELECT player, opponent, variant, ended::timestamptz[]
FROM unnest(%s::uuid[], %s::uuid[], %s::text[], %s::text[]) AS met (player, opponent, variant, ended)
ON CONFLICT (player, opponent, variant) DO UPDATE SET ended = excluded.ended
"""
_SAVE_RATINGS = b"""
INSERT INTO ratings_rating (player, variant, value, deviation, volatility, games, played, position)
SELECT * FROM unnest(%s::uuid[], %s::text[], %s::float8[], %s::float8[], %s::float8[], %s::int4[], %s::timestamptz[],
    %s::int8[])
ON CONFLICT (player, variant) DO UPDATE SET value = excluded.value, deviation = excluded.deviation,
    volatility = excluded.volatility, games = excluded.games, played = excluded.played, position = excluded.position
"""


class _RatingTable:
    """The ratings that some games change, and when their players met: read in one statement, and each table written in
    one.
    """

    def __init__(self, games: Mapping[UUID, _CountedGame]) -> None:
        """Reads them."""
        people = list({player for game in games.values() for player in game.players.values()})
        books = list({game.variant for game in games.values()})
        self.rows: dict[tuple[UUID, str], Rating] = {}
        self.met: dict[_Pair, list[datetime]] = {}
        self.met_again: set[_Pair] = set()
        self.changed: dict[tuple[UUID, str], Rating] = {}
        self.changes: list[tuple[Any, ...]] = []
        self.done: set[UUID] = set()
        self.strengths: dict[UUID, list[float]] = {}
        for player, opponent, variant, *told, ended in execute(
            _KNOWN, (people, books, people, people, books, list(games))
        ):
            if variant is None:
                self.done.add(player)
            elif opponent is None:
                self.rows[player, variant] = Rating(
                    player=player, variant=variant, **dict(zip(_NUMBERS, told, strict=True))
                )
            else:
                self.met[variant, player, opponent] = ended

    def rate(self, game: _CountedGame, end: Stored) -> None:
        """Counts a game that `end` has ended, as far as these players have not met too often of late.

        Raises:
            RuntimeError: a player's rating stands further already, which only a broken order could bring about.
        """
        if game.id in self.done:
            return
        players, variant = game.players, game.variant
        pairs = tuple(_opponents(variant, players))
        meeting = 1 + max(len(self._lately(pair, end.time)) for pair in pairs)
        weight = weight_of(meeting)
        if not weight:
            return
        for pair in pairs:
            self.met[pair] = [*self._lately(pair, end.time), end.time]
            self.met_again.add(pair)
        before = {seat: self._strength(player, variant) for seat, player in players.items()}
        for seat, after in _after(before, game.winner, end.time, weight).items():
            result, player = _result(seat, game.winner), players[seat]
            numbers = (result.value, before[seat].value, after.value, after.deviation, meeting)
            self.changes.append((game.id, seat.value, player, variant, *numbers, end.time, end.position))
            self._put(player, variant, after, end)
        self.strengths[game.id] = [strength.value for strength in before.values()]

    def _strength(self, player: UUID, variant: str) -> Strength:
        row = self.rows.get((player, variant))
        return START if row is None else Strength(row.value, row.deviation, row.volatility, row.played)

    def _put(self, player: UUID, variant: str, strength: Strength, end: Stored) -> None:
        row = self.rows.setdefault((player, variant), Rating(player=player, variant=variant, position=0))
        if row.position >= end.position:
            raise RuntimeError(f"a rating stands beyond position {end.position}: events came out of order")
        row.value, row.deviation, row.volatility = strength.value, strength.deviation, strength.volatility
        row.games, row.played, row.position = row.games + 1, end.time, end.position
        self.changed[player, variant] = row

    def _lately(self, pair: _Pair, at: datetime) -> list[datetime]:
        """When the games of two opponents ended that still make a game less that ends now."""
        return [ended for ended in self.met.get(pair, ()) if ended > at - MONTH]

    def save(self) -> None:
        """Writes what has changed."""
        if not self.changes:
            return
        met = [
            (player, opponent, variant, _array(self.met[variant, player, opponent]))
            for variant, player, opponent in sorted(self.met_again)
        ]
        told = [
            (player, variant, *(getattr(row, name) for name in _NUMBERS))
            for (player, variant), row in sorted(self.changed.items(), key=lambda item: item[0])
        ]
        write("ratings_change", _SAVE_CHANGES, [_columns(self.changes)])
        write("ratings_meeting", _SAVE_MEETINGS, [_columns(met)])
        write("ratings_rating", _SAVE_RATINGS, [_columns(told)])


_NUMBERS = ("value", "deviation", "volatility", "games", "played", "position")


def _array(times: Iterable[datetime]) -> str:
    """Times as PostgreSQL writes an array: an array of arrays would have to have rows of one length."""
    return "{" + ",".join(time.isoformat() for time in times) + "}"


def _columns(rows: Sequence[tuple[Any, ...]]) -> list[list[Any]]:
    """The values of each column, for `unnest`."""
    return list(map(list, zip(*rows, strict=True)))


def _opponents(variant: str, players: Mapping[Seat, UUID]) -> Iterable[_Pair]:
    """The pairs of players of a game who sit on different sides."""
    sides = [[player for seat, player in players.items() if seat.side == side] for side in (0, 1)]
    return ((variant, min(pair), max(pair)) for pair in product(*sides))


def _result(seat: Seat, winner: int | None) -> Change.Result:
    if winner is None:
        return Change.Result.DRAW
    return Change.Result.WIN if seat.side == winner else Change.Result.LOSS


def _after(before: Mapping[Seat, Strength], winner: int | None, at: datetime, weight: float) -> dict[Seat, Strength]:
    """The strengths after a game: of two players by Glicko-2, of two teams by the rating of teams."""
    sides = [[seat for seat in before if seat.side == side] for side in (0, 1)]
    if len(before) == 2:
        points = 0.5 if winner is None else 1.0 - winner
        (red,), (blue,) = sides
        after = rated_duel(before[red], before[blue], points=points, at=at, weight=weight)
        return {red: after[0], blue: after[1]}
    teams = rated_teams([[before[seat] for seat in side] for side in sides], winner=winner, at=at, weight=weight)
    seats = [seat for side in sides for seat in side]
    return dict(zip(seats, (strength for team in teams for strength in team), strict=True))

"""Ratings follow the log: each rated game that ends changes the ratings of its players, in the order of the log.

Which ends count: a win, a loss or a draw of a game that was played here, for so many plies as its rule book asks for
(`GameFold.unrated`). What nobody played or everybody may take back (aborted, cancelled, both missing) never counts, and
no imported record does. No rank and nothing secret is looked at.

The order. What a game does to ratings follows from the games that its players had finished before in the same rule
book, and from no other. So the ends of one player in one rule book come in the order of their positions,
and those of people who share no game may come at once: whichever is written first, the rows are the same, and a rebuild
by position makes them again.

The same two players' games within a month count less and less (`weight_of`). When they met stands in a row of theirs,
so the end of a game reads as much however many games there are.

What the moderators do later. A set-back is one more end in the order of its player, at its own position. If they change
what the result of a game counts as, or give a set-back back, the ratings are those that would have come about had it
been so from the beginning: the consequences are noted here, and a task folds them again (`recomputation.py`). A rebuild
reads the present results, with the same outcome.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from itertools import product
from types import MappingProxyType
from typing import Any, NamedTuple
from uuid import UUID

from eventlog import queries
from eventlog.corruption import report
from eventlog.registry import Stored, projection
from eventlog.statements import execute, write
from games.domain.events import (
    ArbiterLooked,
    CardsDealt,
    DrawDeclined,
    DrawOffered,
    GameAborted,
    GameCancelled,
    GameCreated,
    GamePaused,
    GameResumed,
    GameRevealed,
    ModeratorLooked,
    ResultRecorded,
    RevealProposed,
    RevealWithdrawn,
    TakebackAgreed,
    TakebackDeclined,
    TakebackOffered,
    TimeGiven,
    Trait,
    TurnsTakenBack,
    VacationEnded,
    VacationTaken,
    check_covered,
    events_with,
)
from games.domain.projections import RULING, known_game, ladder_at
from games.domain.state import GameFold, Unrated
from games.models import Game, GameSeat, Ladder
from games.rules import VARIANTS, End, Seat
from ratings.domain.events import RatingGivenBack, RatingSetBack
from ratings.domain.glicko import MONTH, START, Strength, rated_duel, rated_teams, weight_of
from ratings.models import Change, Meeting, Rating, Refold, RefoldPart, SetBack

Kind = Change.Kind

_Pair = tuple[str, UUID, UUID]

COUNTED = frozenset(
    {
        *(end for end in End if end.on_board),
        *(End.PLY_LIMIT, End.RESIGNATION, End.AGREED_DRAW, End.TIME_OUT, End.GAME_CLOCK),
        *(End.ABSENCE, End.ADJUDICATION, End.FORFEIT),
    }
)
"""The ends of games that change ratings."""

ENDING = events_with(Trait.COUNTS)
"""The events that a game can end with, so that ratings change."""

_WITHOUT_RATINGS = (
    *(GameCreated, CardsDealt, DrawOffered, DrawDeclined, VacationTaken, VacationEnded, GamePaused, GameResumed),
    *(TimeGiven, ArbiterLooked, ModeratorLooked, RevealProposed, RevealWithdrawn, GameRevealed),
    *(TakebackOffered, TakebackDeclined, TakebackAgreed, TurnsTakenBack),
    *(GameAborted, GameCancelled, ResultRecorded),
)
"""These end no game, or one that counts for nobody."""

check_covered("ratings", [*ENDING, *RULING, *_WITHOUT_RATINGS])


_STANDS = (None, Unrated.RULED)
"""Why a game may not count, and yet has a place among those that do."""


class Ended:
    """Lets through the end of a rated game, and no move before it (`eventlog.registry.EventFilter`)."""

    def __call__(self, stream: UUID) -> bool:
        """Whether the game is over after these events, and counts: the same games as those of `_counted`."""
        now = known_game(stream)
        return True if now is None else _has_place(now)

    def passed(self, *, batch: int) -> Iterator[list[Stored]]:
        """The events that ended the rated games, in the order of the log."""
        yield from _read_last(_counted().values_list("id", flat=True), ENDING, batch)


class RatedThings(Ended):
    """Lets through these, and what the moderators do to results that count, and to ratings."""

    def passed(self, *, batch: int) -> Iterator[list[Stored]]:
        """The events that ended the rated games, and those that set ratings back, in the order of the log."""
        streams = [*_counted().values_list("id", flat=True), *SetBack.objects.values_list("id", flat=True)]
        yield from _read_last(streams, (*ENDING, RatingSetBack), batch)


def _read_last(streams: Iterable[UUID], types: Sequence[type[Any]], batch: int) -> Iterator[list[Stored]]:
    ends = queries.last_events(list(streams), types=types)
    for start in range(0, len(ends), batch):
        yield queries.read_events(ends[start : start + batch], damaged=report)


def _has_place(now: GameFold) -> bool:
    created, outcome = now.created, now.outcome
    if outcome is None or now.hidden_end or outcome.kind not in COUNTED:
        return False
    return created.rated and created.source == "play" and now.unrated in _STANDS


def _counted() -> Any:
    """The games that change ratings: what was played, and nothing else (FIDE B.02, 5.1); and those that would, had the
    moderators not annulled them."""
    return Game.objects.filter(
        rated=True,
        source=Game.Source.PLAY,
        status=Game.Status.OVER,
        outcome__in=COUNTED,
        unrated__in=["", Unrated.RULED],
    )


_TABLES = tuple(model._meta.db_table for model in (Rating, Change, Meeting, Refold, RefoldPart))


def ordering_keys_of(stream: UUID) -> list[str] | None:
    """Whose ends come in order: those of each player of a game, in its rule book."""
    now = known_game(stream)
    if now is None:
        return None
    return [f"rating {now.created.variant} {player}" for player in now.created.seats.values() if player]


_SET_BACK = b"""
INSERT INTO ratings_setback (id, player, variant, amount, undone, position)
VALUES (%s::uuid, %s::uuid, %s, %s::int2, false, %s::int8) ON CONFLICT (id) DO NOTHING
"""
_UNDONE = b"UPDATE ratings_setback SET undone = true WHERE id = %s::uuid"


@projection("set-backs", events=(RatingSetBack, RatingGivenBack), tables=("ratings_setback",), writes_only=True)
def project_set_backs(stored: Sequence[Stored]) -> None:
    """The set-backs of ratings, and whether each still holds."""
    for item in stored:
        if isinstance(item.event, RatingSetBack):
            result = (item.stream, item.event.player, item.event.variant, item.event.amount, item.position)
            write("ratings_setback", _SET_BACK, [result])
        else:
            write("ratings_setback", _UNDONE, [(item.stream,)])


@projection(
    "ratings",
    events=(*ENDING, *RULING, RatingSetBack, RatingGivenBack),
    tables=_TABLES,
    across=True,
    filter=RatedThings(),
    ordering_keys=ordering_keys_of,
)
def project_ratings(stored: Sequence[Stored]) -> None:
    """The ratings of the players, and what each game did to them."""
    last = {item.stream: item for item in stored if not isinstance(item.event, (*RULING, RatingGivenBack))}
    changed = {item.stream for item in stored if isinstance(item.event, (*RULING, RatingGivenBack))}
    streams = last.keys() | changed
    entries = {stream: entry for stream in streams if (entry := _known(stream)) is not None}
    entries |= _read([stream for stream in streams if stream not in entries])
    _rated.set(dict.fromkeys(last, ()))
    places = sorted(
        (stored.position, stored.time, entries[stored.stream]) for stored in last.values() if stored.stream in entries
    )
    if places:
        table = RatingTable()
        table.read([entry for _position, _time, entry in places])
        for position, time, entry in places:
            table.take(entry, time, position)
        _rated.set({stream: table.strengths.get(stream, ()) for stream in last if stream not in table.done})
        table.save()
    for stream in sorted(changed - last.keys()):
        if stream in entries:
            _count_anew(entries[stream])


_rated: ContextVar[Mapping[UUID, Sequence[float]]] = ContextVar("games rated last", default=MappingProxyType({}))
_BEFORE = b"""
SELECT game, array_agg(before ORDER BY seat) FROM ratings_change
WHERE game = ANY(%s::uuid[]) AND kind IN (0, 5) GROUP BY game
"""


def strengths_before(games: Collection[UUID]) -> dict[UUID, Sequence[float]]:
    """The ratings of the players of games before each of them, of those that changed any; for projections that come
    after that of the ratings. What that has worked out just now is known, and need not be read."""
    lately = _rated.get()
    numbers = {game: values for game in games if (values := lately.get(game))}
    others = [game for game in games if game not in lately]
    return numbers | (dict(execute(_BEFORE, (others,))) if others else {})


Strengths = Callable[[Mapping[UUID, Sequence[float]]], object]

_STRENGTHS: list[Strengths] = []


def on_strengths(function: Strengths) -> Strengths:
    """Registers what hears of games that the moderators' doings reach: the ratings of their players before each of them
    are others now, as `strengths_before` has them, empty for a game that changes none any more. It is called in the
    transaction that writes them; a rebuild calls nothing.
    """
    if function not in _STRENGTHS:
        _STRENGTHS.append(function)
    return function


def tell_strengths(games: Collection[UUID]) -> None:
    """Calls them with the players' present ratings before some games."""
    result = dict(execute(_BEFORE, (list(games),)))
    for function in tuple(_STRENGTHS):
        function({game: result.get(game, ()) for game in games})


class RatingEntry(NamedTuple):
    """A place in the orders of its players: a game that is rated, or a set-back.

    Attributes:
        kind: `COUNTS` for a game, which may turn out to be beyond those of a month; `ANNULLED`; a set-back, which
            stands or is given back.
        amount: of a set-back.
        ladders: what a game with bots counts for at each seat; a seat that is missing is a person's, for whom it does.
    """

    id: UUID
    variant: str
    kind: int
    winner: int | None
    players: Mapping[Seat, UUID]
    amount: int | None = None
    ladders: Mapping[Seat, int] = MappingProxyType({})

    def ladder(self, seat: Seat) -> int:
        return self.ladders.get(seat, Ladder.PEOPLE.value)

    def kind_at(self, seat: Seat) -> int:
        """The meaning for the player of a seat: a game that counts leaves some players out."""
        left_out = self.kind == Kind.COUNTS and self.ladder(seat) == Ladder.NONE
        return Kind.APART.value if left_out else int(self.kind)

    @property
    def has_rivals(self) -> bool:
        """Whether every seat has a player and nobody sits twice: nobody gains by playing alone."""
        return len(set(self.players.values())) == len(VARIANTS[self.variant].seats)

    @property
    def pairs(self) -> tuple[_Pair, ...]:
        """The pairs of players on different sides."""
        return tuple(_opponents(self.variant, self.players))


def _known(stream: UUID) -> RatingEntry | None:
    """The game whose events are being appended, if the caller has made its fold known; the filter let it through."""
    now = known_game(stream)
    if now is None or now.outcome is None:
        return None
    seats = now.created.seats
    players = {seat: UUID(id) for seat in now.variant.seats if (id := seats.get(seat.slug))}
    kind = Kind.COUNTS if now.unrated is None else Kind.ANNULLED
    ladders = {seat: ladder_at(now.created, seat).value for seat in players} if now.created.ladders else {}
    entry = RatingEntry(stream, now.created.variant, kind, now.result.winner, players, ladders=ladders)
    return entry if entry.has_rivals else None


_SIDES = {Game.Result.RED.value: 0, Game.Result.BLUE.value: 1}


def _read(streams: Sequence[UUID]) -> dict[UUID, RatingEntry]:
    """Those of these games that count, and set-backs, from their rows."""
    if not streams:
        return {}
    players: dict[UUID, dict[Seat, UUID]] = defaultdict(dict)
    ladders: dict[UUID, dict[Seat, int]] = defaultdict(dict)
    rows = GameSeat.objects.filter(game_id__in=streams, player_id__isnull=False).order_by("game_id", "seat")
    for game, seat, player, ladder in rows.values_list("game_id", "seat", "player_id", "ladder"):
        players[game][Seat(seat)] = player
        if ladder != Ladder.PEOPLE:
            ladders[game][Seat(seat)] = ladder
    entries = [
        RatingEntry(
            id,
            variant,
            Kind.ANNULLED if unrated else Kind.COUNTS,
            _SIDES.get(result),
            players[id],
            ladders=ladders.get(id, {}),
        )
        for id, variant, unrated, result in _counted()
        .filter(id__in=streams)
        .values_list("id", "variant", "unrated", "result")
    ]
    outcome = {entry.id: entry for entry in entries if entry.has_rivals}
    for back in SetBack.objects.filter(id__in=streams):
        kind = Kind.GIVEN_BACK if back.undone else Kind.SET_BACK
        outcome[back.id] = RatingEntry(back.id, back.variant, kind, None, {Seat(0): back.player}, back.amount)
    return outcome


# -- pending recomputation -------------------------------------------------------------------

_COUNT_ANEW = b"""
UPDATE ratings_change c SET kind = new.kind, result = new.result
FROM unnest(%s::int2[], %s::int2[], %s::int2[]) AS new (seat, kind, result)
WHERE c.game = %s::uuid AND c.seat = new.seat AND (c.kind, c.result) IS DISTINCT FROM (new.kind, new.result)
RETURNING c.position
"""
_REFOLD = b"""
INSERT INTO ratings_refold AS old (variant, position) VALUES (%s, %s::int8)
ON CONFLICT (variant) DO UPDATE SET position = least(old.position, excluded.position)
"""
_CONCERNED = b"""
INSERT INTO ratings_refoldpart (variant, player, opponent)
SELECT %s, * FROM unnest(%s::uuid[], %s::uuid[]) ON CONFLICT DO NOTHING
"""


def lock_refolding(variant: str) -> None:
    """Has the transaction wait until nobody folds the ratings of a rule book again or notes that it is to be done. Who
    also waits for its place in the order of the log does that first."""
    execute(b"SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", (f"refold {variant}",))


def hold_ratings(variant: str) -> bool:
    """Whether the changes of a rule book's ratings stay as they are until the end of the transaction: nobody folds them
    again. Whoever would waits for it; it waits for nobody.

    Args:
        variant: the slug of the rule book.
    """
    ((held,),) = execute(b"SELECT pg_try_advisory_xact_lock_shared(hashtextextended(%s, 0))", (f"refold {variant}",))
    return bool(held)


def note_refolding(variant: str, players: Iterable[UUID], pairs: Iterable[_Pair]) -> None:
    """Records a pending recomputation.

    Args:
        variant: the slug of the rule book.
        players: whose changes may be wrong.
        pairs: whose meetings may be wrong.
    """
    ids: list[tuple[UUID, UUID | None]] = [(player, None) for player in sorted(players)]
    ids += [(player, opponent) for _variant, player, opponent in sorted(pairs)]
    if ids:
        execute(_CONCERNED, (variant, *_columns(ids)))


def _count_anew(entry: RatingEntry) -> None:
    """Notes that a game or a set-back counts as something else from now on: what follows from it is folded again."""
    lock_refolding(entry.variant)
    rows = [(seat.value, entry.kind_at(seat), _result_of(entry, seat)) for seat in entry.players]
    result = execute(_COUNT_ANEW, (*_columns(rows), entry.id))
    if result:
        execute(_REFOLD, (entry.variant, result[0][0] - 1))
        note_refolding(entry.variant, entry.players.values(), () if entry.amount else entry.pairs)
        tell_strengths([entry.id])


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
_CHANGE = {
    "game": "uuid",
    "seat": "int2",
    "player": "uuid",
    "variant": "text",
    "kind": "int2",
    "result": "int2",
    "before": "float8",
    "value": "float8",
    "deviation": "float8",
    "volatility": "float8",
    "number": "int4",
    "played": "timestamptz",
    "amount": "int2",
    "meeting": "int2",
    "time": "timestamptz",
    "position": "int8",
    "ladder": "int2",
}
_OF_CHANGES = f"unnest({', '.join(f'%s::{kind}[]' for kind in _CHANGE.values())})"
_SAVE_CHANGES = f"INSERT INTO ratings_change ({', '.join(_CHANGE)}) SELECT * FROM {_OF_CHANGES}".encode()  # noqa: S608
_CHANGE_AGAIN = f"""
UPDATE ratings_change c SET {", ".join(f"{name} = new.{name}" for name in _CHANGE if name not in ("game", "seat"))}
FROM {_OF_CHANGES} AS new ({", ".join(_CHANGE)}) WHERE c.game = new.game AND c.seat = new.seat
""".encode()  # noqa: S608 (names of our own columns)
_SAVE_MEETINGS = b"""
INSERT INTO ratings_meeting (player, opponent, variant, ended)
SELECT player, opponent, variant, ended::timestamptz[]
FROM unnest(%s::uuid[], %s::uuid[], %s::text[], %s::text[]) AS met (player, opponent, variant, ended)
ON CONFLICT (player, opponent, variant) DO UPDATE SET ended = excluded.ended
"""
_SAVE_RATINGS = b"""
INSERT INTO ratings_rating AS old (player, variant, value, deviation, volatility, games, played, position, ladder)
SELECT * FROM unnest(%s::uuid[], %s::text[], %s::float8[], %s::float8[], %s::float8[], %s::int4[], %s::timestamptz[],
    %s::int8[], %s::int2[])
ON CONFLICT (player, variant) DO UPDATE SET value = excluded.value, deviation = excluded.deviation,
    volatility = excluded.volatility, games = excluded.games, played = excluded.played, position = excluded.position,
    ladder = greatest(old.ladder, excluded.ladder)
"""


@dataclass(slots=True)
class RatingRow:
    """A row of `Rating`, without what Django's objects cost."""

    value: float
    deviation: float
    volatility: float
    games: int
    played: datetime | None
    position: int


class RatingTable:
    """The ratings that some games change, and when their players met: read in one statement, and each table written in
    one.

    Attributes:
        rows: the ratings, with what is taken so far.
        met: when two players met of late.
        changes: what each entry did, as rows of `Change`.
        done: those that are counted already.
        bots: the players who are in the list of bots, of those whose games are taken.
    """

    def __init__(self) -> None:
        self.rows: dict[tuple[UUID, str], RatingRow] = {}
        self.met: dict[_Pair, list[datetime]] = {}
        self.met_again: set[_Pair] = set()
        self.changed: dict[tuple[UUID, str], RatingRow] = {}
        self.changes: list[tuple[Any, ...]] = []
        self.done: set[UUID] = set()
        self.strengths: dict[UUID, list[float]] = {}
        self.bots: set[UUID] = set()

    def read(self, entries: Sequence[RatingEntry]) -> None:
        """Reads what is known of their players."""
        people = list({player for entry in entries for player in entry.players.values()})
        books = list({entry.variant for entry in entries})
        for player, opponent, variant, *result, ended in execute(
            _KNOWN, (people, books, people, people, books, [entry.id for entry in entries])
        ):
            if variant is None:
                self.done.add(player)
            elif opponent is None:
                self.rows[player, variant] = RatingRow(*result)
            else:
                self.met[variant, player, opponent] = ended

    def take(self, entry: RatingEntry, time: datetime, position: int) -> None:
        """Counts an entry.

        Args:
            entry: the next one of its players.
            time: when it was; `position`: its place in the log.

        Raises:
            RuntimeError: a player's rating is newer already, which only a broken order can cause.
        """
        if entry.id in self.done:
            return
        if entry.kind == Kind.COUNTS:
            self._rate(entry, time, position)
        elif entry.kind == Kind.SET_BACK:
            self._set_back(entry, time, position)
        else:
            self._leave(entry, entry.kind, time, position)

    def _rate(self, game: RatingEntry, time: datetime, position: int) -> None:
        """Counts a game as far as these players have not met too often of late."""
        players, variant, pairs = game.players, game.variant, game.pairs
        meeting = 1 + max(len(self._lately(pair, time)) for pair in pairs)
        weight = weight_of(meeting)
        if not weight:
            self._leave(game, Kind.BEYOND, time, position, meeting)
            return
        for pair in pairs:
            self.met[pair] = [*self._lately(pair, time), time]
            self.met_again.add(pair)
        before = {seat: self._strength(player, variant) for seat, player in players.items()}
        for seat, after in _after(before, game.winner, time, weight).items():
            if game.ladder(seat) == Ladder.NONE:
                row = self.rows.get((players[seat], variant))
            else:
                row = self._put(players[seat], variant, after, time, position)
            if game.ladder(seat) == Ladder.BOTS:
                self.bots.add(players[seat])
            self._note(game, seat, game.kind_at(seat), before[seat].value, row, meeting, time, position)
        self.strengths[game.id] = [strength.value for strength in before.values()]

    def _set_back(self, entry: RatingEntry, time: datetime, position: int) -> None:
        """Takes points from a rating; a player without one loses none."""
        ((seat, player),) = entry.players.items()
        row, before = self.rows.get((player, entry.variant)), self._strength(player, entry.variant)
        if row is not None and entry.amount is not None:
            _check_order(row, position)
            row.value, row.position = row.value - entry.amount, position
            self.changed[player, entry.variant] = row
        self._note(entry, seat, Kind.SET_BACK, before.value, row, 0, time, position)

    def _leave(self, entry: RatingEntry, kind: int, time: datetime, position: int, meeting: int = 0) -> None:
        """Notes an entry that changes nothing: it may yet, if the moderators or the games before it change."""
        for seat, player in entry.players.items():
            row, before = self.rows.get((player, entry.variant)), self._strength(player, entry.variant)
            self._note(entry, seat, kind, before.value, row, meeting, time, position)

    def _note(
        self,
        entry: RatingEntry,
        seat: Seat,
        kind: int,
        before: float,
        row: RatingRow | None,
        meeting: int,
        time: datetime,
        position: int,
    ) -> None:
        known = _fresh() if row is None else row
        now = (known.value, known.deviation, known.volatility, known.games, known.played)
        result = (entry.id, seat.value, entry.players[seat], entry.variant, int(kind), _result_of(entry, seat), before)
        place = (min(meeting, MOST_NOTED), time, position, entry.ladder(seat))
        self.changes.append((*result, *now, entry.amount, *place))

    def _strength(self, player: UUID, variant: str) -> Strength:
        row = self.rows.get((player, variant))
        return START if row is None else Strength(row.value, row.deviation, row.volatility, row.played)

    def _put(self, player: UUID, variant: str, strength: Strength, time: datetime, position: int) -> RatingRow:
        row = self.rows.setdefault((player, variant), _fresh())
        _check_order(row, position)
        row.value, row.deviation, row.volatility = strength.value, strength.deviation, strength.volatility
        row.games, row.played, row.position = row.games + 1, time, position
        self.changed[player, variant] = row
        return row

    def _lately(self, pair: _Pair, at: datetime) -> list[datetime]:
        """When the games of two opponents ended that still make a game less that ends now."""
        return [ended for ended in self.met.get(pair, ()) if ended > at - MONTH]

    def save(self) -> None:
        """Writes what has changed."""
        if not self.changes:
            return
        write("ratings_change", _SAVE_CHANGES, [_columns(self.changes)])
        if self.met_again:
            write_meetings({pair: self.met[pair] for pair in self.met_again})
        if self.changed:
            result = [
                (player, variant, *_values(row), int(player in self.bots))
                for (player, variant), row in sorted(self.changed.items(), key=lambda item: item[0])
            ]
            write("ratings_rating", _SAVE_RATINGS, [_columns(result)])


def _values(row: RatingRow) -> tuple[Any, ...]:
    return row.value, row.deviation, row.volatility, row.games, row.played, row.position


def _fresh() -> RatingRow:
    return RatingRow(START.value, START.deviation, START.volatility, 0, None, 0)


MOST_NOTED = 100
"""A game beyond those of a month is noted as this one of them at most."""


def _check_order(row: RatingRow, position: int) -> None:
    if row.position >= position:
        raise RuntimeError(f"a rating stands beyond position {position}: events came out of order")


def write_meetings(met: Mapping[_Pair, Sequence[datetime]]) -> None:
    result = [(player, opponent, variant, _array(times)) for (variant, player, opponent), times in sorted(met.items())]
    write("ratings_meeting", _SAVE_MEETINGS, [_columns(result)])


def change_again(changes: Sequence[tuple[Any, ...]]) -> None:
    """Writes changes that are there already.

    Args:
        changes: as `RatingTable.changes` has them.
    """
    execute(_CHANGE_AGAIN, _columns(changes))


def _array(times: Iterable[datetime]) -> str:
    """Times as PostgreSQL writes an array: an array of arrays would have to have rows of one length."""
    return "{" + ",".join(time.isoformat() for time in times) + "}"


def _columns(rows: Sequence[tuple[Any, ...]]) -> list[list[Any]]:
    """The values of each column, for `unnest`."""
    return list(map(list, zip(*rows, strict=True)))


def _opponents(variant: str, players: Mapping[Seat, UUID]) -> Iterable[_Pair]:
    """The pairs of players of a game on different sides."""
    sides = [[player for seat, player in players.items() if seat.side == side] for side in (0, 1)]
    return ((variant, min(pair), max(pair)) for pair in product(*sides))


def _result_of(entry: RatingEntry, seat: Seat) -> int:
    if entry.amount:
        return Change.Result.NONE.value
    if entry.winner is None:
        return Change.Result.DRAW.value
    return Change.Result.WIN.value if seat.side == entry.winner else Change.Result.LOSS.value


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

"""The lists of games, kept in step with the log: a row a game, its seats, and a tally across all games.

The row of a game is made from its fold. A command that has just folded the game hands the fold over (`known`), so that
a move costs no second fold.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType
from typing import Any, NamedTuple, get_args
from uuid import UUID

from accounts.people.bots import BOT_IDS
from eventlog import queries
from eventlog.canonical import canonical
from eventlog.folds import Folds, by_stream
from eventlog.histories import Stretch, events_of, has_others, parts_of
from eventlog.registry import Run, Stored, projection
from eventlog.statements import write
from games.domain.commitments import commitment_of
from games.domain.events import (
    CardsDealt,
    ChoiceMade,
    GameCreated,
    GameEvent,
    GameRevealed,
    SetupMade,
    Trait,
    TurnPlayed,
    TurnsTakenBack,
    events_with,
)
from games.domain.replay import replayed
from games.domain.state import GameFold, Ruling, Unrated
from games.domain.transitions import fold, fold_gathered
from games.models import LADDERS, Game, Ladder, key_of
from games.rules import End, Outcome, Seat, seat_of_slug

GAME_EVENTS: tuple[type[Any], ...] = get_args(GameEvent)

GAME_FOLDS = Folds("known games", fold, fold_gathered)

known_game = GAME_FOLDS.of
"""The fold of a game after the events that are being appended, for an `eventlog.registry.EventFilter`."""


@dataclass(frozen=True, slots=True, repr=False)
class GameCourse:
    """All set-ups and turns of a game. Secret before the reveal; it is not printed.

    Args:
        setups: by seat, row by row as the board lies.
        chance: the order of each seat's deck, where cards were dealt.
        turns: all submissions, choices too; without those that were taken back.
    """

    setups: Mapping[Seat, str]
    chance: Mapping[Seat, str]
    turns: Sequence[str]


class RevealedGame(NamedTuple):
    """What projections need of a game that is over for everybody, or revealed, besides its fold: its course, and the
    fingerprint that it has once it is revealed."""

    course: GameCourse
    fingerprint: bytes


_openings: ContextVar[Mapping[UUID, RevealedGame]] = ContextVar("openings of games", default=MappingProxyType({}))


@contextmanager
def opening(openings: Mapping[UUID, RevealedGame]) -> Iterator[None]:
    """Lets projections take what was read of games from who appends their end or reveal, see `opening_of`."""
    token = _openings.set(openings)
    try:
        yield
    finally:
        _openings.reset(token)


def course_of(game: UUID) -> GameCourse:
    """The course of a game: as who appends its end or its reveal has read it, or from the log."""
    known = _openings.get().get(game)
    return course_in(queries.load_runs(game, kind=TurnPlayed, field="turn")) if known is None else known.course


def course_after(change: GameChange) -> GameCourse:
    """The course of a game after new events: in these, if they are all there are; else as `course_of`."""
    known = _openings.get().get(change.id)
    if known is not None:
        return known.course
    return course_in(parts_of(change.stored)) if change.whole else course_of(change.id)


def fingerprint(
    *,
    variant: str,
    setups: Mapping[Seat, str],
    turns: Sequence[str],
    result: tuple[str, int | None] | None,
    chance: Mapping[Seat, str] | None = None,
) -> bytes:
    """What makes two records the same game. Only revealed games have one, and it never leaves the server.

    Args:
        variant: the rule book.
        setups: by seat, row by row as the board lies.
        turns: all submissions, choices too.
        result: the end that the record claims, where the board does not show one.
        chance: the order of each seat's deck, where cards were dealt.
    """
    values: list[Any] = [variant, {seat.slug: setup for seat, setup in setups.items()}, list(turns), result]
    if chance:
        values.append({seat.slug: order for seat, order in chance.items()})
    return hashlib.sha256(canonical(values).encode()).digest()


_AFTERWARDS = frozenset(events_with(Trait.AFTERWARDS))

RULING = events_with(Trait.RULES)
"""The events by which the moderators change what a result counts as."""


@dataclass(frozen=True, slots=True)
class GameChange:
    """The new events of one game, and the game after them."""

    id: UUID
    now: GameFold
    stored: Sequence[Stored]

    @property
    def whole(self) -> bool:
        return self.stored[0].version == 1

    @property
    def ends(self) -> bool:
        """The game is over for everybody by these events: what comes afterwards ends it no second time."""
        return self.now.public_status == "over" and has_others(self.stored, _AFTERWARDS)


def changes_of(stored: Sequence[Stored]) -> list[GameChange]:
    return [GameChange(events[0].stream, GAME_FOLDS.after(events), events) for events in by_stream(stored)]


def only_goes_on(stored: Sequence[Stored]) -> bool:
    """Whether these events are one turn that does not end the game, like most appends: then there is nothing to do
    for what looks at beginnings and ends alone. It is a quick look, which says no where it does not know."""
    if len(stored) != 1 or type(stored[0].event) is not TurnPlayed:
        return False
    now = GAME_FOLDS.of(stored[0].stream)
    return now is not None and now.version == stored[0].version and now.outcome is None


# -- a row a game ---------------------------------------------------------------------------------

_MOVING = (
    "status",
    "plies",
    "to_move",
    "draw_offer",
    "takeback_offer",
    "outcome",
    "winner",
    "result",
    "unrated",
    "ruling",
    "noted",
    "revealed",
    "reveal_due",
    "openers",
    "started",
    "ended",
    "publish_due",
    "due",
    "due_seats",
    "due_from",
    "waits_for_bot",
    "paused",
    "turn_version",
    "public_version",
    "version",
    "position",
    "fingerprint",
)
_FIXED = (
    *("id", "key", "variant", "source", "created", "time", "rated", "notes"),
    *("tournament", "round", "spectators", "origin", "origin_ply"),
)
_CASTS = {
    "to_move": "int2",
    "draw_offer": "int2",
    "takeback_offer": "int2",
    "winner": "int2",
    "plies": "int4",
    "noted": "int4",
    "due": "timestamptz",
    "due_seats": "int2",
    "due_from": "timestamptz",
    "turn_version": "int4",
    "time": "jsonb",
    "public_version": "int4",
    "version": "int4",
    "position": "int8",
    "reveal_due": "timestamptz",
    "publish_due": "timestamptz",
    "openers": "int2",
    "started": "timestamptz",
    "ended": "timestamptz",
    "created": "timestamptz",
    "fingerprint": "bytea",
    "id": "uuid",
    "tournament": "uuid",
    "round": "int4",
    "origin": "uuid",
    "origin_ply": "int4",
}


def _placeholder(name: str) -> str:
    return f"%s::{_CASTS[name]}" if name in _CASTS else "%s"


_INSERT_GAME = (
    f"INSERT INTO games_game ({', '.join(_FIXED + _MOVING)})"  # noqa: S608 (names of our own columns)
    f" VALUES ({', '.join(map(_placeholder, _FIXED + _MOVING))})"
).encode()
_UPDATE_GAME = (
    f"UPDATE games_game SET {', '.join(f'{name} = {_placeholder(name)}' for name in _MOVING[:-1])}"  # noqa: S608
    " WHERE id = %s::uuid"
).encode()
_UPDATE_AND_STAMP = (
    f"UPDATE games_game SET {', '.join(f'{name} = {_placeholder(name)}' for name in _MOVING)}"  # noqa: S608
    " WHERE id = %s::uuid"
).encode()
# What a turn changes in a game in play, the service's most frequent statement. No index has any of these
# columns but the last two, which hardly ever change between people; so the row is written, and no index.
_PLAYING = (
    "plies",
    "to_move",
    "draw_offer",
    "takeback_offer",
    "noted",
    "due",
    "due_seats",
    "turn_version",
    "public_version",
    "version",
    "position",
    "waits_for_bot",
)
_UPDATE_PLAYING = (
    f"UPDATE games_game SET {', '.join(f'{name} = {_placeholder(name)}' for name in _PLAYING)},"  # noqa: S608
    " due_from = least(due_from, %s::timestamptz) WHERE id = %s::uuid"
).encode()
_INSERT_SEAT = b"""
INSERT INTO games_gameseat (game_id, seat, player_id, created, over_at, ready, commitment, ladder)
VALUES (%s::uuid, %s::int2, %s::uuid, %s::timestamptz, %s::timestamptz, %s, %s::bytea, %s::int2)
"""
_SEATS_OVER = b"UPDATE games_gameseat SET over_at = %s::timestamptz WHERE game_id = %s::uuid"
_READY = b"UPDATE games_gameseat SET ready = true, commitment = %s::bytea WHERE game_id = %s::uuid AND seat = %s::int2"


_SUBMISSIONS = (TurnPlayed, ChoiceMade)


def applied_versions(streams: Sequence[UUID]) -> Mapping[UUID, int]:
    """The versions of the rows of games; other rows about games are written together with these."""
    return dict(Game.objects.filter(id__in=streams).values_list("id", "version"))


@projection(
    "games",
    events=GAME_EVENTS,
    tables=("games_game", "games_gameseat", "games_playertally"),
    writes_only=True,
    applied_versions=applied_versions,
)
def project_games(stored: Sequence[Stored]) -> None:
    """The row of a game, those of its seats, and at its end what is counted of its players."""
    changes = changes_of(stored)
    new = [change for change in changes if change.whole]
    if new:
        write("games_game", _INSERT_GAME, [_fixed(change) + _moving(change) for change in new])
        write("games_gameseat", _INSERT_SEAT, [seat for change in new for seat in _seats(change)])
    for change in changes:
        if change.whole:
            continue
        if change.now.outcome is None and all(type(stored.event) in _SUBMISSIONS for stored in change.stored):
            write("games_game", _UPDATE_PLAYING, [_playing(change)])
        else:
            if change.id in _openings.get():
                write("games_game", _UPDATE_AND_STAMP, [(*_moving(change), change.id)])
            else:
                write("games_game", _UPDATE_GAME, [(*_moving(change)[:-1], change.id)])
            _get_ready(change)
            if change.ends:
                write("games_gameseat", _SEATS_OVER, [(_over_at(change.now), change.id)])
    _count_for_players(changes)


def _fixed(change: GameChange) -> tuple[Any, ...]:
    created = change.now.created
    return (
        change.id,
        key_of(change.id),
        created.variant,
        created.source,
        change.now.created_at,
        None if created.time is None else json.dumps(dict(created.time), sort_keys=True),
        created.rated,
        created.notes,
        created.tournament,
        created.round,
        created.spectators,
        created.origin,
        created.origin_ply,
    )


def _moving(change: GameChange) -> tuple[Any, ...]:
    """The mutable part of a game. An end that is not public yet is missing here: by its row the game
    is in play, without running clocks or a seat to move; only `publish_due` says more, and no page shows it."""
    now = change.now
    outcome = None if now.hidden_end else now.outcome
    playing = now.state is not None and now.outcome is None
    return (
        now.public_status,
        now.state.ply if now.state else 0,
        now.state.to_move.value if playing and now.state else None,
        now.draw[0].value if now.draw else None,
        now.takeback[0].value if now.takeback else None,
        outcome.kind.value if outcome else "",
        outcome.winner if outcome else None,
        standing_result(now).value,
        "" if now.created.spectators == "delayed" and outcome is None else now.unrated or "",
        now.ruling or "",
        len(now.state.noted) if now.state else 0,
        now.revealed,
        now.opens_at,
        sum(1 << seat for seat in now.openers),
        now.started_at,
        None if now.hidden_end else now.ended_at,
        now.publish_at,
        *_due(now),
        _due(now)[0],
        _waits_for_bot(now),
        _is_paused(now),
        now.turn_version,
        now.public_version,
        now.version,
        change.stored[-1].position,
        _fingerprint(change),
    )


def _playing(change: GameChange) -> tuple[Any, ...]:
    now, state = change.now, change.now.state
    assert state is not None
    due, running = _due(now)
    return (
        state.ply,
        state.to_move.value,
        now.draw[0].value if now.draw else None,
        now.takeback[0].value if now.takeback else None,
        len(state.noted),
        due,
        running,
        now.turn_version,
        now.public_version,
        now.version,
        change.stored[-1].position,
        _waits_for_bot(now),
        due,
        change.id,
    )


def _due(now: GameFold) -> tuple[datetime | None, int]:
    """The earliest deadline, and the seats whose time runs, a bit each."""
    clock = now.clock
    return (None, 0) if clock is None else (clock.due, sum(1 << seat for seat in clock.running))


def _is_paused(now: GameFold) -> bool:
    """Whether nobody plays on; of a game whose end is not public yet, whether nobody did when it ended."""
    if not now.hidden_end:
        return bool(now.paused)
    halts = [act.kind for act in now.acts if act.kind in ("paused", "resumed")]
    return halts[-1:] == ["paused"]


_BOTS = frozenset(map(str, BOT_IDS))


def _waits_for_bot(now: GameFold) -> bool:
    """Whether a bot has to set up, to move, or to answer an offer."""
    if now.outcome is not None:
        return False
    sitting = now.created.seats
    if now.state is None:
        return any(sitting.get(seat.slug) in _BOTS for seat in now.waiting_for)
    if sitting.get(now.state.to_move.slug) in _BOTS:
        return True
    offered = [offer[0].slug for offer in (now.draw, now.takeback) if offer]
    return any(player in _BOTS for by in offered for slug, player in sitting.items() if slug != by)


_CALLED_OFF = frozenset(end for end in End if end.called_off)
_NOBODY_WINS = frozenset({End.BOTH_MISSING, End.BOTH_LOSE})


def result_of(outcome: Outcome | None) -> Game.Result:
    """What lists call the end of a game."""
    if outcome is None:
        return Game.Result.PLAYING
    if outcome.winner is not None:
        return Game.Result.RED if outcome.winner == Seat.RED.side else Game.Result.BLUE
    if outcome.kind in _CALLED_OFF:
        return Game.Result.CALLED_OFF
    if outcome.kind is End.UNFINISHED:
        return Game.Result.UNFINISHED
    return Game.Result.NEITHER if outcome.kind in _NOBODY_WINS else Game.Result.DRAW


def standing_result(now: GameFold) -> Game.Result:
    """What lists call the end of a game as it counts: annulled, or lost by a ruling of the moderators."""
    if now.hidden_end or now.outcome is None:
        return Game.Result.PLAYING
    return Game.Result.ANNULLED if now.ruling is Ruling.ANNULLED else result_of(now.result)


def before_rulings(change: GameChange) -> GameFold | None:
    """A game as it counted before the new events, if the moderators changed by these, and these alone, what its result
    counts as; None otherwise."""
    made = len(events_of(change.stored, RULING))
    if not made or change.ends:
        return None
    ours = [place for place, act in enumerate(change.now.acts) if act.penalty is not None][-made:]
    return replace(change.now, acts=tuple(act for place, act in enumerate(change.now.acts) if place not in ours))


def counted_anew(change: GameChange) -> Sequence[tuple[GameFold, int]]:
    """Changes of counts by new events, each with 1 if it is added and -1 if it is removed: the game as it
    counts now if it ends by them, or if the moderators changed its result; then also as it counted before."""
    before = before_rulings(change)
    if before is not None:
        return (change.now, 1), (before, -1)
    return ((change.now, 1),) if change.ends else ()


def _over_at(now: GameFold) -> datetime | None:
    """When a game was over for everybody, or nothing; of a record without a date the day it came here."""
    return None if now.public_status != "over" else now.ended_at or now.created_at


def _fingerprint(change: GameChange) -> bytes | None:
    if not change.now.revealed:
        return None
    known = _openings.get().get(change.id)
    if known is not None:
        return known.fingerprint
    return _fingerprint_of(change.now, course_in(parts_of(change.stored))) if change.whole else None


def opening_of(game: UUID, now: GameFold, events: Sequence[GameEvent], *, read: Sequence[Stored] = ()) -> RevealedGame:
    """What projections need of a game that is over, from its log and of the events that are appended next. It is
    read before these are, so that nothing waits for it.

    Args:
        game: its id.
        now: the game after these events: over.
        events: what is appended next, in order.
        read: the last events of the log, if who appends has read some: all of them need not be read again.
    """
    whole = bool(read) and read[0].version == 1
    history: Iterable[Stored | Run] = read if whole else queries.load_runs(game, kind=TurnPlayed, field="turn")
    course = course_in([*history, *events])
    return RevealedGame(course, _fingerprint_of(now, course))


def course_in(history: Iterable[Stored | Run | Stretch | GameEvent]) -> GameCourse:
    setups: dict[Seat, str] = {}
    chance: dict[Seat, str] = {}
    turns: list[str] = []
    for item in _apart(history):
        if isinstance(item, Stretch):
            turns += [values["turn"] for values in item.values]
            continue
        event = item.event if isinstance(item, Stored) else item
        if isinstance(event, TurnPlayed):
            turns.append(event.turn)
        elif isinstance(event, Run):
            turns += event.values
        elif isinstance(event, SetupMade):
            setups[seat_of_slug(event.seat)] = event.placement
        elif isinstance(event, CardsDealt):
            chance = {seat_of_slug(slug): order for slug, order in event.orders.items()}
        elif isinstance(event, ChoiceMade):
            turns.append(event.choice)
        elif isinstance(event, TurnsTakenBack):
            del turns[-event.plies :]
    return GameCourse(setups, chance, turns)


def _apart(history: Iterable[Stored | Run | Stretch | GameEvent]) -> Iterator[Stored | Run | Stretch | GameEvent]:
    """The same, with no stretches but those of turns: four seats may set up one after another."""
    for item in history:
        if isinstance(item, Stretch) and item.kind is not TurnPlayed:
            yield from item
        else:
            yield item


def _fingerprint_of(now: GameFold, course: GameCourse) -> bytes:
    assert now.outcome is not None
    return _made(now.created.variant, now.outcome.kind, now.outcome.winner, course)


def _made(slug: str, kind: End, winner: int | None, course: GameCourse) -> bytes:
    result = None if kind.on_board else (kind.value, winner)
    return fingerprint(variant=slug, setups=course.setups, turns=course.turns, result=result, chance=course.chance)


def _seats(change: GameChange) -> Iterator[tuple[Any, ...]]:
    sealed = {event.event.seat: event.event for event in events_of(change.stored, SetupMade)}
    for seat in change.now.variant.seats:
        made = sealed.get(seat.slug)
        yield (
            change.id,
            seat.value,
            change.now.created.seats.get(seat.slug),
            change.now.created_at,
            _over_at(change.now),
            made is not None,
            None if made is None else bytes.fromhex(commitment_of(made)),
            ladder_at(change.now.created, seat).value,
        )


def ladder_at(created: GameCreated, seat: Seat) -> Ladder:
    """What a rated game counts for at a seat."""
    return LADDERS[created.ladders.get(seat.slug, "people")] if created.ladders else Ladder.PEOPLE


def _get_ready(change: GameChange) -> None:
    """Marks ready seats. The commitments are shown once all are: pages check the game's status first."""
    made = [event.event for event in events_of(change.stored, SetupMade)]
    write(
        "games_gameseat",
        _READY,
        [(bytes.fromhex(commitment_of(event)), change.id, seat_of_slug(event.seat).value) for event in made],
    )


# -- the tallies of players -----------------------------------------------------------------------

_COUNTED = ("won", "drawn", "lost", "timed_out", "not_set_up", "called_off", "given_up")
# As for the tally across games: rows of one player and variant add up, and nobody waits for another.
_COUNT_FOR_PLAYERS = f"""
INSERT INTO games_playertally AS old (id, player, variant, {", ".join(_COUNTED)})
SELECT coalesce(
        (
            SELECT id FROM games_playertally free WHERE free.player = new.player AND free.variant = new.variant
            ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
        ),
        nextval('games_playertally_id_seq')
    ),
    new.*
FROM unnest(%s::uuid[], %s::text[]{", %s::int4[]" * len(_COUNTED)}) AS new (player, variant, {", ".join(_COUNTED)})
ON CONFLICT (id) DO UPDATE SET {", ".join(f"{name} = old.{name} + excluded.{name}" for name in _COUNTED)}
""".encode()  # noqa: S608 (names of our own columns)


def _count_for_players(changes: Sequence[GameChange]) -> None:
    """Counts finished games of players by their results; if the moderators change what a result counts
    as, what it counted as is taken off. One that is played on from another counts for nobody."""
    counts: dict[tuple[str, str], list[int]] = {}
    for change in (change for change in changes if change.now.created.origin is None):
        for now, number in counted_anew(change):
            for player, names in _counted_of(now):
                row = counts.setdefault((player, now.created.variant), [0] * len(_COUNTED))
                for name in names:
                    row[_COUNTED.index(name)] += number
    if any(map(any, counts.values())):
        players, variants = zip(*counts, strict=True)
        figures = [list(column) for column in zip(*counts.values(), strict=True)]
        write("games_playertally", _COUNT_FOR_PLAYERS, [(list(players), list(variants), *figures)])


def _counted_of(now: GameFold) -> Iterator[tuple[str, list[str]]]:
    """The players of a game that ended, and the columns in which it counts for each: none if it was annulled."""
    if now.ruling is Ruling.ANNULLED:
        return
    outcome, result, left = now.result, standing_result(now), _left(now)
    for slug, player in now.created.seats.items():
        names = [left[slug]] if slug in left else []
        if result is Game.Result.DRAW:
            names.append("drawn")
        elif result in (Game.Result.RED, Game.Result.BLUE, Game.Result.NEITHER):
            names.append("won" if outcome.winner == seat_of_slug(slug).side else "lost")
        if player is not None and names:
            yield player, names


def _left(now: GameFold) -> dict[str, str]:
    """Who left others waiting, by seats, and how: whose time ran out, who never set up, who called the game off, or
    gave a rated one up before it counted."""
    if now.created.source != Game.Source.PLAY:
        return {}
    short = now.unrated is Unrated.SHORT
    return {seat.slug: how for seat, how in now.left.items() if how != "given_up" or short}


_STAMP = b"UPDATE games_game SET fingerprint = %s::bytea WHERE id = %s::uuid"


@projection("fingerprints", events=(GameRevealed,), tables=(), writes_only=True)
def project_fingerprints(stored: Sequence[Stored]) -> None:
    """Stamps a game that was played here once it is revealed, so that its export is known when it comes back. Who
    reveals it by a command has made the stamp already.
    """
    wanted = {item.stream for item in stored} - _openings.get().keys()
    if not wanted:
        return
    bare = Game.objects.filter(id__in=wanted, revealed=True, fingerprint=None).order_by("id")
    rows = []
    for game, slug, outcome, winner in bare.values_list("id", "variant", "outcome", "winner"):
        rows.append((_made(slug, End(outcome), winner, course_of(game)), game))
    write("games_game", _STAMP, rows)


# -- the tally across games -----------------------------------------------------------------------

# The rows of one kind of end add up. Who counts takes one that nobody else has in hand, or adds another: so there are
# as many as were ever counted at once, and neither the end of a game nor an import waits for another.
_COUNT = b"""
INSERT INTO games_tally AS old (id, variant, outcome, winner, games, plies, position)
SELECT coalesce(
        (
            SELECT id FROM games_tally free WHERE free.variant = new.variant AND free.outcome = new.outcome
                AND free.winner IS NOT DISTINCT FROM new.winner
            ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
        ),
        nextval('games_tally_id_seq')
    ),
    variant, outcome, winner, games, plies, position
FROM (VALUES (%s::text, %s::text, %s::int2, %s::int4, %s::int8, %s::int8))
    AS new (variant, outcome, winner, games, plies, position)
ON CONFLICT (id) DO UPDATE SET games = old.games + excluded.games, plies = old.plies + excluded.plies,
    position = greatest(old.position, excluded.position)
"""


@projection(
    "tally", events=(GameRevealed,), tables=("games_tally",), writes_only=True, applied_versions=applied_versions
)
def project_tally(stored: Sequence[Stored]) -> None:
    """How many games of a variant ended in which way, counted when a game is revealed: before, its end may be all that
    is public of it. One that is played on from another is not counted: its first plies are that game's."""
    counts: dict[tuple[str, str, int | None], list[int]] = {}
    for item in stored:
        now = known_game(item.stream) or replayed(item.stream)
        outcome = now.outcome
        if outcome is not None and now.state is not None and now.created.origin is None:
            count = counts.setdefault((now.created.variant, outcome.kind.value, outcome.winner), [0, 0, 0])
            count[:] = count[0] + 1, count[1] + now.state.ply, max(count[2], item.position)
    write("games_tally", _COUNT, [(*kind, *count) for kind, count in counts.items()])

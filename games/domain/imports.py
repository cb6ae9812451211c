"""Records from elsewhere become games: judged ply by ply by the rules, then written whole.

Judging knows no database. Writing takes many games at once, by COPY, and finds the records that are there already.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.db import connection, transaction

from accounts.models import Player
from eventlog import store
from eventlog.sources import new_id, new_nonce
from games.domain.events import (
    CardsDealt,
    GameCreated,
    GameEvent,
    GameRevealed,
    ResultRecorded,
    SetupMade,
    submitted,
)
from games.domain.projections import GAME_FOLDS, GameCourse, RevealedGame, fingerprint, opening
from games.domain.state import edition_value, options_value
from games.domain.transitions import fold
from games.models import Game
from games.notation import Record, RecordError
from games.rules import (
    End,
    Illegal,
    IllegalAt,
    Outcome,
    Refusal,
    Repetition,
    Seat,
    State,
    apply,
    parse_turn,
    replay,
    start,
)


@dataclass(frozen=True, slots=True)
class TournamentPlace:
    """The round of a tournament in which a game was played, and the players' ids."""

    tournament: uuid.UUID
    round: int
    seats: Mapping[Seat, uuid.UUID]


@dataclass(frozen=True, slots=True)
class Judged:
    """A record after the rules have looked at it.

    Args:
        name: the file it came from.
        status: `valid` or `rejected`; after writing `imported` or `duplicate`.
        ply: the ply that is refused.
        error: the refusal of the rules, or the error of the file.
        noted: the plies that break a repetition rule, with the rule.
        game: id of the game, once it is written or if it was there already.
        plies: those played; of a rejected record, its submissions.
        choices: the places of the turns that are choices, opened by the battle before them.
        place: where it was played, if that is known better than from the names in the record.
    """

    name: str
    status: str
    variant: str | None = None
    plies: int | None = None
    ply: int | None = None
    error: Refusal | RecordError | None = None
    noted: tuple[tuple[int, str], ...] = ()
    game: uuid.UUID | None = None
    record: Record | None = field(default=None, repr=False)
    result: Outcome | None = None
    end_recorded: bool = False
    place: TournamentPlace | None = None
    choices: frozenset[int] = frozenset()

    @property
    def rule(self) -> str | None:
        """The slug of the rule that refuses it, or the code of the file's error."""
        return None if self.error is None else self.error.code


def judge(name: str, record: Record | RecordError, *, repetition: Repetition = Repetition.ENFORCED) -> Judged:
    """Replays a record through the rules (RULES sections 2 to 7), in the edition of the record.

    Args:
        name: the file that the record came from.
        repetition: `noted` keeps and marks plies that only break a repetition rule. A record that says `noted` itself
            is always judged so.
    """
    if isinstance(record, RecordError):
        return Judged(name, "rejected", error=record)
    if record.origin is not None:
        return Judged(name, "rejected", error=Refusal("played-on", {"ply": record.origin}))
    if repetition is Repetition.NOTED:
        record = replace(record, options=replace(record.options, repetition=repetition))
    book = record.rules
    judged = Judged(name, "rejected", variant=record.variant, plies=len(record.turns))
    try:
        state = replay(book, record.setups, record.turns, record.options, record.chance or None)
    except IllegalAt as error:
        return replace(judged, ply=error.ply, error=error.refusal)
    except Illegal as error:
        return replace(judged, error=error.refusal)
    record = replace(record, turns=tuple(str(parse_turn(book, turn)) for turn in record.turns))
    return replace(
        judged,
        status="valid",
        plies=state.ply,
        noted=tuple((mark.ply, mark.rule) for mark in state.noted),
        record=record,
        result=_result(state, record),
        end_recorded=state.outcome is None,
        # Each turn adds a ply and a choice none, so most games need no second look.
        choices=frozenset() if state.ply == len(record.turns) else _choices(record),
    )


def _choices(record: Record) -> frozenset[int]:
    """The places of the turns of a legal record that answer what a battle has opened."""
    state = start(record.rules, record.setups, record.options, record.chance or None)
    result = set()
    for place, turn in enumerate(record.turns):
        if state.pending:
            result.add(place)
        state, _facts = apply(state, parse_turn(state.variant, turn))
    return frozenset(result)


def _result(state: State, record: Record) -> Outcome:
    """The end of the game: what the board shows, or else what the record says and the board does not contradict."""
    if state.outcome is not None:
        return state.outcome
    if record.result is None or record.result.kind.called_off:  # nothing was called off that has turns to show
        return Outcome(End.UNFINISHED)
    if record.result.kind.on_board:
        return Outcome(End.UNFINISHED, record.result.winner)
    return record.result


def import_records(judged: Sequence[Judged], *, actor: uuid.UUID | None = None) -> list[Judged]:
    """Writes the valid records that are not there yet, all or none.

    Side effects: appends the streams of the games, with their reveal; makes players for names that no record had
    before.

    Returns:
        The same records in the same order, `imported` or `duplicate`, with their games; rejected ones as they were.
    """
    stamps = {id(item): _stamp(item) for item in judged if item.status == "valid"}
    players = _players(item.record for item in judged if item.record is not None and item.place is None)
    with transaction.atomic():
        there = _already_there(stamps.values())
        result, streams, folds, openings = [], [], {}, {}
        for item in judged:
            stamp = stamps.get(id(item))
            if stamp is None:
                result.append(item)
            elif stamp in there:
                result.append(replace(item, status="duplicate", game=there[stamp], record=None))
            else:
                game = there[stamp] = new_id()
                events = _events(item, players)
                streams.append(store.NewStream(game, events, actor))
                result.append(replace(item, status="imported", game=game, record=None))
                assert item.record is not None
                course = GameCourse(item.record.setups, item.record.chance, item.record.turns)
                openings[game] = RevealedGame(course, stamp)
        moment = store.database_time()
        for stream in streams:
            folds[stream.stream] = fold((event, moment) for event in stream.events)
        with GAME_FOLDS.known(folds), opening(openings):
            store.append_streams(streams, now=moment)
    return result


def _stamp(judged: Judged) -> bytes:
    assert judged.record is not None
    assert judged.result is not None
    result = (judged.result.kind.value, judged.result.winner) if judged.end_recorded else None
    return fingerprint(
        variant=judged.record.variant,
        setups=judged.record.setups,
        turns=judged.record.turns,
        result=result,
        chance=judged.record.chance,
    )


def _already_there(stamps: Iterable[bytes]) -> dict[bytes, uuid.UUID]:
    """The games with these fingerprints. Games continued from another one are excluded: they may be equal to
    one whose record comes later. A simultaneous import of the same record waits for this transaction.
    """
    wanted = sorted(set(stamps))
    keys = [int.from_bytes(stamp[:8], "big", signed=True) for stamp in wanted]
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(key) FROM unnest(%s::bigint[]) key", [sorted(set(keys))])
    games = Game.objects.filter(fingerprint__in=wanted, origin=None).values_list("fingerprint", "id")
    return {bytes(stamp): game for stamp, game in games if stamp is not None}


def _players(records: Iterable[Record]) -> dict[str, uuid.UUID]:
    """The players of these names who are known from records only; those that are missing are made."""
    names = sorted({name for record in records for name in record.players.values()})
    if not names:
        return {}
    Player.objects.bulk_create((Player(name=name) for name in names), ignore_conflicts=True)
    players = Player.objects.filter(name__in=names, account=None, bot=False, event=None)
    return {player.name: player.id for player in players}


def _events(judged: Judged, players: dict[str, uuid.UUID]) -> list[GameEvent]:
    record, result = judged.record, judged.result
    assert record is not None
    assert result is not None
    book = record.rules
    if judged.place is None:
        ids = {seat: players[name] for seat, name in record.players.items()}
    else:
        ids = dict(judged.place.seats)
    created = GameCreated(
        variant=record.variant,
        options=options_value(record.options),
        seats={seat.slug: str(ids[seat]) if seat in ids else None for seat in book.seats},
        reveal="end",
        source="import",
        tournament=None if judged.place is None else str(judged.place.tournament),
        round=None if judged.place is None else judged.place.round,
        edition=edition_value(record.edition),
    )
    orders = {seat.slug: order for seat, order in record.chance.items()}
    dealt = [CardsDealt(orders=orders, nonce=new_nonce())] if orders else []
    setups = [SetupMade(seat.slug, record.setups[seat], new_nonce()) for seat in book.seats]
    times: Iterable[int | None] = record.times if record.times is not None else [None] * len(record.turns)
    turns = [
        submitted(turn, choice=place in judged.choices, secret=book.secret_turns, at=at)
        for place, (turn, at) in enumerate(zip(record.turns, times, strict=True))
    ]
    end = [ResultRecorded(result.kind.value, result.winner)] if judged.end_recorded else []
    return [created, *dealt, *setups, *turns, *end, GameRevealed()]

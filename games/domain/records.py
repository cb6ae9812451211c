"""A revealed game as a record, from its log alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from eventlog import queries, store
from eventlog.canonical import microseconds
from eventlog.corruption import folding
from games.domain.command_handler import NoGame
from games.domain.commitments import opens_with
from games.domain.events import (
    AbsenceClaimed,
    Adjudicated,
    ArbiterLooked,
    CardsDealt,
    ChoiceMade,
    DrawAgreed,
    DrawDeclined,
    DrawOffered,
    EndPublished,
    GameAborted,
    GameCancelled,
    GameCreated,
    GameForfeited,
    GamePaused,
    GameResumed,
    GameRevealed,
    GameTimeEnded,
    ModeratorLooked,
    PliesExhausted,
    Resigned,
    ResultAnnulled,
    ResultForfeited,
    ResultRecorded,
    ResultRestored,
    RevealProposed,
    RevealWithdrawn,
    SetupMade,
    SetupsForfeited,
    TakebackAgreed,
    TakebackDeclined,
    TakebackOffered,
    TimedOut,
    TimeGiven,
    TurnPlayed,
    TurnsTakenBack,
    VacationEnded,
    VacationTaken,
    check_covered,
)
from games.domain.origins import origin_of
from games.domain.shuffles import commitment_of_seed
from games.domain.state import GameFold
from games.domain.transitions import fold
from games.notation import Record
from games.rules import (
    Seat,
    seat_of_slug,
)


class NotRevealed(PermissionError):
    """The game is not revealed, so the requested data may not be shown yet (RULES section 9)."""


def record_of(game: UUID, *, names: Mapping[UUID, str]) -> Record:
    """The record of a revealed game, with the proof that goes with it (docs/verifying.md).

    Args:
        names: the names of players by id; those that are missing stay without a name.

    Raises:
        NoGame: there is no such game.
        NotRevealed: it is not revealed: its set-ups may not be told.
    """
    stored = list(store.load(game))
    if not stored:
        raise NoGame(game)
    with folding(game):
        now = fold((item.event, item.time) for item in stored)
    if not now.revealed:
        raise NotRevealed(game)
    dealt = next((item.event for item in stored if isinstance(item.event, CardsDealt)), None)
    made = {seat_of_slug(item.event.seat): item.event for item in stored if isinstance(item.event, SetupMade)}
    turns = _standing(stored)
    players = {seat: now.created.seats.get(seat.slug) for seat in now.variant.seats}
    return Record(
        variant=now.created.variant,
        setups={seat: event.placement for seat, event in made.items()},
        turns=tuple(item.event.turn if isinstance(item.event, TurnPlayed) else item.event.choice for item in turns),
        result=now.outcome,
        players={seat: names[UUID(id)] for seat, id in players.items() if id and UUID(id) in names},
        options=now.options,
        times=_times(now, turns),
        chance=_orders(dealt),
        edition=now.variant.edition,
        noted=() if now.state is None else tuple((mark.ply, mark.rule) for mark in now.state.noted),
        proof=_origin(now.created)
        | {
            "stream": str(game),
            "commitments": {seat.slug: opens_with(event) for seat, event in made.items()},
            "log": queries.export_log(game),
        }
        | _opened_seed(dealt),
    )


def _standing(stored: Sequence[store.Stored]) -> list[store.Stored]:
    """The turns and choices of a game, without those that were taken back."""
    turns: list[store.Stored] = []
    for item in stored:
        if isinstance(item.event, TurnPlayed | ChoiceMade):
            turns.append(item)
        elif isinstance(item.event, TurnsTakenBack):
            del turns[-item.event.plies :]
    return turns


_WRITTEN = (GameCreated, CardsDealt, SetupMade, TurnPlayed, ChoiceMade, TurnsTakenBack)
"""The events that a record is written of; of the others it has what they led to: times and the result."""

_LED_TO = (
    *(TakebackOffered, TakebackDeclined, TakebackAgreed),
    *(DrawOffered, DrawDeclined, DrawAgreed, Resigned, TimedOut, AbsenceClaimed, VacationTaken),
    *(VacationEnded, GameAborted),
    *(GameCancelled, SetupsForfeited, PliesExhausted, GameTimeEnded, Adjudicated, GameForfeited),
    *(GamePaused, GameResumed),
    *(TimeGiven, ArbiterLooked, ModeratorLooked, ResultRecorded, EndPublished, RevealProposed, RevealWithdrawn),
    *(GameRevealed, ResultAnnulled, ResultForfeited, ResultRestored),
)

check_covered("record_of", [*_WRITTEN, *_LED_TO])


def _opened_seed(dealt: CardsDealt | None) -> dict[str, Any]:
    if dealt is None or dealt.seed is None:
        return {}
    return {"shuffles": {"commitment": commitment_of_seed(dealt), "salt": dealt.nonce, "seed": dealt.seed}}


def _origin(created: GameCreated) -> dict[str, Any]:
    origin = origin_of(created)
    if origin is None:
        return {}
    view = {} if origin.view is None else {"view": origin.view.slug}
    return {"origin": {"stream": str(origin.game), "ply": origin.ply, "hash": origin.hash} | view}


def _orders(dealt: CardsDealt | None) -> dict[Seat, str]:
    return {} if dealt is None else {seat_of_slug(slug): order for slug, order in dealt.orders.items()}


def _times(now: GameFold, turns: Sequence[store.Stored]) -> tuple[int, ...] | None:
    if now.created.source == "import":
        times = [turn.event.at for turn in turns]
        return tuple(times) if times and None not in times else None
    return tuple(microseconds(turn.time) for turn in turns)

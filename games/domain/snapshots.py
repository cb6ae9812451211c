"""A `GameFold` as a JSON value, and back: it saves time, and nothing depends on it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from uuid import UUID

from eventlog.canonical import MICROSECOND, microseconds
from eventlog.canonical import at as as_time
from games.domain.clocks import Clock, Rest, TimeControl
from games.domain.events import GameCreated
from games.domain.state import ArbiterAct, GameFold, Takeback, options_of, rules_of
from games.domain.transitions import state_of
from games.rules import ENGINE, Seat, dump, load, load_shown

SNAPSHOT = (ENGINE, 18)
"""The version of a snapshot: the engine's, and that of the form below."""

_CREATED = (
    *("variant", "options", "seats", "reveal", "reveal_after", "source", "time", "rated", "notes"),
    *("tournament", "round", "spectators", "approved", "edition", "delay", "delay_plies"),
    *("origin", "origin_ply", "origin_hash", "origin_view", "ladders", "relayed"),
)
"""What a snapshot holds of the first event: plain values, and nothing that is of use only before play."""


def snapshot_of(now: GameFold) -> dict[str, Any]:
    """A fold in play as a JSON value. It holds every rank: it never leaves the server."""
    return {
        "created": {name: getattr(now.created, name) for name in _CREATED},
        "times": [
            None if time is None else microseconds(time) for time in (now.created_at, now.started_at, now.ended_at)
        ],
        "version": now.version,
        "public_version": now.public_version,
        "draw": [seat.value for seat in now.draw],
        "offers": [[seat.value, ply] for seat, ply in now.offers.items()],
        "takeback": [seat.value for seat in now.takeback],
        "declined": [seat.value for seat in now.declined],
        "takebacks": [list(back) for back in now.takebacks],
        "clock": None if now.clock is None else _clock_value(now.clock),
        "turn_version": now.turn_version,
        "seed": now.seed,
        "shuffles": list(now.shuffles),
        "revealed": now.revealed,
        "published": now.published,
        "left": [[seat.value, how] for seat, how in now.left.items()],
        "excused": [[seat.value, why] for seat, why in now.excused.items()],
        "openers": [seat.value for seat in now.openers],
        "proposals": [[seat.value, times] for seat, times in now.proposals.items()],
        "paused": list(now.paused),
        "acts": [_act_value(act) for act in now.acts],
        "outage": now.outage,
        "gifted": list(now.gifted),
        "state": dump(state_of(now)),
        "shown": [shown.dump() for shown in now.shown],
        "earlier": [dump(state) for state in now.earlier],
    }


def from_snapshot(value: Mapping[str, Any]) -> GameFold:
    """The fold that `snapshot_of` wrote, under the same `SNAPSHOT`."""
    created = GameCreated(**value["created"])
    created_at, started_at, ended_at = (None if time is None else as_time(time) for time in value["times"])
    assert created_at is not None
    rules, options = rules_of(created), options_of(created.options)
    return GameFold(
        created=created,
        created_at=created_at,
        version=value["version"],
        public_version=value["public_version"],
        state=load(rules, options, value["state"]),
        earlier=tuple(load(rules, options, item) for item in value["earlier"]),
        shown=tuple(load_shown(rules, item) for item in value["shown"]),
        seed=value["seed"],
        shuffles=tuple(value["shuffles"]),
        draw=tuple(Seat(number) for number in value["draw"]),
        offers={Seat(number): ply for number, ply in value["offers"]},
        takeback=tuple(Seat(number) for number in value["takeback"]),
        declined=tuple(Seat(number) for number in value["declined"]),
        takebacks=tuple(Takeback(*back) for back in value["takebacks"]),
        clock=None if value["clock"] is None else _clock_from(created, value["clock"]),
        turn_version=value["turn_version"],
        revealed=value["revealed"],
        published=value["published"],
        left={Seat(number): how for number, how in value["left"]},
        excused={Seat(number): why for number, why in value["excused"]},
        openers=tuple(Seat(number) for number in value["openers"]),
        proposals={Seat(number): times for number, times in value["proposals"]},
        paused=tuple(value["paused"]),
        acts=tuple(_act_from(act) for act in value["acts"]),
        outage=value["outage"],
        gifted=(value["gifted"][0], value["gifted"][1]),
        started_at=started_at,
        ended_at=ended_at,
    )


def _act_value(act: ArbiterAct) -> dict[str, Any]:
    return {
        "kind": act.kind,
        "ply": act.ply,
        "at": microseconds(act.at),
        "why": act.why,
        "seat": None if act.seat is None else act.seat.value,
        "seconds": act.seconds,
        "arbiter": None if act.arbiter is None else str(act.arbiter),
        "target": None if act.target is None else str(act.target),
        "penalty": None if act.penalty is None else str(act.penalty),
    }


def _act_from(value: Mapping[str, Any]) -> ArbiterAct:
    return ArbiterAct(
        kind=value["kind"],
        ply=value["ply"],
        at=as_time(value["at"]),
        why=value["why"],
        seat=None if value["seat"] is None else Seat(value["seat"]),
        seconds=value["seconds"],
        arbiter=None if value["arbiter"] is None else UUID(value["arbiter"]),
        target=None if value["target"] is None else UUID(value["target"]),
        penalty=None if value["penalty"] is None else UUID(value["penalty"]),
    )


def _clock_value(clock: Clock) -> dict[str, Any]:
    """A clock as a JSON value, its times in microseconds; the time control is in the game's first event."""
    return {
        "banks": [left // MICROSECOND for left in clock.banks],
        "running": [seat.value for seat in clock.running],
        "since": microseconds(clock.since),
        "rests": [[[microseconds(rest.start), microseconds(rest.end)] for rest in rests] for rests in clock.rests],
        "halted": clock.halted,
        "total": None if clock.total is None else clock.total // MICROSECOND,
        "free": clock.free // MICROSECOND,
        "turn": None if clock.turn is None else clock.turn // MICROSECOND,
    }


def _clock_from(created: GameCreated, value: Mapping[str, Any]) -> Clock:
    assert created.time is not None
    return Clock(
        control=TimeControl.from_value(created.time),
        banks=tuple(left * MICROSECOND for left in value["banks"]),
        running=tuple(Seat(number) for number in value["running"]),
        since=as_time(value["since"]),
        rests=tuple(tuple(Rest(as_time(start), as_time(end)) for start, end in item) for item in value["rests"]),
        halted=value["halted"],
        total=_span(value.get("total")),
        free=value.get("free", 0) * MICROSECOND,
        turn=_span(value.get("turn")),
    )


def _span(number: int | None) -> timedelta | None:
    return None if number is None else number * MICROSECOND

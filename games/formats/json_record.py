"""Our own record, docs/record-format.md: canonical JSON out, strict reading in."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from games.rules import VARIANTS, End, Options, Outcome, Repetition, Seat

from .record import MAX_NAME, MAX_PLIES, Record, RecordError, clean_name

__all__ = ["FORMAT", "VERSION", "read_json", "to_json"]

FORMAT = "vexillum-record"
VERSION = 1

_SIDES = ("red", "blue")
_SEATS = {seat.slug: seat for seat in Seat}
_KEYS = {"format", "version", "variant", "options", "seats", "turns", "times", "result"}
_PROOF = {"stream", "log", "commitments"}


def to_json(record: Record) -> bytes:
    """The record as UTF-8 JSON with a line feed at its end; equal records give equal bytes."""
    value: dict[str, Any] = {"format": FORMAT, "version": VERSION, "variant": record.variant}
    options = _options_value(record.options)
    if options:
        value["options"] = options
    value["seats"] = {
        seat.slug: ({"player": record.players[seat]} if seat in record.players else {}) | {"setup": record.setups[seat]}
        for seat in sorted(record.setups)
    }
    value["turns"] = list(record.turns)
    if record.times is not None:
        value["times"] = list(record.times)
    if record.result is not None:
        winner = record.result.winner
        value["result"] = {"kind": record.result.kind.value, "winner": None if winner is None else _SIDES[winner]}
    if record.proof is not None:
        value |= {key: record.proof[key] for key in sorted(record.proof)}
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _options_value(options: Options) -> dict[str, Any]:
    value: dict[str, Any] = {}
    if options.free_setup:
        value["free_setup"] = True
    if options.no_attack_limit is not None:
        value["no_attack_limit"] = options.no_attack_limit
    if options.repetition is not Repetition.ENFORCED:
        value["repetition"] = options.repetition.value
    return value


def read_json(data: bytes) -> Iterator[Record | RecordError]:
    """Yields every record of a file: one object, a list of them, or one object a line.

    Raises:
        RecordError: `json-broken` or `encoding`.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RecordError("encoding") from None
    try:
        values = json.loads(text)
    except RecursionError:
        raise RecordError("json-broken", line=1, column=1) from None
    except ValueError as error:
        lines = [line for line in text.splitlines() if line.strip()]
        if len(lines) < 2 or not lines[0].rstrip().endswith("}"):
            raise _broken(error) from None
        yield from (_read_line(line) for line in lines)
        return
    for value in values if isinstance(values, list) else [values]:
        yield _read(value)


def _broken(error: ValueError) -> RecordError:
    return RecordError("json-broken", line=getattr(error, "lineno", 1), column=getattr(error, "colno", 1))


def _read_line(line: str) -> Record | RecordError:
    try:
        return _read(json.loads(line))
    except RecursionError:
        return RecordError("json-broken", line=1, column=1)
    except ValueError as error:
        return _broken(error)


def _read(value: object) -> Record | RecordError:
    try:
        return _read_record(value)
    except RecordError as error:
        return error


def _read_record(value: object) -> Record:
    whole = _object(value, "$")
    if whole.get("format") != FORMAT:
        raise RecordError("no-record")
    if whole.get("version") != VERSION or isinstance(whole["version"], bool):
        raise RecordError("version-unknown", known=VERSION)
    unknown = sorted(whole.keys() - _KEYS - _PROOF)
    if unknown:
        raise RecordError("field-unknown", path=f"$.{unknown[0]}"[:60])
    slug = _text(whole, "variant", "$")
    if slug not in VARIANTS:
        raise RecordError("variant-unsupported", variant=slug[:40])
    setups, players = _read_seats(_object(whole.get("seats"), "$.seats"), slug)
    turns = _read_turns(whole)
    return Record(
        variant=slug,
        setups=setups,
        turns=turns,
        result=_read_result(whole["result"]) if "result" in whole else None,
        players=players,
        options=_read_options(_object(whole.get("options", {}), "$.options")),
        times=_read_times(whole["times"], len(turns)) if "times" in whole else None,
        source="json",
        proof={key: whole[key] for key in sorted(_PROOF) if key in whole} or None,
    )


def _object(value: object, path: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise RecordError("field-type", path=path, expected="object")
    return value


def _text(value: Mapping[str, Any], key: str, path: str) -> str:
    if key not in value:
        raise RecordError("field-missing", path=f"{path}.{key}")
    if not isinstance(value[key], str):
        raise RecordError("field-type", path=f"{path}.{key}", expected="string")
    return str(value[key])


def _read_seats(seats: dict[str, Any], slug: str) -> tuple[dict[Seat, str], dict[Seat, str]]:
    setups, players = {}, {}
    needed = {seat.slug for seat in VARIANTS[slug].seats}
    if seats.keys() != needed:
        raise RecordError("seats", needed=", ".join(sorted(needed)))
    for name in sorted(seats, key=_SEATS.__getitem__):
        path = f"$.seats.{name}"
        one = _object(seats[name], path)
        if one.keys() - {"player", "setup"}:
            raise RecordError("field-unknown", path=path)
        setups[_SEATS[name]] = _text(one, "setup", path)
        if "player" in one:
            player = _text(one, "player", path)
            if player != clean_name(player) or not player:
                raise RecordError("player-name", path=f"{path}.player", allowed=MAX_NAME)
            players[_SEATS[name]] = player
    return setups, players


def _read_options(value: dict[str, Any]) -> Options:
    if value.keys() - {"free_setup", "no_attack_limit", "repetition"}:
        raise RecordError("field-unknown", path="$.options")
    free = value.get("free_setup", False)
    if not isinstance(free, bool):
        raise RecordError("field-type", path="$.options.free_setup", expected="boolean")
    limit = value.get("no_attack_limit")
    if limit is not None and (not isinstance(limit, int) or isinstance(limit, bool) or not 1 <= limit <= MAX_PLIES):
        raise RecordError("field-type", path="$.options.no_attack_limit", expected="positive integer")
    try:
        repetition = Repetition(value.get("repetition", "enforced"))
    except ValueError:
        raise RecordError("field-type", path="$.options.repetition", expected="enforced or noted") from None
    return Options(no_attack_limit=limit, repetition=repetition, free_setup=free)


def _read_turns(whole: Mapping[str, Any]) -> tuple[str, ...]:
    turns = whole.get("turns")
    if not isinstance(turns, list) or not all(isinstance(turn, str) for turn in turns):
        raise RecordError("field-type", path="$.turns", expected="list of strings")
    if len(turns) > MAX_PLIES:
        raise RecordError("too-long", plies=len(turns), allowed=MAX_PLIES)
    return tuple(turns)


def _read_times(times: object, plies: int) -> tuple[int, ...]:
    fit = isinstance(times, list) and all(type(time) is int and 0 <= time < 1 << 62 for time in times)
    if not fit or not isinstance(times, list):
        raise RecordError("field-type", path="$.times", expected="list of microseconds")
    if len(times) != plies or any(later < sooner for sooner, later in pairwise(times)):
        raise RecordError("times", plies=plies, found=len(times))
    return tuple(times)


def _read_result(value: object) -> Outcome:
    result = _object(value, "$.result")
    try:
        kind = End(_text(result, "kind", "$.result"))
    except ValueError as error:
        if isinstance(error, RecordError):
            raise
        raise RecordError("result-unknown", type=str(result["kind"])[:20], winner="") from None
    winner = result.get("winner")
    if winner is not None and winner not in _SIDES:
        raise RecordError("result-unknown", type=kind.value, winner=str(winner)[:20])
    return Outcome(kind, None if winner is None else _SIDES.index(winner))

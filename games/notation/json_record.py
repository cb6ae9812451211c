"""Our own record, docs/record-format.md: canonical JSON out, strict reading in."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, NoReturn

from games.rules import RANK_OF_SYMBOL, SEAT_OF_SLUG, VARIANTS, End, Options, Outcome, Repetition, Seat

from .bounds import JsonBound
from .record import MAX_PLIES, Record, RecordError, clean_name, shown

FORMAT = "vexillum-record"
VERSION = 1

_SIDES = ("red", "blue")
_SYMBOLS = frozenset(RANK_OF_SYMBOL) | {"."}
_KEYS = {"format", "version", "variant", "edition", "options", "seats", "turns", "times", "chance", "result", "noted"}
_PROOF = {"stream", "log", "commitments", "shuffles", "origin"}

_MOST_SQUARES, _MOST_CARDS = 100, 24
_BOUND = JsonBound(containers=200_000, fields=500_000, values=1_200_000)
"""Three times what a file of the largest size can hold that was written from records."""

_MOST_LINES = 200_000
"""Of a file with a record a line."""

_LARGEST_INTEGER = 2**53 - 1
"""Every reader of JSON agrees on integers up to here."""

_TURNS = re.compile(r"(?:[A-Za-z0-9=+:,>*!?/()@-]{1,48}\n)*")
"""Turn texts, one a line: notation without spaces, so a name or a sentence is none. The log takes the same."""

_SLUG = re.compile(r"[a-z][a-z0-9_-]{0,31}")
_HASH = re.compile(r"[0-9a-f]{64}")
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


# -- out ------------------------------------------------------------------------------------------


def to_json(record: Record) -> bytes:
    """The record as UTF-8 JSON with a line feed at its end; equal records give equal bytes."""
    value: dict[str, Any] = {"format": FORMAT, "version": VERSION, "variant": record.variant}
    if record.edition != 1:
        value["edition"] = record.edition
    options = _options_value(record.options)
    if options:
        value["options"] = options
    value["seats"] = {seat.slug: _seat_value(record, seat) for seat in sorted(record.setups)}
    value["turns"] = list(record.turns)
    if record.times is not None:
        value["times"] = list(record.times)
    if record.chance:
        value["chance"] = {seat.slug: record.chance[seat] for seat in sorted(record.chance)}
    if record.result is not None:
        winner = record.result.winner
        value["result"] = {"kind": record.result.kind.value, "winner": None if winner is None else _SIDES[winner]}
    if record.noted:
        value["noted"] = [{"ply": ply, "rule": rule} for ply, rule in record.noted]
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
    if options.spotter:
        value["spotter"] = True
    if options.memory:
        value["memory"] = True
    return value


def _seat_value(record: Record, seat: Seat) -> dict[str, str]:
    name = clean_name(record.players.get(seat, ""))
    return ({"player": name} if name else {}) | {"setup": record.setups[seat]}


# -- in -------------------------------------------------------------------------------------------


def read_json(data: bytes) -> Iterator[Record | RecordError]:
    """Yields every record of a file: one object, a list of them, or one object a line.

    Raises:
        RecordError: `json-broken`, `json-repeated`, `json-deep`, `json-large` or `encoding`.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RecordError("encoding") from None
    if not _BOUND.allows(text):
        raise RecordError("json-large", allowed=_BOUND.containers)
    try:
        values = _loads(text)
    except RecordError:
        several = not text.lstrip().startswith("[") and text.count("\n") < _MOST_LINES
        lines = text.split("\n") if several else []
        if not any(_is_whole(line) for line in lines):
            raise
        yield from (_read_line(line, number) for number, line in enumerate(lines, 1) if line.strip())
        return
    for value in values if isinstance(values, list) else [values]:
        yield _read(value)


def _is_whole(line: str) -> bool:
    """Whether a line looks like a record by itself, as it does in a file with a record a line."""
    return FORMAT in line and line.startswith("{") and line.rstrip().endswith("}")


def _loads(text: str, line: int = 0) -> object:
    """The value of a JSON text; `line` is where it begins in its file. Raises `RecordError`."""
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise RecordError("json-broken", line=line + error.lineno, column=error.colno) from None
    except RecordError:
        raise
    except RecursionError:  # lists a thousand deep
        raise RecordError("json-deep") from None
    except ValueError:  # a number of thousands of digits
        raise RecordError("json-broken", line=line + 1, column=1) from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object none of whose keys comes twice: readers differ in which of the two they would take."""
    value = dict(pairs)
    if len(value) < len(pairs):
        twice, _times = Counter(key for key, _value in pairs).most_common(1)[0]
        raise RecordError("json-repeated", key=shown(twice))
    return value


def _no_constant(_name: str) -> NoReturn:
    raise ValueError("NaN and Infinity are no JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_constant)


def _read_line(line: str, number: int) -> Record | RecordError:
    try:
        return _read_record(_loads(line, number - 1))
    except RecordError as error:
        return error


def _read(value: object) -> Record | RecordError:
    try:
        return _read_record(value)
    except RecordError as error:
        return error


def _read_record(value: object) -> Record:
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise RecordError("no-record")
    _check_version(value)
    _only(value, _KEYS | _PROOF, "$")
    slug = _text(value, "variant", "$")
    if slug not in VARIANTS:
        raise RecordError("variant-unsupported", variant=shown(slug))
    setups, players = _read_seats(_object(value, "seats", "$"), slug)
    turns = _read_turns(value)
    return Record(
        variant=slug,
        setups=setups,
        turns=turns,
        result=_read_result(_object(value, "result", "$")) if "result" in value else None,
        players=players,
        options=_read_options(_object(value, "options", "$"), slug) if "options" in value else Options(),
        times=_read_times(value, len(turns)) if "times" in value else None,
        chance=_read_chance(value, slug),
        edition=_read_edition(value, slug),
        source="json",
        noted=_read_noted(value, len(turns)) if "noted" in value else (),
        proof=_read_proof(value),
    )


def _check_version(value: Mapping[str, Any]) -> None:
    version = value.get("version")
    if type(version) is not int or version != VERSION:
        raise RecordError("version-unknown", found=shown(str(version)), known=VERSION)


def _only(value: Mapping[str, Any], known: set[str], path: str) -> None:
    unknown = sorted(value.keys() - known)
    if unknown:
        raise RecordError("value-unknown", path=f"{path}.{shown(unknown[0])}")


def _member(value: Mapping[str, Any], key: str, path: str, kind: type, expected: str) -> Any:
    """The value of `key` in the object at `path`, which must have exactly this type: no `True` for 1."""
    if key not in value:
        raise RecordError("value-missing", path=f"{path}.{key}")
    if type(value[key]) is not kind:
        raise RecordError("value-type", path=f"{path}.{key}", expected=expected)
    return value[key]


def _object(value: Mapping[str, Any], key: str, path: str) -> dict[str, Any]:
    values: dict[str, Any] = _member(value, key, path, dict, "object")
    return values


def _text(value: Mapping[str, Any], key: str, path: str) -> str:
    return str(_member(value, key, path, str, "string"))


def _list(value: Mapping[str, Any], key: str, path: str = "$") -> list[Any]:
    values: list[Any] = _member(value, key, path, list, "list")
    return values


def _integer(value: Mapping[str, Any], key: str, path: str, least: int, most: int) -> int:
    number = int(_member(value, key, path, int, "integer"))
    if not least <= number <= most:
        raise RecordError("value-type", path=f"{path}.{key}", expected=f"integer from {least} to {most}")
    return number


def _symbols(value: Mapping[str, Any], key: str, path: str) -> str:
    text = _text(value, key, path)
    if len(text) > _MOST_SQUARES or not set(text) <= _SYMBOLS:
        raise RecordError("value-type", path=f"{path}.{key}", expected="pieces")
    return text


def _cards(value: Mapping[str, Any], key: str, path: str) -> str:
    text = _text(value, key, path)
    if len(text) > _MOST_CARDS or not set(text) <= RANK_OF_SYMBOL.keys():
        raise RecordError("value-type", path=f"{path}.{key}", expected="cards")
    return text


def _read_edition(value: Mapping[str, Any], slug: str) -> int:
    """The edition of the rule book; one that is not named is the first."""
    if "edition" not in value:
        return 1
    edition = int(_member(value, "edition", "$", int, "integer"))
    if not 1 <= edition <= VARIANTS[slug].edition:
        raise RecordError("edition-unknown", variant=slug, found=shown(str(edition)), known=VARIANTS[slug].edition)
    return edition


def _read_seats(seats: dict[str, Any], slug: str) -> tuple[dict[Seat, str], dict[Seat, str]]:
    setups, players = {}, {}
    needed = [seat.slug for seat in VARIANTS[slug].seats]
    if seats.keys() != set(needed):
        raise RecordError("seats", needed=", ".join(needed))
    for name in needed:
        path = f"$.seats.{name}"
        item = _object(seats, name, "$.seats")
        _only(item, {"player", "setup"}, path)
        setups[SEAT_OF_SLUG[name]] = _symbols(item, "setup", path)
        if "player" in item:
            player = _text(item, "player", path)
            if player != clean_name(player) or not player:
                raise RecordError("value-type", path=f"{path}.player", expected="name")
            players[SEAT_OF_SLUG[name]] = player
    return setups, players


def _read_options(value: dict[str, Any], slug: str) -> Options:
    path = "$.options"
    own = {"spotter"} if VARIANTS[slug].deals else {"free_setup", "memory"}
    _only(value, {*own, "no_attack_limit", "repetition"}, path)
    limit = None
    if value.get("no_attack_limit") is not None:
        limit = _integer(value, "no_attack_limit", path, 1, MAX_PLIES)
    repetition = _REPETITIONS.get(_text({"repetition": "enforced"} | value, "repetition", path))
    if repetition is None:
        raise RecordError("value-type", path=f"{path}.repetition", expected="enforced or noted")
    flags = {
        key: bool(_member({key: False} | value, key, path, bool, "boolean"))
        for key in ("free_setup", "spotter", "memory")
    }
    return Options(no_attack_limit=limit, repetition=repetition, **flags)


_REPETITIONS = {repetition.value: repetition for repetition in Repetition}


def _read_turns(value: Mapping[str, Any]) -> tuple[str, ...]:
    turns = _list(value, "turns")
    if len(turns) > MAX_PLIES:
        raise RecordError("too-long", allowed=MAX_PLIES)
    try:
        joined = "\n".join([*turns, ""])
    except TypeError:
        joined = " "
    if joined.count("\n") != len(turns) or _TURNS.fullmatch(joined) is None:
        raise _first_bad_turn(turns)
    return tuple(turns)


def _first_bad_turn(turns: list[Any]) -> RecordError:
    for place, turn in enumerate(turns):
        if not isinstance(turn, str) or "\n" in turn or not turn or _TURNS.fullmatch(turn + "\n") is None:
            return RecordError("value-type", path=f"$.turns[{place}]", expected="turn")
    raise AssertionError("every turn by itself is well written")


def _read_times(value: Mapping[str, Any], plies: int) -> tuple[int, ...]:
    times = _list(value, "times")
    if not all(type(time) is int for time in times):
        raise RecordError("value-type", path="$.times", expected="list of integers")
    fit = len(times) == plies and all(sooner <= later for sooner, later in pairwise(times))
    if not fit or (times and not 0 <= times[0] <= times[-1] <= _LARGEST_INTEGER):
        raise RecordError("value-type", path="$.times", expected="one microsecond a turn, never falling")
    return tuple(times)


def _read_chance(value: Mapping[str, Any], slug: str) -> dict[Seat, str]:
    """The order of each seat's deck, which a rule book that deals needs and no other has."""
    book = VARIANTS[slug]
    if not book.deals:
        if "chance" in value:
            raise RecordError("value-unknown", path="$.chance")
        return {}
    orders = _object(value, "chance", "$")
    _only(orders, {seat.slug for seat in book.seats}, "$.chance")
    return {seat: _cards(orders, seat.slug, "$.chance") for seat in book.seats}


def _read_noted(value: Mapping[str, Any], plies: int) -> tuple[tuple[int, str], ...]:
    noted: list[tuple[int, str]] = []
    for place, item in enumerate(_objects(value, "noted", {"ply", "rule"})):
        path = f"$.noted[{place}]"
        ply = _integer(item, "ply", path, noted[-1][0] if noted else 1, plies)
        rule = _text(item, "rule", path)
        if _SLUG.fullmatch(rule) is None:
            raise RecordError("value-type", path=f"{path}.rule", expected="slug")
        noted.append((ply, rule))
    return tuple(noted)


def _objects(value: Mapping[str, Any], key: str, keys: set[str]) -> Iterator[dict[str, Any]]:
    result = _list(value, key)
    if len(result) > MAX_PLIES:
        raise RecordError("too-long", allowed=MAX_PLIES)
    for place, item in enumerate(result):
        path = f"$.{key}[{place}]"
        if not isinstance(item, dict):
            raise RecordError("value-type", path=path, expected="object")
        _only(item, keys, path)
        yield item


def _read_result(result: dict[str, Any]) -> Outcome:
    path = "$.result"
    _only(result, {"kind", "winner"}, path)
    written = _text(result, "kind", path)
    winner = result.get("winner")
    if written not in _ENDS or (winner is not None and winner not in _SIDES):
        raise RecordError("result-unknown", type=shown(written, 20), winner=shown(str(winner), 20))
    return Outcome(_ENDS[written], None if winner is None else _SIDES.index(winner))


_ENDS = {end.value: end for end in End}


def _check_origin(origin: dict[str, Any]) -> None:
    path = "$.origin"
    _only(origin, {"stream", "ply", "hash", "view"}, path)
    _integer(origin, "ply", path, 0, MAX_PLIES)
    for key, form, expected in (("stream", _UUID, "uuid"), ("hash", _HASH, "hash")):
        if form.fullmatch(_text(origin, key, path)) is None:
            raise RecordError("value-type", path=f"{path}.{key}", expected=expected)
    if _text({"view": "red"} | origin, "view", path) not in SEAT_OF_SLUG:
        raise RecordError("value-type", path=f"{path}.view", expected="seat")


def _read_proof(value: Mapping[str, Any]) -> dict[str, Any] | None:
    """The proof, looked at only so far that it can be kept; docs/verifying.md says how to check it."""
    if "stream" in value and _UUID.fullmatch(_text(value, "stream", "$")) is None:
        raise RecordError("value-type", path="$.stream", expected="uuid")
    if "commitments" in value:
        commitments = _object(value, "commitments", "$")
        _only(commitments, set(SEAT_OF_SLUG), "$.commitments")
        for seat in sorted(commitments):
            _object(commitments, seat, "$.commitments")
    if "shuffles" in value:
        _object(value, "shuffles", "$")
    if "origin" in value:
        _check_origin(_object(value, "origin", "$"))
    if "log" in value:
        for place, entry in enumerate(_list(value, "log")):
            if not isinstance(entry, dict):
                raise RecordError("value-type", path=f"$.log[{place}]", expected="object")
    return {key: value[key] for key in sorted(_PROOF) if key in value} or None

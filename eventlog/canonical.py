"""Canonical JSON and the hash chain (docs/eventlog.md)."""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

GENESIS = bytes(32)
"""The `previous` of the first event of a stream."""

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)

encode_json = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode
"""Canonical JSON of a value that is known to hold no float; `canonical` looks first."""

_sha256 = hashlib.sha256


def canonical(value: Any) -> str:
    """Return the canonical JSON of a value: keys sorted by code point, no spaces, no escapes beyond those JSON needs.

    Raises:
        ValueError: the value holds a float, or something that JSON does not know. A float has more than one spelling.
    """
    _refuse_floats(value)
    return encode_json(value)


def _refuse_floats(value: Any) -> None:
    if isinstance(value, dict):
        for key, inner in value.items():
            if not isinstance(key, str):
                raise ValueError(f"the key {key!r} is no text")
            _refuse_floats(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            _refuse_floats(inner)
    elif not (value is None or isinstance(value, str | int)):
        raise ValueError(f"canonical JSON has no {type(value).__name__}")


def envelope(
    *,
    actor: UUID | str | None,
    data: str,
    previous: bytes,
    stream: UUID | str,
    time: int,
    type: str,
    type_version: int,
    version: int,
) -> bytes:
    """Return the bytes that are hashed for an event: the canonical JSON of all that it says.

    It is put together by hand, its keys in order, because `json` would take three times as long.

    Args:
        type, type_version: the kind of the event, and the version of its fields.
        version: the event's place in its stream, 1 for the first.
        previous: the hash of the event before it, as the store keeps it.
        actor, stream: ids, or their texts if the caller has them.
        data: the event's data, already canonical.
        time: microseconds since 1970 in UTC.
    """
    who = "null" if actor is None else f'"{actor}"'
    return (
        f'{{"actor":{who},"data":{data},"previous":"{previous.hex()}","stream":"{stream}","time":{time},'
        f'"type":"{type}","type_version":{type_version},"version":{version}}}'
    ).encode()


def digest(content: bytes) -> bytes:
    """Return the SHA-256 of an envelope."""
    return _sha256(content).digest()


def microseconds(time: datetime) -> int:
    """Return an aware time as whole microseconds since 1970 in UTC."""
    return (time - EPOCH) // MICROSECOND


def at(time: int) -> datetime:
    """Return microseconds since 1970 as a time in UTC."""
    return EPOCH + timedelta(microseconds=time)

"""Junk in the log as the rights of the service allow it: the chain is right, and what it says cannot be."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from eventlog.canonical import digest, encode_json, envelope, microseconds
from eventlog.store import PreparedEvent, _clock, _head, insert

JUNK: Mapping[str, tuple[str, int, Any]] = {
    "unknown type": ("no-such-type", 1, {}),
    "unknown version": ("turn-played", 99, {"turn": "d4-d5"}),
    "missing field": ("resigned", 1, {}),
    "another field": ("turn-played", 1, {"turn": "d4-d5", "more": 1}),
    "no object": ("turn-played", 1, [1, 2]),
    "null": ("turn-played", 1, None),
    "another kind of value": ("turn-played", 1, {"turn": 7}),
    "no turn": ("turn-played", 1, {"turn": "hello"}),
    "an illegal turn": ("turn-played", 1, {"turn": "a1-k9"}),
    "created twice": ("game-created", 1, {"variant": "barrage", "seats": {}, "options": {}, "source": "play"}),
    "no such seat": ("resigned", 1, {"seat": "green"}),
}
"""What cannot be folded, each as type, version and data."""


def plant(stream: UUID, kind: str, type_version: int, data: Any) -> int:
    """Append an event to a stream as `INSERT` would, past all that Python checks; return its version."""
    head, clock, positions = _head(stream, 1)
    time, version = max(microseconds(_clock() or clock), head.time), head.version + 1
    text = encode_json(data)
    own = digest(
        envelope(
            actor=None,
            data=text,
            previous=head.hash,
            stream=str(stream),
            time=time,
            type=kind,
            type_version=type_version,
            version=version,
        )
    )
    insert([PreparedEvent(time, stream, None, version, type_version, kind, head.hash, own, text, None)], positions)
    assert json.loads(text) == data
    return version

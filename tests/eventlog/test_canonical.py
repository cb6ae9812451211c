"""Canonical JSON and the hash of an event."""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eventlog.canonical import GENESIS, at, canonical, digest, envelope, microseconds

ID = UUID("9f2c8d0e-4b1a-4c3d-8e5f-0123456789ab")
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


def test_a_known_envelope_has_a_known_hash() -> None:
    """These bytes are for ever: if they change, no stored event verifies."""
    content = envelope(
        actor=None,
        data='{"turn":"d4-d5"}',
        previous=GENESIS,
        stream=ID,
        time=1_700_000_000_000_001,
        type="turn-played",
        type_version=1,
        version=1,
    )
    assert content == (
        b'{"actor":null,"data":{"turn":"d4-d5"},'
        b'"previous":"0000000000000000000000000000000000000000000000000000000000000000",'
        b'"stream":"9f2c8d0e-4b1a-4c3d-8e5f-0123456789ab","time":1700000000000001,'
        b'"type":"turn-played","type_version":1,"version":1}'
    )
    assert digest(content).hex() == hashlib.sha256(content).hexdigest()


@given(VALUES, st.binary(min_size=32, max_size=32), st.none() | st.uuids(), st.uuids(), st.integers(1, 2**40))
def test_the_envelope_is_the_canonical_json(data, previous, actor, stream, number) -> None:
    content = envelope(
        actor=actor,
        data=canonical(data),
        previous=previous,
        stream=stream,
        time=number,
        type="turn-played",
        type_version=2,
        version=number,
    )
    value = {
        "version": number,
        "type": "turn-played",
        "type_version": 2,
        "actor": None if actor is None else str(actor),
        "data": data,
        "previous": previous.hex(),
        "stream": str(stream),
        "time": number,
    }
    assert content.decode() == canonical(value)
    assert json.loads(content) == value


@pytest.mark.parametrize("value", [1.5, float("nan"), {"a": [1.0]}, {1: 2}, b"", object()])
def test_no_floats_and_nothing_beyond_json(value) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        canonical(value)


def test_canonical_form() -> None:
    assert canonical({"b": [1, None, True], "a": 'Zoë\n"', "ä": {}}) == '{"a":"Zoë\\n\\"","b":[1,null,true],"ä":{}}'


@given(st.datetimes(timezones=st.just(UTC)))
def test_times_are_whole_microseconds(time: datetime) -> None:
    assert at(microseconds(time)) == time

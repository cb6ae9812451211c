"""Event types, upcasters and addresses."""

from __future__ import annotations

from uuid import UUID

import pytest

from eventlog.field_types import BadEvent
from eventlog.registry import UnknownEvent, stream_at, type_named, type_of, upcaster, with_nonce
from eventlog.sources import injected

from .samples import Begun, Colour, Hidden, Moved

ID = UUID("9f2c8d0e-4b1a-4c3d-8e5f-0123456789ab")


def test_encode_is_canonical_and_leaves_out_what_is_none() -> None:
    begun = Begun("classic", {"red": ID, "blue": None})
    text = f'{{"seats":{{"blue":null,"red":"{ID}"}},"variant":"classic"}}'
    assert type_of(begun).encode(begun) == text
    assert type_of(begun).encode(Begun("classic", {}, limit=200)) == '{"limit":200,"seats":{},"variant":"classic"}'


def test_decode_gives_the_event_back() -> None:
    begun = type_named("sample-begun").decode({"seats": {"red": str(ID), "blue": None}, "variant": "duel"}, 3)
    assert begun == Begun("duel", {"red": ID, "blue": None})
    hidden = type_named("sample-hidden").decode({"colour": "red", "placement": "F", "nonce": "00" * 32}, 1)
    assert hidden == Hidden(Colour.RED, "F", "00" * 32)


@pytest.mark.parametrize(
    ("version", "data"),
    [(1, {"kind": "classic"}), (2, {"kind": "classic", "players": [None, None]})],
)
def test_old_versions_are_upcast(version: int, data: dict) -> None:
    before = dict(data)
    assert type_named("sample-begun").decode(data, version) == Begun("classic", {"red": None, "blue": None})
    assert data == before


def test_a_newer_version_is_unknown() -> None:
    with pytest.raises(UnknownEvent, match="version 4"):
        type_named("sample-begun").decode({}, 4)
    with pytest.raises(UnknownEvent, match="sample-other"):
        type_named("sample-other")


def test_an_upcaster_is_registered_once() -> None:
    with pytest.raises(BadEvent, match="already"):
        upcaster("sample-begun", from_version=1)(dict)


def test_a_bad_field_is_named() -> None:
    with pytest.raises(BadEvent, match=r"sample-moved\.turn"):
        type_of(Moved("d4-d5")).encode(Moved("well played"))
    with pytest.raises(BadEvent, match="not registered"):
        type_of("d4-d5")


def test_nonces_come_from_the_source_of_chance() -> None:
    with injected(random=lambda count: b"\x07" * count):
        assert with_nonce(Hidden(Colour.RED, "F")) == Hidden(Colour.RED, "F", "07" * 32)
    assert with_nonce(Hidden(Colour.RED, "F", "0a" * 32)) == Hidden(Colour.RED, "F", "0a" * 32)
    assert with_nonce(Hidden(Colour.RED, "F")) != with_nonce(Hidden(Colour.RED, "F"))
    assert with_nonce(Moved("d4-d5")) == Moved("d4-d5")


def test_a_stream_is_found_by_its_id() -> None:
    assert stream_at(str(ID)) == ID

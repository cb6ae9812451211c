"""What an event may hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any
from uuid import UUID

import pytest

from eventlog import field_types, registry
from eventlog.field_types import FREE_TEXT, BadEvent, HexHash, Nonce, Slug, Token, codec_of
from eventlog.registry import event, event_types, type_of_class
from games.domain.field_types import Cards, Placement, TurnText

from .samples import Moved

# Every form of docs/notation.md, as it is written into the log.
MOVES = ["d4-d5", "a10-k11", "n12-w99", "f4-f5-g5", "d8-d10*17@e3", "i4-i3=f1", "d4-d5?g6", "i4-i3=f1?g6"]
PARTS = ["*17@e3", "*0", "+7@d3", "+C@d3", "+0", ">i2", "=f1"]
CARDS = ["b1-d2", "b1?0", "b1?c2,d2", "b1?c2", "b1!FS23456789MBP", "b1=d2:7", "b1=d2:P", "+M@c1"]
TURNS = [*MOVES, *PARTS, *CARDS]

ID = UUID("9f2c8d0e-4b1a-4c3d-8e5f-0123456789ab")


class Named(Enum):
    ADA = "Ada Lovelace"


@pytest.mark.parametrize(
    "annotation",
    [
        *(str, str | None, Any, dict, dict[str, Any], list[int], float, bytes, object, tuple[str, ...], Named),
        *(Mapping[str, int], Mapping[Slug, str], Annotated[str, "a note"]),
    ],
)
def test_no_field_for_free_text(annotation: Any) -> None:
    with pytest.raises(BadEvent):
        codec_of(annotation)


@pytest.mark.parametrize("pattern", [".*", r"[^0-9]+", r"\w+ \w+", r"[a-z' ]+", r"[\w.@]+", r"[a-z]*"])
def test_no_form_that_lets_free_text_through(pattern: str) -> None:
    with pytest.raises(BadEvent):
        Token(pattern, 20)


@pytest.mark.parametrize("longest", [0, 65])
def test_no_long_texts(longest: int) -> None:
    with pytest.raises(BadEvent):
        Token("[a-z]+", longest)


@pytest.mark.parametrize(
    ("annotation", "good", "bad"),
    [
        (int, [0, -5, 2**53 - 1], [2**53, True, "1", 1.0, None]),
        (bool, [True, False], [0, 1, None]),
        (UUID, [ID], [str(ID), None]),
        (Slug, ["classic", "no-legal-turn", "red2"], ["Classic", "a b", "a" * 33, "-a", "", "9", None]),
        (
            TurnText,
            TURNS,
            ["resign", "d4xd5", "d4 d5", "d4-d5\n", "a100-a11", "x1-w1", "a0-a1", "d4-d5*0", "b1!", "Ada1", ""],
        ),
        (Cards, ["FS23P", "M" * 24], ["FS.", "M" * 25, ""]),
        (HexHash, ["0f" * 32], ["0F" * 32, "0f" * 31, ""]),
        (Placement, ["FS23.9MBCP"], ["fs2", "F S", ""]),
        (int | None, [None, 3], ["3"]),
        (
            Mapping[Slug, int | bool | Slug | None],
            [{"a": 1, "b": None, "c": True, "d": "e"}],
            [{"A": 1}, {"a": 1.5}, 1],
        ),
        (tuple[int, ...], [(), (1, 2)], [[1], ("1",)]),
    ],
)
def test_values(annotation: Any, good: list[Any], bad: list[Any]) -> None:
    codec = codec_of(annotation)
    back = codec.from_json or (lambda value: value)
    assert [back(codec.to_json(value)) for value in good] == good
    for value in bad:
        with pytest.raises(ValueError):  # noqa: PT011 (the words differ)
            codec.to_json(value)


def test_a_refused_text_is_not_told() -> None:
    with pytest.raises(ValueError, match=r"characters") as caught:
        codec_of(Placement).to_json("M9F8?")
    assert "M9F8" not in str(caught.value)


@pytest.mark.parametrize("name", ["name", "email", "comment"])
def test_no_field_called_like_personal_data(name: str) -> None:
    cls = dataclass(frozen=True)(type("Bad", (), {"__annotations__": {name: Slug}}))
    with pytest.raises(BadEvent, match="erasable table"):
        event("test-personal")(cls)
    assert "test-personal" not in event_types()


def test_a_secret_needs_a_nonce() -> None:
    @dataclass(frozen=True)
    class Bare:
        placement: Placement

    with pytest.raises(BadEvent, match="Nonce"):
        event("test-bare")(Bare)


def test_only_frozen_dataclasses() -> None:
    @dataclass
    class Loose:
        count: int

    with pytest.raises(BadEvent, match="frozen"):
        event("test-loose")(Loose)
    with pytest.raises(BadEvent, match="frozen"):
        event("test-loose")(int)


def test_names_are_slugs_and_taken_once() -> None:
    @dataclass(frozen=True)
    class Again:
        count: int

    for name in (type_of_class(Moved).name, "Not A Slug"):
        with pytest.raises(BadEvent, match="taken or no slug"):
            event(name)(Again)


def test_every_event_of_the_service_holds_no_free_text() -> None:
    """The guard at registration let them in; this one puts names and sentences into every field."""
    types = event_types()
    assert {"game-created", "setup-made", "turn-played"} <= set(types)
    for kind in types.values():
        for name, codec, _optional in kind.codecs:
            for text in FREE_TEXT:
                for value in (text, (text,), {text: 1}, {"red": text}):
                    with pytest.raises(ValueError):  # noqa: PT011
                        codec.to_json(value)
                    assert name not in registry.PERSONAL


def test_only_turns_are_written_with_capitals() -> None:
    """A name could still be a slug; nothing but our own vocabulary is made of slugs, so none is longer than 32."""
    assert field_types.SLUG.longest == 32
    assert Nonce.__metadata__ == (field_types.NONCE,)

"""What a field of an event may hold: numbers, ids, slugs and notation, never a name and never free text.

An event cannot be erased, so it may hold nothing personal. `codec_of` turns the
annotation of a field into a codec and refuses every annotation that is not in this list:

- `int` (below 2**53 either way, so that every JSON reader agrees on it) and `bool`;
- `uuid.UUID`: the random id of a row in an erasable table, or of a stream;
- an `Enum` whose values are ints or slugs;
- `Annotated[str, Token(…)]`: a short text of a fixed form, such as `Slug` or `HexHash`; who has
  events of its own hands in more (`games/domain/field_types.py`);
- a union of these with `None` or with one another, tuples of them, and `Mapping[Slug, …]` to them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin
from uuid import UUID

LARGEST = 2**53 - 1
LONGEST = 64

# No form that an event may hold lets one of these through.
FREE_TEXT = ("Ada Lovelace", "ada@example.org", "Zoë", "o'hara", "well played", "a\tb", "a\nb", "<b>", "", " ")


class BadEvent(ValueError):
    """An event type or an event that the log does not take; the message names the type and the field."""


@dataclass(frozen=True, slots=True)
class Token:
    """A text of a fixed form: at most `longest` characters that match `pattern` as a whole.

    Args:
        pattern: a regular expression. One that lets through a name or a sentence is refused.
        longest: in characters, at most 64.
        secret: the text is hidden until the reveal (a placement, a salt). An event with such a field has to be
            declared with `secret=True`, so that it carries 32 random bytes of its own.

    Raises:
        BadEvent: the form is too wide.
    """

    pattern: str
    longest: int
    secret: bool = False
    matches: Callable[[str], object] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        matches = re.compile(self.pattern, re.ASCII).fullmatch
        if not 0 < self.longest <= LONGEST:
            raise BadEvent(f"a text in an event has at most {LONGEST} characters, not {self.longest}")
        for text in FREE_TEXT:
            if matches(text):
                raise BadEvent(f"the form {self.pattern!r} lets free text through, for example {text!r}")
        object.__setattr__(self, "matches", matches)


SLUG = Token(r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*", 32)

Slug = Annotated[str, SLUG]
"""A word of our own vocabulary: a variant, a rule, a kind of end."""

Id = Annotated[str, Token(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", 36)]
"""The random id of a row or a stream, as text."""

HexHash = Annotated[str, Token(r"[0-9a-f]{64}", 64)]
"""A SHA-256 in hexadecimal: a commitment, or the salted hash of a text."""

Salt = Annotated[str, Token(r"[0-9a-f]{64}", 64, secret=True)]
"""32 random bytes in hexadecimal that open a commitment."""

NONCE = Token(r"[0-9a-f]{64}", 64)

Nonce = Annotated[str, NONCE]
"""32 random bytes in hexadecimal that keep the hash of an event with a secret part from being guessed."""


@dataclass(frozen=True, slots=True)
class Codec:
    """How a field is checked and written.

    `to_json` returns the JSON value or raises `ValueError`; `from_json` is its inverse, `None` where nothing is to do.
    """

    to_json: Callable[[Any], Any]
    from_json: Callable[[Any], Any] | None = None
    secret: bool = False


def codec_of(annotation: Any) -> Codec:
    """Return the codec of a field.

    Args:
        annotation: the evaluated annotation, with its extras.

    Raises:
        BadEvent: an event may not hold such a field.
    """
    origin, parts = get_origin(annotation), get_args(annotation)
    if annotation is int:
        return Codec(_int)
    if annotation is bool:
        return Codec(_bool)
    if annotation is UUID:
        return Codec(_uuid, UUID)
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return _enum_codec(annotation)
    if origin is Annotated and parts[0] is str and isinstance(parts[1], Token):
        return _token_codec(parts[1])
    if origin in (Union, UnionType):
        return _union_codec([codec_of(part) for part in parts if part is not NoneType], NoneType in parts)
    if origin is tuple and len(parts) == 2 and parts[1] is Ellipsis:
        return _tuple_codec(codec_of(parts[0]))
    if origin is Mapping:
        return _mapping_codec(codec_of(parts[0]), codec_of(parts[1]))
    raise BadEvent(f"{annotation!r} is no kind of field for an event (see eventlog/field_types.py)")


def _int(value: Any) -> int:
    if type(value) is not int or not -LARGEST <= value <= LARGEST:
        raise ValueError(f"{type(value).__name__} found where an int within 2**53 is needed")
    return value


def _bool(value: Any) -> bool:
    if type(value) is not bool:
        raise ValueError(f"{type(value).__name__} found where a bool is needed")
    return value


def _uuid(value: Any) -> str:
    if not isinstance(value, UUID):
        raise ValueError(f"{type(value).__name__} found where a UUID is needed")
    return str(value)


def _enum_codec(kind: type[Enum]) -> Codec:
    for member in kind:
        if not (isinstance(member.value, int) or (isinstance(member.value, str) and SLUG.matches(member.value))):
            raise BadEvent(f"{member!r} is neither an int nor a slug")

    def to_json(value: Any) -> Any:
        if not isinstance(value, kind):
            raise ValueError(f"{type(value).__name__} found where a {kind.__name__} is needed")
        return int(value.value) if isinstance(value.value, int) else str(value.value)

    return Codec(to_json, kind)


def _token_codec(token: Token) -> Codec:
    matches, longest = token.matches, token.longest

    def to_json(value: Any) -> str:
        # A subclass of str may print itself differently. The text itself stays out of the message: it may be secret.
        if type(value) is not str or len(value) > longest or not matches(value):
            raise ValueError(f"a text of {longest} characters at most is needed that matches {token.pattern}")
        return value

    return Codec(to_json, None, token.secret)


def _union_codec(codecs: list[Codec], optional: bool) -> Codec:
    """Return the codec of a union: the first that takes a value writes it."""
    if len(codecs) > 1 and any(codec.from_json for codec in codecs):
        raise BadEvent("a union may hold one kind of id or enum and None, or ints, bools and texts")
    from_json = codecs[0].from_json

    def to_json(value: Any) -> Any:
        if value is None and optional:
            return None
        for codec in codecs[:-1]:
            try:
                return codec.to_json(value)
            except ValueError:
                continue
        return codecs[-1].to_json(value)

    return Codec(
        to_json,
        None if from_json is None else lambda value: None if value is None else from_json(value),
        any(codec.secret for codec in codecs),
    )


def _mapping_codec(key: Codec, inner: Codec) -> Codec:
    from_json = inner.from_json

    def to_json(value: Any) -> dict[str, Any]:
        if not isinstance(value, Mapping):
            raise ValueError("a mapping is needed")
        return {key.to_json(name): inner.to_json(item) for name, item in value.items()}

    return Codec(
        to_json,
        None if from_json is None else lambda value: {name: from_json(item) for name, item in value.items()},
        inner.secret,
    )


def _tuple_codec(codec: Codec) -> Codec:
    to_json, from_json = codec.to_json, codec.from_json

    def many(value: Any) -> list[Any]:
        if not isinstance(value, tuple):
            raise ValueError(f"{type(value).__name__} found where a tuple is needed")
        return [to_json(item) for item in value]

    return Codec(many, tuple if from_json is None else lambda value: tuple(map(from_json, value)), codec.secret)

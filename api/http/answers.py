"""What addresses answer: each class is the schema of an answer, and reads its values from what it tells of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from operator import attrgetter
from typing import Any
from urllib.parse import urlencode

from rest_framework.fields import CharField, ChoiceField, Field
from rest_framework.serializers import ListSerializer, Serializer

from web.keyset import Page


class Answer(Serializer[Any]):
    """An answer, or a part of one. `source` of a field names another attribute than its own."""

    @classmethod
    def of(cls, row: object, /, **known: Any) -> dict[str, Any]:
        """The answer about an object: its attributes, and what is `known` besides or instead of them."""
        return {name: known[name] if name in known else read(row) for name, read in _readers(cls)}


@cache
def _readers(answer: type[Answer]) -> tuple[tuple[str, Callable[[Any], Any]], ...]:
    return tuple((name, _reader(field)) for name, field in answer().fields.items())


def _reader(field: Field[Any, Any, Any, Any]) -> Callable[[Any], Any]:
    """What reads a field: parts as answers of their own, and a text that may be null and not blank as null if it is."""
    read = attrgetter(field.source or "")
    if isinstance(field, ListSerializer) and isinstance(field.child, Answer):
        of = type(field.child).of
        return lambda row: [of(value) for value in read(row)]
    if isinstance(field, Answer):
        part = type(field).of
        return lambda row: None if (value := read(row)) is None else part(value)
    if isinstance(field, CharField | ChoiceField) and field.allow_null and not getattr(field, "allow_blank", False):
        return lambda row: read(row) or None
    return read


def links_around(
    address: str, page: Page[Any], key: Callable[[Any], object], query: Mapping[str, Any]
) -> dict[str, str]:
    """The addresses of the pages around one, by `next` and `prev`.

    Args:
        address: of the list.
        page: the one that is told.
        key: what an address names a row by, with `before` and `after`.
        query: further parameters.
    """

    def link(name: str, row: Any) -> str:
        return f"{address}?{urlencode({name: key(row), **query})}"

    older = {"next": link("before", page.rows[-1])} if page.older and page.rows else {}
    return older | ({"prev": link("after", page.rows[0])} if page.newer and page.rows else {})

"""My data: what a person is given who asks for all that the service has of them.

    @exporter("talk", of=(Message, Note))
    def export_talk(owner: DataOwner) -> Iterator[ExportPart]:
        yield rows("talk/messages", Message.objects.filter(author=owner.player), ("game", "text", "sent"))

A room registers an exporter beside its eraser, best in a module `exporters.py` of its app, which is loaded with Django.
A model that names people is of an exporter, or `not_exported` with the reason; a test compares both lists, and those of
the erasers, with the database (tests/accounts/erasing/test_data_export.py).

An exporter tells its owner what the pages would tell, never more: of a game that goes on the owner's own view, of what
others wrote nothing but what is not a word of theirs. Which columns leave is said one by one, and those that do not are
named too, so that a new column is decided on.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Model, QuerySet

from accounts.models import Player

AT_ONCE = 500
"""Rows that are in memory at a time."""


@dataclass(frozen=True, slots=True)
class DataOwner:
    """Whose data it is.

    Attributes:
        player, account: the ids.
        named: the players whose names were looked up: what is written down goes with any of them.
    """

    player: UUID
    account: UUID
    named: set[UUID] = field(default_factory=set)

    def names(self, ids: Iterable[UUID | None]) -> dict[UUID, str]:
        """The names that players bear now, by id; who is gone has none. The only way for an exporter to a name."""
        wanted = {one for one in ids if one is not None}
        found = dict(Player.objects.filter(id__in=wanted).values_list("id", "name"))
        self.named.update(found)
        return found


class ExportPart(NamedTuple):
    """One file: its path in the zip without the ending, and its rows, or the bytes of a file that is whole."""

    path: str
    content: Iterable[Any] | bytes


Exporter = Callable[[DataOwner], Iterable[ExportPart]]


class _Registered(NamedTuple):
    name: str
    write: Exporter
    of: tuple[type[Model], ...]


_EXPORTERS: dict[str, _Registered] = {}
_NOT_EXPORTED: dict[type[Model], str] = {}


def exporter(name: str, *, of: Sequence[type[Model]]) -> Callable[[Exporter], Exporter]:
    """Register what writes down a room's part of a person.

    Args:
        name: a slug; parts come in the order of these names.
        of: the models whose rows of this person are in it.
    """

    def register(function: Exporter) -> Exporter:
        _EXPORTERS[name] = _Registered(name, function, tuple(of))
        return function

    return register


def not_exported(reason: str, *models: type[Model]) -> None:
    """Say why no exporter gives out rows that name people by an id."""
    _NOT_EXPORTED.update(dict.fromkeys(models, reason))


def exporters() -> list[_Registered]:
    """All that are registered, by name."""
    return [_EXPORTERS[name] for name in sorted(_EXPORTERS)]


def reasons() -> dict[type[Model], str]:
    """The models that name people and are not exported, each with the reason."""
    return dict(_NOT_EXPORTED)


def parts_of(owner: DataOwner) -> Iterator[ExportPart]:
    """All that the service has of a person, part by part. Rows are read as they are taken."""
    for one in exporters():
        yield from one.write(owner)


def rows(path: str, found: QuerySet[Any], columns: Sequence[str], left_out: Sequence[str] = ()) -> ExportPart:
    """A part that is made of rows of one model, in the order of the query, and read some at a time.

    Args:
        path: of the part.
        found: the rows.
        columns: those that are written down.
        left_out: those that are not: secrets, words of others, numbers that mean nothing outside.

    Raises:
        ValueError: a column of the model is in neither list.
    """
    known = {one.name for one in found.model._meta.concrete_fields}
    if forgotten := known ^ {*columns, *left_out}:
        raise ValueError(f"{found.model.__name__} has columns that are not decided on: {', '.join(sorted(forgotten))}")
    return ExportPart(path, _in_stretches(found, columns))


def _in_stretches(found: QuerySet[Any], columns: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The rows by their keys: a pooler between us and the database need not keep a cursor open."""
    keys = list((found if found.ordered else found.order_by("pk")).values_list("pk", flat=True))
    for first in range(0, len(keys), AT_ONCE):
        some = keys[first : first + AT_ONCE]
        read = {row.pop("pk"): row for row in found.model.objects.filter(pk__in=some).values("pk", *columns)}
        yield from (read[key] for key in some if key in read)


def written(content: Iterable[Any] | bytes) -> Iterator[bytes]:
    """What stands in the file of a part, in pieces."""
    if isinstance(content, bytes):
        yield content
        return
    before = "[\n"
    for row in content:
        yield (before + _json(row)).encode()
        before = ",\n"
    yield ("[]\n" if before == "[\n" else "\n]\n").encode()


def _value(value: Any) -> Any:
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, bytes | memoryview):
        return bytes(value).hex()
    raise TypeError(f"nothing says how {type(value).__name__} is written down")


_json = json.JSONEncoder(default=_value, ensure_ascii=False).encode

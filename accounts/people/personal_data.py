"""What a person is given of their data: parts, each a file. Rooms write theirs in `exporters.py`, and
`privacy/export.py` puts them together.

An exporter shows its owner what pages show, never more: of a game in play the owner's own view, of what
others wrote nothing but what is not a word of theirs. Which columns leave is said one by one, and those that do not are
named too, so that a new column is decided on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import QuerySet

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
        """The present names of players, by id; deleted ones have none. The only way for an exporter to a name."""
        wanted = {id_ for id_ in ids if id_ is not None}
        texts = dict(Player.objects.filter(id__in=wanted).values_list("id", "name"))
        self.named.update(texts)
        return texts


class ExportPart(NamedTuple):
    """One file: its path in the zip without the ending, and its rows, or the bytes of a file that is whole."""

    path: str
    content: Iterable[Any] | bytes


def rows(path: str, queryset: QuerySet[Any], columns: Sequence[str], left_out: Sequence[str] = ()) -> ExportPart:
    """A part with rows of one model, in the order of the query, read in batches.

    Args:
        path: of the part.
        queryset: the rows.
        columns: those that are written down.
        left_out: those that are not: secrets, words of others, numbers that mean nothing outside.

    Raises:
        ValueError: a column of the model is in neither list.
    """
    known = {item.name for item in queryset.model._meta.concrete_fields}
    if forgotten := known ^ {*columns, *left_out}:
        raise ValueError(
            f"{queryset.model.__name__} has columns that are not decided on: {', '.join(sorted(forgotten))}"
        )
    return ExportPart(path, _in_stretches(queryset, columns))


def _in_stretches(queryset: QuerySet[Any], columns: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The rows by their keys: a pooler between us and the database need not keep a cursor open."""
    keys = list((queryset if queryset.ordered else queryset.order_by("pk")).values_list("pk", flat=True))
    for first in range(0, len(keys), AT_ONCE):
        some = keys[first : first + AT_ONCE]
        read = {row.pop("pk"): row for row in queryset.model.objects.filter(pk__in=some).values("pk", *columns)}
        yield from (read[key] for key in some if key in read)

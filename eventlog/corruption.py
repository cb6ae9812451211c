"""Streams that cannot be read or folded: reported once, shown as damaged, and blocking nobody.

Streams are read only through `store` and folded only within `folding`: both raise `Damaged`,
whatever went wrong inside. At the edge there are three ways on: a page answers that the game or event is damaged
(`config/exceptions.py`), a list shows the row as damaged, and a sweep goes on with the next (`skipping_damaged`). All
of them `report`: the stream is noted in a table, so that the operators hear of it once and sweeps leave it alone.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TypeVar
from uuid import UUID

import django.db
import psycopg
from django.db import connection, transaction
from django.db.models import Exists, OuterRef

from eventlog.models import Damage
from eventlog.registry import Damaged

log = logging.getLogger(__name__)

T = TypeVar("T")

# They say nothing about what was read.
_OTHERS_FAULT = (django.db.Error, psycopg.Error, MemoryError)


@contextmanager
def folding(stream: UUID, at: Callable[[], int | None] = lambda: None) -> Iterator[None]:
    """Fold the events of a stream inside the `with` block.

    Args:
        at: the version of the event at hand, for an error that does not say it.

    Raises:
        Damaged: instead of anything that went wrong but for the database and memory.
    """
    try:
        yield
    except Exception as error:
        if isinstance(error, (Damaged, *_OTHERS_FAULT)):
            raise
        raise Damaged(stream, getattr(error, "version", at()), type(error).__name__) from error


def report(error: Damaged) -> None:
    """Tell the operators of a damaged stream, once, and note it. Never fails.

    Side effects: a row of `Damage`; a line of the log with level ERROR, which is mailed to them.
    """
    new = True  # if it cannot be noted it is reported twice rather than never
    if not connection.needs_rollback:
        with suppress(django.db.Error), transaction.atomic():
            _row, new = Damage.objects.get_or_create(stream=error.stream, defaults={"version": error.version})
    if new:
        log.error("%s `manage.py verify_log %s` says more.", error, error.stream)


@contextmanager
def skipping_damaged() -> Iterator[None]:
    """End the `with` block, after a report, where it meets a damaged stream: for sweeps, which go on with the next."""
    try:
        yield
    except Damaged as error:
        report(error)


def is_damaged(field: str = "id") -> Exists:
    """The condition, or the annotation, that a row's stream is known to be damaged.

    Args:
        field: the column that holds the stream.
    """
    return Exists(Damage.objects.filter(stream=OuterRef(field)))


def look_again(is_whole: Callable[[UUID], bool]) -> None:
    """Take back the note on streams that can be read by now, as after an upgrade.

    Args:
        is_whole: whether a stream is consistent.
    """
    streams: Iterable[UUID] = list(Damage.objects.values_list("stream", flat=True))
    whole = [stream for stream in streams if is_whole(stream)]
    Damage.objects.filter(stream__in=whole).delete()

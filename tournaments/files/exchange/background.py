"""Work on a row in the background: one process at a time, which says how far it is."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple
from uuid import UUID

from django.core.cache import cache

from eventlog.statements import fetch_row

SHOWN_FOR = 600  # seconds for which progress is remembered


class Progress(NamedTuple):
    """So many pieces are done, of so many."""

    done: int
    total: int


class BackgroundWork(NamedTuple):
    """Work of one kind, each piece by the id of its row.

    Args:
        slug: names it in the cache.
        lock: the first of the two numbers of its advisory locks.
    """

    slug: str
    lock: int

    def is_alone(self, id: UUID) -> bool:
        """Whether no other process is at it, until the end of the transaction."""
        key = (id.int & 0xFFFFFFFF) - (1 << 31)
        free: bool = fetch_row(b"SELECT pg_try_advisory_xact_lock(%s::int4, %s::int4)", (self.lock, key))[0]
        return free

    def progress(self, id: UUID) -> Progress | None:
        """None if nobody is at it, or the cache is away."""
        with suppress(Exception):
            result = cache.get(f"{self.slug}:{id.hex}")
            return None if result is None else Progress(*result)
        return None

    def report(self, id: UUID, done: int, total: int) -> None:
        """Keeps the progress for pages that show it.

        Args:
            id, done, total: of which row; how much of it is done, of how much.
        """
        with suppress(Exception):
            cache.set(f"{self.slug}:{id.hex}", (done, total), SHOWN_FOR)

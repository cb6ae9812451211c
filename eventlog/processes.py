"""Work shared out over processes, each with a connection of its own to the database."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any

from django.db import connections


class WorkerLost(RuntimeError):
    """A process ended before its work was done."""

    def __init__(self) -> None:
        super().__init__(
            "A process was killed before its work was done: most often the machine had no memory left for it."
        )


def cores() -> int:
    """Return how many processes may run at once."""
    return len(os.sched_getaffinity(0))


@contextmanager
def workers(
    count: int, *, start: Callable[..., object] | None = None, arguments: Sequence[Any] = ()
) -> Iterator[ProcessPoolExecutor]:
    """Share out work over so many processes inside the `with` block; they end with it in any case.

    Side effects: closes every connection of this process, because a fork must not share one; the next use opens it
    again.

    Args:
        count: of the processes.
        start: what each process does first.
        arguments: what it is given.

    Raises:
        WorkerLost: one of them was killed. The others are ended.
    """
    for connection in connections.all(initialized_only=True):
        connection.close()
        if getattr(connection, "pool", None):
            connection.close_pool()  # type: ignore[attr-defined]
    others = set(multiprocessing.active_children())
    context = multiprocessing.get_context("fork")
    databases = {connection.alias: dict(connection.settings_dict) for connection in connections.all()}
    executor = ProcessPoolExecutor(
        count, mp_context=context, initializer=_start, initargs=(databases, start, *arguments)
    )
    try:
        yield executor
        executor.shutdown()
    except BrokenProcessPool as error:
        raise WorkerLost from error
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
        for child in set(multiprocessing.active_children()) - others:
            child.terminate()
            child.join()


def _start(databases: dict[str, dict[str, Any]], start: Callable[..., object] | None, *arguments: Any) -> None:
    # Connections belong to a thread or to a task of asyncio. Where the parent is in a task, its child is in none: it
    # would find the connections of the thread that the task runs in, with other settings or a session that is shared.
    for alias, values in databases.items():
        connections[alias] = connections.create_connection(alias)
        connections[alias].settings_dict = values
    # What the parent has made stays: a look at it for what is no longer used would copy its pages, time and again.
    gc.freeze()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the main process, which ends these
    if start is not None:
        start(*arguments)

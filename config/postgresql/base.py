"""Django's wrapper of a connection, which asks a server that is away no more often than makes sense."""

from __future__ import annotations

import time
from typing import Any

import psycopg
from django.db import OperationalError, connections
from django.db.backends.postgresql import base

from config.timeouts import BREAKER


class DatabaseWrapper(base.DatabaseWrapper):
    """As Django's. While the server is away one thread in a second looks for it; all others fail at once."""

    given_up = False
    """Whether the request that this thread answers has failed for want of the database: what is around its page, such
    as the session, would wait once more for each thing that it asks."""

    def ensure_connection(self) -> None:
        if self.given_up:
            raise OperationalError("this request has waited for the database before")
        super().ensure_connection()

    def close_if_unusable_or_obsolete(self) -> None:
        """Django calls it as a request begins, and at its end."""
        self.given_up = False
        super().close_if_unusable_or_obsolete()

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Take a connection of the pool.

        Raises:
            psycopg.OperationalError: the server is away, or no connection is free in time.
        """
        if not BREAKER.lets_in():
            raise psycopg.OperationalError("the server is away")
        begun = time.monotonic()
        try:
            connection = super().get_new_connection(conn_params)
        except psycopg.OperationalError:
            BREAKER.missed(begun)
            raise
        BREAKER.back()
        return connection


def give_up() -> None:
    """Have nothing more ask the database for the request that this thread answers."""
    for wrapper in connections.all(initialized_only=True):
        if isinstance(wrapper, DatabaseWrapper):
            wrapper.given_up = True
            wrapper.health_check_done = False  # type: ignore[attr-defined] # the next statement looks at it again

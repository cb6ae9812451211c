"""Django's wrapper of a connection, which asks a server that is away no more often than makes sense."""

from __future__ import annotations

import time
from typing import Any

import psycopg
from django.db.backends.postgresql import base

from config.patience import AWAY

__all__ = ["DatabaseWrapper"]


class DatabaseWrapper(base.DatabaseWrapper):
    """As Django's. While the server is away one thread in a second looks for it; all others fail at once."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Take a connection of the pool.

        Raises:
            psycopg.OperationalError: the server is away, or no connection is free in time.
        """
        if not AWAY.lets_in():
            raise psycopg.OperationalError("the server is away")
        begun = time.monotonic()
        try:
            found = super().get_new_connection(conn_params)
        except psycopg.OperationalError:
            AWAY.missed(begun)
            raise
        AWAY.back()
        return found

"""A database for a benchmark: migrated as in production, and dropped afterwards."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from django.conf import settings
from django.db import connection, connections

from tests.databases import Databases, with_database
from tests.owner import owner_url


@contextmanager
def scratch() -> Iterator[Scratch]:
    """Yield a maker of fresh databases; all of them are dropped in the end."""
    before = dict(connection.settings_dict)
    databases = Databases(service_url=settings.DATABASE_URL, owner_url=owner_url(), run=uuid.uuid4().hex[:12])
    made = Scratch(databases)
    try:
        yield made
    finally:
        for name in list(made.names):
            made.drop(name)
        connection.settings_dict.update(before)
        databases.close()


class Scratch:
    """Makes databases and points Django at them."""

    def __init__(self, databases: Databases) -> None:
        self.databases = databases
        self.names: list[str] = []

    def fresh(self) -> str:
        """Make a database, use it from now on, and return its name."""
        self.leave()
        name = self.databases.clone()
        self.names.append(name)
        connection.settings_dict["NAME"] = name
        return name

    def drop(self, name: str) -> None:
        self.leave()
        self.databases.drop(name)
        self.names.remove(name)

    def leave(self) -> None:
        """Close every connection of Django's, pool and all."""
        connections.close_all()
        if connection.settings_dict["OPTIONS"].get("pool"):
            connection.close_pool()  # type: ignore[attr-defined]

    def owner_url(self, name: str) -> str:
        return with_database(owner_url(), name)

    def service(self, name: str) -> psycopg.Connection:
        return psycopg.connect(with_database(settings.DATABASE_URL, name))

    def server(self) -> int:
        """Return the process of the server that has started the one behind our connection."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            (backend,) = cursor.fetchone()
        return int(Path(f"/proc/{backend}/stat").read_text().rpartition(")")[2].split()[1])

    def twin_of_events(self, name: str, table: str) -> None:
        """Make an empty table with the columns, constraints and indexes of the events, for a peer to write to."""
        with psycopg.connect(self.owner_url(name)) as owner:
            owner.execute(f"CREATE TABLE {table} (LIKE eventlog_event INCLUDING ALL)".encode())
            owner.execute(f'GRANT ALL ON {table} TO "{settings.DATABASE_SERVICE_ROLE}"'.encode())

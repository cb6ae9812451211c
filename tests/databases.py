"""The databases of a test run: one migrated template, and clones of it.

The event table refuses TRUNCATE, so a test that commits cannot be cleaned up after: it gets a clone of its own, and the
clone is dropped. Tests work as the service role; the owner role makes the template and the clones.

A run holds a shared advisory lock named by its random id for as long as it lives, so a later run can tell the databases
of a dead one, and the last worker of a run can tell that it is the last.
"""

import os
import subprocess
import sys
import time
import uuid
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

PREFIX = "vexillum_test_"
CLASS_RUN, CLASS_MAKING = 7_201, 7_202  # the first halves of the two advisory locks of a run
ROOT = Path(__file__).parent.parent


def with_database(url: str, name: str) -> str:
    """Return the address of another database on the same server."""
    return urlunsplit(urlsplit(url)._replace(path=f"/{name}"))


@dataclass
class Databases:
    """The databases of the run `run`, made through a connection of the owner role."""

    service_url: str
    owner_url: str
    run: str
    _connection: psycopg.Connection = field(init=False)

    def __post_init__(self) -> None:
        """Join the run and drop what dead runs left."""
        self._connection = psycopg.connect(self.owner_url, autocommit=True)
        self._connection.execute("SELECT pg_advisory_lock_shared(%s, %s)", (CLASS_RUN, _number(self.run)))
        self._drop_leftovers()
        self._make_template()

    @property
    def template(self) -> str:
        """The name of the migrated database that nobody connects to."""
        return f"{PREFIX}{self.run}_template"

    def clone(self) -> str:
        """Make a copy of the template and return its name."""
        name = f"{PREFIX}{self.run}_{uuid.uuid4().hex[:12]}"
        self._execute("CREATE DATABASE {} TEMPLATE {}", name, self.template)
        return name

    def drop(self, name: str) -> None:
        """Drop a database, whoever is still connected to it."""
        self._execute("DROP DATABASE IF EXISTS {} WITH (FORCE)", name)

    def close(self) -> None:
        """Leave the run; the last one to leave drops the template."""
        key = (CLASS_RUN, _number(self.run))
        self._connection.execute("SELECT pg_advisory_unlock_shared(%s, %s)", key)
        if self._lock_now(*key):
            self.drop(self.template)
        self._connection.close()

    def _make_template(self) -> None:
        with self._making():
            if self._names(self.template):
                return
            making = f"{PREFIX}{self.run}_making"
            self.drop(making)
            self._execute("CREATE DATABASE {}", making)
            environment = {
                **os.environ,
                "DATABASE_URL": with_database(self.service_url, making),
                "DATABASE_OWNER_URL": with_database(self.owner_url, making),
                "VEXILLUM_ROLE": "owner",
            }
            subprocess.run(
                [sys.executable, ROOT / "manage.py", "migrate", "--verbosity", "0"], env=environment, check=True
            )
            self._execute("ALTER DATABASE {} RENAME TO {}", making, self.template)

    @contextmanager
    def _making(self) -> Iterator[None]:
        """Let one worker make the template while the others wait."""
        key = (CLASS_MAKING, _number(self.run))
        self._connection.execute("SELECT pg_advisory_lock(%s, %s)", key)
        try:
            yield
        finally:
            self._connection.execute("SELECT pg_advisory_unlock(%s, %s)", key)

    def _drop_leftovers(self) -> None:
        for name in self._names(f"{PREFIX}%"):
            run = name.removeprefix(PREFIX).partition("_")[0]
            if run != self.run and self._lock_now(CLASS_RUN, _number(run)):
                with suppress(psycopg.Error):  # another run may be dropping it too
                    self.drop(name)
                self._connection.execute("SELECT pg_advisory_unlock(%s, %s)", (CLASS_RUN, _number(run)))

    def _names(self, pattern: str) -> list[str]:
        rows = self._connection.execute("SELECT datname FROM pg_database WHERE datname LIKE %s", (pattern,))
        return [row[0] for row in rows]

    def _lock_now(self, first: int, second: int) -> bool:
        row = self._connection.execute("SELECT pg_try_advisory_lock(%s, %s)", (first, second)).fetchone()
        assert row is not None
        return row[0]

    def _execute(self, statement: str, *names: str) -> None:
        """Run a statement about databases; the server may need a moment to see the last guest of one leave."""
        query = sql.SQL(statement).format(*map(sql.Identifier, names))
        for attempt in range(20):
            try:
                self._connection.execute(query)
            except (psycopg.errors.ObjectInUse, psycopg.errors.InsufficientPrivilege) as error:
                if attempt == 19:
                    raise
                time.sleep(0.1)
                if isinstance(error, psycopg.errors.InsufficientPrivilege):
                    # The guest is a superuser, or an autovacuum worker, which makes way only if nobody forces it.
                    query = sql.SQL(statement.replace(" WITH (FORCE)", "")).format(*map(sql.Identifier, names))
            else:
                return


def _number(run: str) -> int:
    """Return the second half of a run's advisory locks, a signed 32-bit number."""
    return zlib.crc32(run.encode()) - (1 << 31)

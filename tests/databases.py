"""The databases of a test run: one migrated template, and clones of it.

A test that commits gets a clone of its own. What was done in it the owner role takes back, and the next such test has
it under another name. Tests work as the service role; where one has worked as the owner or the superuser and has left
other tables, functions, triggers or grants than there were, the clone is dropped.

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
from functools import cached_property
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

from tests.owner import is_in_memory

PREFIX = "vexillum_test_"
CLASS_RUN, CLASS_MAKING = 7_201, 7_202  # the first halves of the two advisory locks of a run
ROOT = Path(__file__).parent.parent
MANY = 500
"""Rows of one table. If there are more, to truncate is faster than to delete: a truncated table gets new files, one for
each of its indexes too.
"""
PARTITIONS = "VEXILLUM_TEST_PARTITIONS"
"""The variable that says in how many hash partitions the log of all tests lies; without it in none."""


def with_database(url: str, name: str) -> str:
    return urlunsplit(urlsplit(url)._replace(path=f"/{name}"))


@dataclass(frozen=True)
class Content:
    """What stands in the tables and sequences of a database.

    Args:
        digests: of the rows of each table that has any, by its name.
        counts: the number of its rows.
        sequences: the last number of each, and whether it has been given.
    """

    digests: dict[str, str]
    counts: dict[str, int]
    sequences: dict[str, tuple[int, bool]]


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
        return f"{PREFIX}{self.run}_template"

    def clone(self, of: str | None = None) -> str:
        """Make a copy of a database that nobody is connected to, of the template if none is named; return its name."""
        name = f"{PREFIX}{self.run}_{uuid.uuid4().hex[:12]}"
        # To copy files is an eighth of the work of logging all pages, but on a disk it waits for two checkpoints.
        how = "file_copy" if is_in_memory() else "wal_log"
        self._execute(f"CREATE DATABASE {{}} TEMPLATE {{}} STRATEGY {how}", name, of or self.template)
        return name

    def drop(self, name: str) -> None:
        self._execute("DROP DATABASE IF EXISTS {} WITH (FORCE)", name)

    def renew(self, name: str) -> str:
        """Make a clone what it was, and return its new name, under which nobody finds it who has not finished yet. It
        takes a quarter of the time of another clone. That is what the name is of, if somebody has changed the schema.
        """
        fresh = f"{PREFIX}{self.run}_{uuid.uuid4().hex[:12]}"
        try:
            with psycopg.connect(with_database(self.owner_url, name)) as owner:
                owner.execute("SET LOCAL lock_timeout = '5s'")
                self._take_back(owner)
            self._see_all_leave(name)
            self._execute("ALTER DATABASE {} RENAME TO {}", name, fresh)
        # Who was sent away may have come back.
        except (_Altered, psycopg.errors.LockNotAvailable, psycopg.errors.ObjectInUse):
            self.drop(name)
            return self.clone()
        return fresh

    def _take_back(self, owner: psycopg.Connection) -> None:
        """Send everybody away, and put the rows and the numbers of a new clone in place of what is there."""
        schema, begun, rows = self._beginning
        owner.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )
        if _schema(owner) != schema:
            raise _Altered
        now = _content(owner)
        tables = {**begun.digests, **now.digests}
        changed = [table for table in tables if now.digests.get(table) != begun.digests.get(table)]
        if changed:
            with _unwatched(owner):
                if all(now.counts.get(table, 0) <= MANY for table in changed):
                    owner.execute("; ".join(f"DELETE FROM {table}" for table in changed))
                else:
                    owner.execute(f"TRUNCATE {', '.join(changed)} CASCADE")
                for table, copied in rows.items():
                    if owner.execute(f"SELECT NOT EXISTS (SELECT FROM {table})").fetchone() == (True,):
                        with owner.cursor().copy(f"COPY {table} FROM STDIN") as copy:
                            copy.write(copied)
        for sequence, (last, given) in begun.sequences.items():
            if now.sequences[sequence] != (last, given):
                owner.execute("SELECT setval(%s, %s, %s)", (sequence, last, given))

    def _see_all_leave(self, name: str) -> None:
        """Wait for those who have left a database to be gone: the server makes who renames it before wait for 0.1 s."""
        for _attempt in range(50):
            time.sleep(0.002)
            here = "SELECT count(*) FROM pg_stat_activity WHERE datname = %s"
            if self._connection.execute(here, (name,)).fetchone() == (0,):
                return

    @cached_property
    def _beginning(self) -> tuple[str, Content, dict[str, bytes]]:
        """The digest of the schema of a new clone, what stands in it, and the rows of its tables that have any."""
        name = self.clone()
        with psycopg.connect(with_database(self.owner_url, name)) as owner:
            schema, content, rows = _schema(owner), _content(owner), {}
            for table in content.digests:
                with owner.cursor().copy(f"COPY {table} TO STDOUT") as copy:
                    rows[table] = b"".join(copy)
        self.drop(name)
        return schema, content, rows

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
            commands = [("migrate", "--verbosity", "0")]
            if partitions := os.environ.get(PARTITIONS):
                commands.append(("partition_log", "--partitions", partitions))
            for command in commands:
                subprocess.run(
                    [sys.executable, ROOT / "manage.py", *command],
                    env=environment,
                    check=True,
                    stdout=subprocess.DEVNULL,
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


class _Altered(Exception):
    """Somebody has changed more than rows."""


# Rows of the catalogs without what counts and places: sizes, files, statistics, ages.
_SCHEMA = """
SELECT count(*) || ' ' || sum(hashtextextended(one, 0)) FROM (
    SELECT (oid, relname, relnamespace, relowner, relkind, relpersistence, relrowsecurity, relispartition, relacl,
        reloptions)::text FROM pg_class WHERE oid >= 16384
    UNION ALL SELECT (attrelid, attname, attnum, atttypid, atttypmod, attnotnull, attisdropped, attacl)::text
        FROM pg_attribute WHERE attrelid >= 16384
    UNION ALL SELECT (indexrelid, indrelid, indkey, indisunique, indisvalid)::text FROM pg_index WHERE indrelid >= 16384
    UNION ALL SELECT one::text FROM pg_attrdef one
    UNION ALL SELECT one::text FROM pg_constraint one WHERE oid >= 16384
    UNION ALL SELECT one::text FROM pg_trigger one
    UNION ALL SELECT one::text FROM pg_proc one WHERE oid >= 16384
    UNION ALL SELECT one::text FROM pg_type one WHERE oid >= 16384
    UNION ALL SELECT one::text FROM pg_sequence one
    UNION ALL SELECT one::text FROM pg_policy one
    UNION ALL SELECT one::text FROM pg_rewrite one WHERE oid >= 16384
    UNION ALL SELECT one::text FROM pg_default_acl one
    UNION ALL SELECT one::text FROM pg_namespace one WHERE nspname !~ '^pg_(toast_)?temp'
    UNION ALL SELECT one::text FROM pg_extension one
    UNION ALL SELECT one::text FROM pg_largeobject_metadata one
    UNION ALL SELECT datacl::text FROM pg_database WHERE datname = current_database()
    UNION ALL SELECT setconfig::text FROM pg_db_role_setting WHERE setdatabase =
        (SELECT oid FROM pg_database WHERE datname = current_database())
) AS rows (one)
"""


def _schema(owner: psycopg.Connection) -> str:
    """Return a digest of the tables, indexes, functions, triggers, constraints and grants of a database."""
    row = owner.execute(_SCHEMA).fetchone()
    assert row is not None
    return row[0]


def _content(owner: psycopg.Connection) -> Content:
    """Return what stands in a database. A table whose file is empty has no rows and is not read."""
    tables = owner.execute(
        "SELECT format('%I', relname) FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
        " AND pg_relation_size(oid) > 0"
    ).fetchall()
    digest = """SELECT '{0}', md5(string_agg(one::text, ' ' ORDER BY one::text COLLATE "C")), count(*) FROM {0} one"""
    digests = owner.execute(" UNION ALL ".join(digest.format(*table) for table in tables)).fetchall()
    numbers = owner.execute(
        "SELECT format('%I', sequencename), coalesce(last_value, start_value), last_value IS NOT NULL FROM pg_sequences"
        " WHERE schemaname = 'public'"
    ).fetchall()
    return Content(
        digests={table: digest for table, digest, count in digests if count},
        counts={table: count for table, _digest, count in digests if count},
        sequences={name: (number, given) for name, number, given in numbers},
    )


@contextmanager
def _unwatched(owner: psycopg.Connection) -> Iterator[None]:
    """Let rows be removed from tables, also from the log, which lets nobody do so who is not its owner."""
    watches = owner.execute(
        "SELECT tgrelid::regclass::text, quote_ident(tgname), tgenabled FROM pg_trigger"
        " WHERE NOT tgisinternal AND tgparentid = 0 AND tgtype & 40 <> 0"  # before DELETE or TRUNCATE
    ).fetchall()
    for table, trigger, _how in watches:
        owner.execute(f"ALTER TABLE {table} DISABLE TRIGGER {trigger}")
    yield
    owner.execute("SET CONSTRAINTS ALL IMMEDIATE")
    for table, trigger, how in watches:
        owner.execute(f"ALTER TABLE {table} ENABLE {'ALWAYS' if how == 'A' else ''} TRIGGER {trigger}")


def _number(run: str) -> int:
    """Return the second half of a run's advisory locks, a signed 32-bit number."""
    return zlib.crc32(run.encode()) - (1 << 31)

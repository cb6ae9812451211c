"""The log in hash partitions by stream: tables and indexes of a size that a server keeps well, and the way to several.

Nothing else knows of it. Rows are written to and read from `eventlog_event` as before, and the database takes each to
the partition of its stream. A position still has an index, for reading from a mark, but is not unique.
"""

from __future__ import annotations

from django.db import DEFAULT_DB_ALIAS, connections, transaction
from psycopg import sql

from eventlog.grants import grant

MOST = 1024

MOVE_ASIDE = """
LOCK TABLE eventlog_event IN ACCESS EXCLUSIVE MODE;
ALTER TABLE eventlog_event RENAME TO eventlog_event_whole;
ALTER TABLE eventlog_event_whole RENAME CONSTRAINT eventlog_event_stream_version TO eventlog_event_whole_stream_version;
ALTER SEQUENCE eventlog_event_position_seq RENAME TO eventlog_event_whole_position_seq;
CREATE SEQUENCE eventlog_event_position_seq AS bigint;
SELECT setval('eventlog_event_position_seq', last_value, is_called) FROM eventlog_event_whole_position_seq;
CREATE TABLE eventlog_event (
    LIKE eventlog_event_whole INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE INCLUDING COMPRESSION
) PARTITION BY HASH (stream);
ALTER TABLE eventlog_event
    ALTER COLUMN position SET DEFAULT nextval('eventlog_event_position_seq'),
    ADD CONSTRAINT eventlog_event_stream_version UNIQUE (stream, version);
CREATE INDEX eventlog_event_position ON eventlog_event (position);
ALTER SEQUENCE eventlog_event_position_seq OWNED BY eventlog_event.position;
"""

PARTITION = """
CREATE TABLE {partition} PARTITION OF eventlog_event FOR VALUES WITH (MODULUS {count}, REMAINDER {number})
"""

# A trigger for each statement is that of the table that the statement names: who names a partition meets its own.
TRIGGERS = """
CREATE TRIGGER eventlog_event_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION eventlog_refuse();
ALTER TABLE {table} ENABLE ALWAYS TRIGGER eventlog_event_append_only;
CREATE TRIGGER eventlog_event_follows AFTER INSERT ON {table} REFERENCING NEW TABLE AS appended
    FOR EACH STATEMENT EXECUTE FUNCTION eventlog_event_follows();
ALTER TABLE {table} ENABLE ALWAYS TRIGGER eventlog_event_follows;
"""


class AlreadyPartitioned(Exception):
    """The log is partitioned already. Changing the number would need another copy."""


def partition(count: int, *, using: str = DEFAULT_DB_ALIAS) -> int:
    """Put the log into so many hash partitions, in one transaction, and return how many events it holds.

    Appends and reads wait until it is done, and a second copy of the log needs space.

    Args:
        count: of the partitions; it is not changed later, so take what the log will need.
        using: a connection of the role that owns the tables.

    Raises:
        AlreadyPartitioned: it is.
        ValueError: there cannot be so many.
    """
    if not 2 <= count <= MOST:
        raise ValueError(f"There can be 2 to {MOST} partitions.")
    with transaction.atomic(using=using), connections[using].cursor() as cursor:
        cursor.execute("SELECT relkind FROM pg_class WHERE oid = 'eventlog_event'::regclass")
        if cursor.fetchone() != ("r",):
            raise AlreadyPartitioned
        cursor.execute(MOVE_ASIDE)
        names = [f"eventlog_event_{number}" for number in range(count)]
        for number, name in enumerate(names):
            values = {"partition": sql.Identifier(name), "count": sql.Literal(count), "number": sql.Literal(number)}
            cursor.execute(sql.SQL(PARTITION).format(**values))
        cursor.execute("INSERT INTO eventlog_event SELECT * FROM eventlog_event_whole ORDER BY stream, version")
        events: int = cursor.rowcount
        cursor.execute("DROP TABLE eventlog_event_whole")
        for table in ("eventlog_event", *names):
            cursor.execute(sql.SQL(TRIGGERS).format(table=sql.Identifier(table)))
        grant(using=using)
    return events

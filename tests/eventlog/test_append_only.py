"""Every way to change the log is tried, by both roles, on an empty table and on a full one."""

from __future__ import annotations

from uuid import uuid4

import psycopg
import pytest
from django.conf import settings
from django.db import connection

from eventlog import checkpoints, store
from tests.owner import owner_url

from .samples import moves

REFUSED = psycopg.errors.RestrictViolation
COLUMNS = "position, time, stream, actor, version, type_version, type, previous, hash, data"
ROW = (
    "(999999, now(), gen_random_uuid(), NULL, 1, 1, 'sample-moved', decode(repeat('00', 32), 'hex'),"
    " decode(repeat('00', 32), 'hex'), '{}')"
)
EVENT_WAYS = {
    "update": "UPDATE eventlog_event SET type = 'sample-other'",
    "update nothing": "UPDATE eventlog_event SET type = 'sample-other' WHERE false",
    "delete": "DELETE FROM eventlog_event",
    "delete nothing": "DELETE FROM eventlog_event WHERE false",
    "truncate": "TRUNCATE eventlog_event",
    "truncate cascade": "TRUNCATE eventlog_event RESTART IDENTITY CASCADE",
    "upsert": f"INSERT INTO eventlog_event ({COLUMNS}) VALUES {ROW}"
    " ON CONFLICT (stream, version) DO UPDATE SET type = 'x'",
    "merge update": "MERGE INTO eventlog_event e USING (SELECT 1 AS one) s ON true"
    " WHEN MATCHED THEN UPDATE SET type = 'x'",
    "merge delete": "MERGE INTO eventlog_event e USING (SELECT 1 AS one) s ON true WHEN MATCHED THEN DELETE",
    "update in a WITH": "WITH gone AS (UPDATE eventlog_event SET version = 9 RETURNING 1) SELECT count(*) FROM gone",
    "delete in a WITH": "WITH gone AS (DELETE FROM eventlog_event RETURNING 1) SELECT count(*) FROM gone",
    "update by a cursor": "DO $$ DECLARE c CURSOR FOR SELECT * FROM eventlog_event FOR UPDATE; r record; BEGIN OPEN c;"
    " FETCH c INTO r; UPDATE eventlog_event SET type = 'x' WHERE CURRENT OF c; END $$",
}
CHECKPOINT_WAYS = {
    "update": "UPDATE eventlog_checkpoint SET number = 9",
    "delete": "DELETE FROM eventlog_checkpoint",
    "truncate": "TRUNCATE eventlog_checkpoint",
    "upsert": "INSERT INTO eventlog_checkpoint (number, time, previous, root) VALUES (1, now(), '', '')"
    " ON CONFLICT (number) DO UPDATE SET root = excluded.root",
    "merge": "MERGE INTO eventlog_checkpoint c USING (SELECT 1) s ON true WHEN MATCHED THEN DELETE",
}
WAYS = [*EVENT_WAYS.values(), *CHECKPOINT_WAYS.values()]
# On an empty table this one finds no row to lock before it could update.
NEEDS_A_ROW = {EVENT_WAYS["update by a cursor"]}


@pytest.fixture
def service_connection(fresh_database: str):
    connection.ensure_connection()
    return connection.connection


def contents(owner: psycopg.Connection) -> list:
    return [
        owner.execute("SELECT * FROM eventlog_event ORDER BY position").fetchall(),
        owner.execute("SELECT * FROM eventlog_checkpoint ORDER BY number").fetchall(),
    ]


def fill(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(checkpoints, "folder", lambda: tmp_path / "checkpoints")
    store.append(stream=uuid4(), expected=0, events=moves(3))
    checkpoints.write()


@pytest.mark.parametrize("full", [False, True], ids=["empty", "full"])
def test_the_owner_cannot(owner_connection, tmp_path, monkeypatch, full: bool) -> None:
    if full:
        fill(tmp_path, monkeypatch)
    before = contents(owner_connection)
    assert [len(rows) for rows in before] == ([3, 1] if full else [0, 0])
    for way in WAYS:
        if way in NEEDS_A_ROW and not full:
            continue
        with pytest.raises(REFUSED, match="append only"):
            owner_connection.execute(way)
    assert contents(owner_connection) == before


def test_the_superuser_under_the_replica_role_cannot(superuser_connection, tmp_path, monkeypatch) -> None:
    """`session_replication_role` switches ordinary triggers off, but not these."""
    fill(tmp_path, monkeypatch)
    before = contents(superuser_connection)
    superuser_connection.execute("SET session_replication_role = replica")
    for way in WAYS:
        with pytest.raises(REFUSED, match="append only"):
            superuser_connection.execute(way)
    assert contents(superuser_connection) == before


@pytest.mark.parametrize("full", [False, True], ids=["empty", "full"])
def test_the_service_has_no_right_to(owner_connection, service_connection, tmp_path, monkeypatch, full: bool) -> None:
    if full:
        fill(tmp_path, monkeypatch)
    before = contents(owner_connection)
    more = [
        "ALTER TABLE eventlog_event DISABLE TRIGGER ALL",
        "DROP TRIGGER eventlog_event_append_only ON eventlog_event",
        "DROP TABLE eventlog_event",
        "ALTER TABLE eventlog_event ADD COLUMN more int",
        "CREATE RULE gone AS ON INSERT TO eventlog_event DO INSTEAD NOTHING",
        "CREATE TRIGGER more BEFORE INSERT ON eventlog_event EXECUTE FUNCTION eventlog_refuse()",
        "CREATE OR REPLACE FUNCTION eventlog_refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
        "DROP FUNCTION eventlog_refuse() CASCADE",
        "SET session_replication_role = replica",
        "SELECT * FROM eventlog_event FOR UPDATE",
        "DO $$ BEGIN LOCK TABLE eventlog_event IN SHARE MODE; END $$",
        f"SET ROLE {connection.ops.quote_name(psycopg.conninfo.conninfo_to_dict(owner_url())['user'])}",
    ]
    for way in [*WAYS, *more]:
        with pytest.raises((psycopg.errors.InsufficientPrivilege, psycopg.errors.WrongObjectType)):
            service_connection.execute(way)
    # Granting what one does not have is only warned of, and grants nothing (see the next test).
    service_connection.execute("GRANT ALL ON eventlog_event TO CURRENT_USER")
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        service_connection.execute(EVENT_WAYS["update"])
    assert contents(owner_connection) == before


def test_the_service_can_insert_and_read_and_is_no_superuser(service_connection) -> None:
    assert service_connection.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user").fetchone() == (
        False,
    )
    rights = service_connection.execute(
        "SELECT relname, privilege FROM pg_class,"
        " unnest(ARRAY['SELECT','INSERT','UPDATE','DELETE','TRUNCATE','REFERENCES','TRIGGER','MAINTAIN']) privilege"
        " WHERE relname IN ('eventlog_event', 'eventlog_checkpoint') AND has_table_privilege(oid, privilege)"
        " ORDER BY 1, 2"
    ).fetchall()
    assert rights == [
        ("eventlog_checkpoint", "INSERT"),
        ("eventlog_checkpoint", "SELECT"),
        ("eventlog_event", "INSERT"),
        ("eventlog_event", "SELECT"),
    ]
    ordinary = service_connection.execute(
        "SELECT has_table_privilege('eventlog_snapshot', 'UPDATE'), has_table_privilege('eventlog_snapshot', 'DELETE')"
    ).fetchone()
    assert ordinary == (True, True)


def test_triggers_are_always_enabled(owner_connection) -> None:
    rows = owner_connection.execute(
        "SELECT tgrelid::regclass::text, tgenabled, tgtype FROM pg_trigger WHERE tgname LIKE '%append_only'"
        " AND NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = tgrelid) ORDER BY 1"
    ).fetchall()
    # tgtype: 2 before, 8 delete, 16 update, 32 truncate; no 1, so for each statement
    assert rows == [("eventlog_checkpoint", "A", 58), ("eventlog_event", "A", 58)]


def test_migrating_again_takes_back_what_was_granted(owner_connection, service_connection, fresh_database) -> None:
    from eventlog.grants import SQL

    role = settings.DATABASE_SERVICE_ROLE
    quoted = connection.ops.quote_name(role)
    owner_connection.execute(f"GRANT UPDATE, DELETE, TRUNCATE ON eventlog_event TO {quoted}")
    allowed = "SELECT has_table_privilege('eventlog_event', 'UPDATE')"
    assert service_connection.execute(allowed).fetchone() == (True,)
    with pytest.raises(REFUSED, match="append only"):
        service_connection.execute(EVENT_WAYS["update"])
    owner_connection.execute(SQL.format(role=role, quoted=quoted, table="eventlog_event"))
    assert service_connection.execute(allowed).fetchone() == (False,)

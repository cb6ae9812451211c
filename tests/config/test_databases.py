"""The databases of the tests: roles, clones, leftovers."""

import time
from datetime import UTC, datetime

import psycopg
import pytest
from django.conf import settings
from django.db import connection
from django.db.utils import ProgrammingError

from accounts.models import Account
from config.timeouts import PatientConnection
from eventlog.canonical import GENESIS
from tests.databases import PREFIX, Databases, _content, _schema, with_database
from tests.eventlog.test_what_follows import INSERT, OTHER, STREAM, draw


@pytest.mark.django_db
def test_a_test_works_as_the_service_role() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_user, rolsuper, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = current_user"
        )
        assert cursor.fetchone() == (settings.DATABASE_SERVICE_ROLE, False, False, False)


@pytest.mark.django_db
def test_the_service_role_cannot_change_tables() -> None:
    Account.objects.create_user("ann")
    with pytest.raises(ProgrammingError), connection.cursor() as cursor:
        cursor.execute("ALTER TABLE players_account ADD COLUMN rank text")


def test_a_test_that_commits_has_a_database_of_its_own(
    fresh_database: str, owner_connection: psycopg.Connection
) -> None:
    Account.objects.create_user("ann")
    assert fresh_database == connection.settings_dict["NAME"]
    assert owner_connection.execute("SELECT username FROM players_account").fetchall() == [("ann",)]


def test_and_leaves_nothing_to_the_next(fresh_database: str) -> None:
    assert list(Account.objects.all()) == []


def test_a_database_that_is_used_again_is_as_it_was(databases: Databases) -> None:
    """Also where the service has changed what migrations wrote, and the log still refuses what it refused."""
    name = databases.clone()
    with psycopg.connect(with_database(databases.owner_url, name)) as owner:
        before, triggers = (_schema(owner), _content(owner)), owner.execute(TRIGGERS).fetchall()
    with psycopg.connect(with_database(databases.service_url, name)) as service:
        service.execute("UPDATE auth_group SET name = name || '!'")
        service.execute("INSERT INTO django_session VALUES ('key', 'data', now())")
        service.execute("SELECT nextval('django_content_type_id_seq')")
        service.execute(INSERT, (draw(service), datetime.now(UTC), STREAM, 1, GENESIS, OTHER))
    again = databases.renew(name)
    with psycopg.connect(with_database(databases.owner_url, again)) as owner:
        assert (_schema(owner), _content(owner)) == before
        assert owner.execute(TRIGGERS).fetchall() == triggers
        with pytest.raises(psycopg.errors.RestrictViolation):
            owner.execute("TRUNCATE eventlog_event CASCADE")
    databases.drop(again)


CHANGES = (
    "ALTER TABLE players_player ADD COLUMN rank text",
    "ALTER TABLE eventlog_event DISABLE TRIGGER eventlog_event_append_only",
    "GRANT TRUNCATE ON eventlog_event TO PUBLIC",
    "CREATE INDEX players ON players_player (name)",
    "CREATE FUNCTION spy() RETURNS int LANGUAGE sql RETURN 1",
)


def test_a_database_whose_schema_was_changed_is_not_used_again(databases: Databases) -> None:
    name = databases.clone()
    with psycopg.connect(with_database(databases.owner_url, name)) as owner:
        before = _schema(owner), _content(owner)
        for change in CHANGES:
            with owner.transaction(force_rollback=True):
                owner.execute(change)
                assert _schema(owner) != before[0], change
        owner.execute(CHANGES[0])
    again = databases.renew(name)
    with psycopg.connect(with_database(databases.owner_url, again)) as owner:
        assert (_schema(owner), _content(owner)) == before
    databases.drop(again)


TRIGGERS = "SELECT tgname, tgenabled FROM pg_trigger WHERE NOT tgisinternal ORDER BY tgname"


@pytest.mark.django_db
def test_a_test_that_rolls_back_is_not_on_that_database(databases: Databases) -> None:
    names = databases._names(f"{PREFIX}{databases.run}%")
    assert connection.settings_dict["NAME"] in names
    assert len(names) <= 2 + 2 * 8  # the template, and at most one shared clone and one fresh one a worker


@pytest.mark.django_db
def test_the_databases_of_a_dead_run_are_dropped_and_those_of_a_living_one_kept(databases: Databases) -> None:
    dead = f"{PREFIX}dead_template"
    databases._execute("CREATE DATABASE {}", dead)
    other = Databases(service_url=databases.service_url, owner_url=databases.owner_url, run=databases.run)
    try:
        assert databases._names(dead) == []
        assert databases._names(databases.template) == [databases.template]
    finally:
        other.close()
    assert databases._names(databases.template) == [databases.template]


def test_the_superuser_is_not_the_service(superuser_connection: psycopg.Connection) -> None:
    assert superuser_connection.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user").fetchone() == (
        True,
    )


def test_a_connection_that_the_server_has_hung_up_on_is_found_at_once() -> None:
    held = PatientConnection.connect(settings.DATABASE_URL, autocommit=True)
    with psycopg.connect(settings.DATABASE_URL, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s)", [held.info.backend_pid])
    while held._quiet():
        time.sleep(0.001)
    held.alive = time.monotonic()
    with pytest.raises(psycopg.OperationalError):
        held.execute("")


def test_a_connection_that_has_just_lived_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr("psycopg.Connection.execute", lambda _self, query: asked.append(query))
    with PatientConnection.connect(settings.DATABASE_URL, autocommit=True) as held:
        for seconds in (1000.0, 1000.0, 0.0):
            monkeypatch.setattr("config.timeouts.CHECK_EVERY", seconds)
            held.execute("")
        monkeypatch.undo()
    assert asked == ["", ""]

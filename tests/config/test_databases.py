"""The databases of the tests: roles, clones, leftovers."""

import psycopg
import pytest
from django.conf import settings
from django.db import connection
from django.db.utils import ProgrammingError

from players.models import Account
from tests.databases import PREFIX, Databases


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

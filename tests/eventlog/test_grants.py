"""The service role leaves nothing in the database but rows of our tables."""

from __future__ import annotations

import psycopg
import pytest
from django.conf import settings
from django.db import connection

from eventlog.checks import large_objects
from eventlog.grants import NOTHING_OF_ITS_OWN, large_object_functions

OWN_THINGS = [
    "CREATE TEMP TABLE eventlog_event (stream uuid)",
    "CREATE TABLE public.more (rank integer)",
    "CREATE SCHEMA vexillum",
    "CREATE FUNCTION public.more() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
    "SELECT lo_creat(-1)",
    "SELECT lo_create(0)",
    "SELECT lo_from_bytea(0, 'a set-up')",
    "SELECT lo_put(1, 0, 'a set-up')",
    "SELECT lo_open(1, 131072)",
    "SELECT lowrite(0, 'a set-up')",
    "SELECT lo_import('/etc/hostname')",
    "SELECT setval('eventlog_event_position_seq', 9000000000000000000)",
]


def test_the_service_makes_nothing_of_its_own(owner_connection: psycopg.Connection) -> None:
    """Rights on a database are not copied with it, so this one is given them as `migrate` gives them."""
    role = settings.DATABASE_SERVICE_ROLE
    owner_connection.execute(NOTHING_OF_ITS_OWN.format(role=role, quoted=connection.ops.quote_name(role)))
    connection.ensure_connection()
    for statement in OWN_THINGS:
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            pytest.fail(f"{statement}: {connection.connection.execute(statement)}")


def test_who_runs_the_server_is_told_of_large_objects(superuser_connection: psycopg.Connection) -> None:
    assert (large_object_functions(), large_objects(["default"])) == ([], [])
    superuser_connection.execute("GRANT EXECUTE ON FUNCTION lo_create(oid), lo_put(oid, bigint, bytea) TO PUBLIC")
    (warning,) = large_objects(["default"])
    assert warning.id == "eventlog.W001"
    for statement in warning.hint.partition(": ")[2].split("; "):
        superuser_connection.execute(statement)
    assert large_objects(["default"]) == []
    assert large_objects(None) == []

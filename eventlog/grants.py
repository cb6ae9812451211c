"""What the service role may do: insert into the log and read it, and leave nothing in the database but rows of ours.

No temporary tables, no schemas and tables of its own, no large objects: they would be a place to hide things in, and a
table can be laid before one of ours. Large objects are functions of the superuser, so on an operator's server they
are the operator's to take away; `migrate` says so (`eventlog/checks.py`).
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections

APPEND_ONLY = ("eventlog_event", "eventlog_checkpoint")

SQL = """
DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = '{role}')
        AND pg_has_role((SELECT relowner FROM pg_class WHERE oid = '{table}'::regclass), 'USAGE') THEN
        REVOKE ALL ON {table} FROM PUBLIC, {quoted};
        GRANT SELECT, INSERT ON {table} TO {quoted};
    END IF;
END
$$
"""


# Rights are those of the table that a statement names, so the log's own are enough. A reader of a partition would learn
# which stream was there before; nobody else would be.
PARTITIONS = """
DO $$
DECLARE
    part regclass;
BEGIN
    FOR part IN SELECT inhrelid FROM pg_inherits WHERE inhparent = to_regclass('eventlog_event') LOOP
        EXECUTE format('REVOKE ALL ON %s FROM PUBLIC', part);
        IF EXISTS (SELECT FROM pg_roles WHERE rolname = '{role}') THEN
            EXECUTE format('REVOKE ALL ON %s FROM %I; GRANT SELECT ON %s TO %I', part, '{role}', part, '{role}');
        END IF;
    END LOOP;
END
$$
"""

# What makes or changes a large object; PUBLIC may run most of them as PostgreSQL comes.
LARGE_OBJECTS = (
    "lo_creat", "lo_create", "lo_export", "lo_from_bytea", "lo_import", "lo_open", "lo_put", "lo_truncate",
    "lo_truncate64", "lo_unlink", "lowrite",
)  # fmt: skip
NOTHING_OF_ITS_OWN = """
DO $$
BEGIN
    IF pg_has_role((SELECT datdba FROM pg_database WHERE datname = current_database()), 'USAGE') THEN
        EXECUTE format('REVOKE TEMPORARY, CREATE ON DATABASE %I FROM PUBLIC, %I', current_database(), '{role}');
    END IF;
    IF pg_has_role((SELECT nspowner FROM pg_namespace WHERE nspname = 'public'), 'USAGE') THEN
        REVOKE CREATE ON SCHEMA public FROM PUBLIC, {quoted};
    END IF;
END
$$
"""


def large_object_functions(*, using: str = DEFAULT_DB_ALIAS) -> list[str]:
    """Return the functions, with their arguments, by which the service role may make or change large objects."""
    with connections[using].cursor() as cursor:
        cursor.execute(
            "SELECT pg_proc.oid::regprocedure::text FROM pg_proc JOIN pg_roles ON rolname = %s"
            " WHERE pronamespace = 'pg_catalog'::regnamespace AND proname = ANY(%s)"
            " AND has_function_privilege(pg_roles.oid, pg_proc.oid, 'EXECUTE') ORDER BY 1",
            [settings.DATABASE_SERVICE_ROLE, list(LARGE_OBJECTS)],
        )
        return [name for (name,) in cursor.fetchall()]


def grant(*, using: str = DEFAULT_DB_ALIAS, **_signal: Any) -> None:
    """Leave the service role SELECT and INSERT on the append-only tables, and no way to make things of its own.

    It runs after every `migrate`, by the owner of the tables. So it also holds for a service role that was made later.
    Where one role is both owner and service, the triggers alone protect the log.
    """
    connection = connections[using]
    role = getattr(settings, "DATABASE_SERVICE_ROLE", "")
    tables = set(connection.introspection.table_names())
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user")
        if not role or cursor.fetchone() == (role,):
            return
        quoted, literal = connection.ops.quote_name(role), role.replace("'", "''")
        cursor.execute("SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = %s)", [role])
        if cursor.fetchone() == (True,):
            cursor.execute(NOTHING_OF_ITS_OWN.format(role=literal, quoted=quoted))
        for table in APPEND_ONLY:
            if table in tables:
                cursor.execute(SQL.format(role=literal, quoted=quoted, table=table))
        cursor.execute(PARTITIONS.format(role=literal, quoted=quoted))

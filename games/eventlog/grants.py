"""What the service role may do with the tables of the log: insert and read, and nothing else."""

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


def grant(*, using: str = DEFAULT_DB_ALIAS, **_signal: Any) -> None:
    """Leave the service role SELECT and INSERT on the append-only tables.

    It runs after every `migrate`, by the role that owns the tables, so that it also holds for a service role that was
    made later. Where one role is both owner and service, the triggers alone protect the log.
    """
    connection = connections[using]
    role = getattr(settings, "DATABASE_SERVICE_ROLE", "")
    tables = set(connection.introspection.table_names())
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user")
        if not role or cursor.fetchone() == (role,):
            return
        for table in APPEND_ONLY:
            if table in tables:
                quoted = connection.ops.quote_name(role)
                cursor.execute(SQL.format(role=role.replace("'", "''"), quoted=quoted, table=table))

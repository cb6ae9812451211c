"""Django's `migrate`, and the rights of the service role."""

from typing import Any

from django.conf import settings
from django.core.management.commands import migrate
from django.db import connections

RIGHTS = """
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO {role};
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, USAGE ON SEQUENCES TO {role};
"""


class Command(migrate.Command):
    """Migrate as the owner role, so that the service role may use the tables but not alter them.

    The rights are default privileges: they are given when a table is made, and a migration can take some back for good,
    as that of the log does.
    """

    def handle(self, *args: Any, **options: Any) -> None:
        """Give the rights, then migrate."""
        connection = connections[options["database"]]
        role = connection.ops.quote_name(settings.DATABASE_SERVICE_ROLE)
        with connection.cursor() as cursor:
            cursor.execute(RIGHTS.format(role=role))
        super().handle(*args, **options)

"""Django's `migrate`, the rights of the service role, and a word to databases that are too old."""

from typing import Any

from django.conf import settings
from django.core.management import CommandError
from django.core.management.commands import migrate
from django.db import connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

LAST = "games/migrations/0017_write_probe.py"
"""What the last release has, and no later one, with the migrations that `0001_schema` of each app stands for."""

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
        """Give the rights, then migrate.

        Raises:
            CommandError: the database has some of the migrations that are one now, and not all of them.
        """
        connection = connections[options["database"]]
        if older := half_migrated(set(MigrationRecorder(connection).applied_migrations())):
            raise CommandError(
                f"This database lacks older migrations of {', '.join(older)}. "
                f"Check out the last release that has {LAST}, run its migrate, and then this one again."
            )
        role = connection.ops.quote_name(settings.DATABASE_SERVICE_ROLE)
        with connection.cursor() as cursor:
            cursor.execute(RIGHTS.format(role=role))
        super().handle(*args, **options)


def half_migrated(applied: set[tuple[str, str]]) -> list[str]:
    """The apps of which a database has some of the replaced migrations and not all.

    Args:
        applied: the database's migrations, by app and name.
    """
    replaced: dict[str, set[tuple[str, str]]] = {}
    for (app, _name), migration in MigrationLoader(None, replace_migrations=False).disk_migrations.items():
        replaced.setdefault(app, set()).update(migration.replaces)
    return sorted(app for app, names in replaced.items() if names & applied and names - applied)

#!/usr/bin/env python
"""Django's command line. It picks the role in the database that a command needs."""

import os
import select
import sys

# They change tables, or look at how they were changed: the owner of the tables runs them.
OWNER_COMMANDS = {"migrate", "partition_log", "showmigrations", "sqlmigrate", "sqlflush"}
# They need no server; no embedded one is started for them.
OFFLINE_COMMANDS = {
    "api_schema",
    "check",
    "collectstatic",
    "compilemessages",
    "diffsettings",
    "findstatic",
    "help",
    "makemessages",
    "makemigrations",
    "squashmigrations",
    "version",
    "--help",
    "--version",
}


NOT_MIGRATED = {"42P01", "42703", "3F000", "42883"}
"""What PostgreSQL says of a table, column, schema or function that is not there."""

ENDED_BY_PIPE = 141
"""What a shell shows for a program that SIGPIPE has ended: 128 and the signal's number."""


def role(arguments: list[str]) -> str:
    """Return the role for a command line: `owner`, `none` or `service`. A rebuild makes tables if it is told whose
    they are.
    """
    command = arguments[0] if arguments else "help"
    if command in OWNER_COMMANDS:
        return "owner"
    if command in OFFLINE_COMMANDS or (command == "import_games" and "--check" in arguments) or "--help" in arguments:
        return "none"
    if command == "rebuild" and (os.environ.get("DATABASE_OWNER_URL") or not os.environ.get("DATABASE_URL")):
        return "owner"
    return "service"


def main() -> None:
    """Run a command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.setdefault("VEXILLUM_ROLE", role(sys.argv[1:]))
    from config import process

    process.starts()
    from django.core.management import execute_from_command_line

    try:
        try:
            execute_from_command_line(sys.argv)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        if not had_enough():
            raise
        # What is still in the buffer goes nowhere, or Python would complain of it at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(ENDED_BY_PIPE)
    except Exception as error:
        if (trouble := of_database(error)) is None:
            raise
        sys.exit(f"manage.py: {trouble}")


def of_database(error: BaseException) -> str | None:
    """Say in one line what an operator has to do about the database; None if an error is about something else."""
    from django.db import DatabaseError, InterfaceError, OperationalError

    code = getattr(error.__cause__, "sqlstate", None) if isinstance(error, DatabaseError) else None
    if code in NOT_MIGRATED:
        return "the database is not migrated. Run: manage.py migrate"
    if isinstance(error, (OperationalError, InterfaceError)) and (code or "08")[:2] in {"08", "28", "3D", "53", "57"}:
        return "the database cannot be reached or does not let us in. Look at DATABASE_URL and DATABASE_OWNER_URL."
    return None


def had_enough() -> bool:
    """Return whether who reads our output has closed it, as `head` does. Another pipe that breaks is an error."""
    output = select.poll()
    output.register(sys.stdout.fileno(), 0)
    return any(happened & select.POLLERR for _file, happened in output.poll(0))


if __name__ == "__main__":
    main()

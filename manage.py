#!/usr/bin/env python
"""Django's command line. It picks the role in the database that a command needs."""

import os
import sys

# They change tables, or look at how they were changed: the owner of the tables runs them.
OWNER_COMMANDS = {"migrate", "showmigrations", "sqlmigrate", "sqlflush"}
# They need no server; no embedded one is started for them.
OFFLINE_COMMANDS = {
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


def role(arguments: list[str]) -> str:
    """Return the role for a command line: `owner`, `none` or `service`."""
    command = arguments[0] if arguments else "help"
    if command in OWNER_COMMANDS:
        return "owner"
    if command in OFFLINE_COMMANDS or (command == "import_games" and "--check" in arguments) or "--help" in arguments:
        return "none"
    return "service"


def main() -> None:
    """Run a command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.setdefault("VEXILLUM_ROLE", role(sys.argv[1:]))
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()

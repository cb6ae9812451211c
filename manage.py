#!/usr/bin/env python
"""Django's command line. It picks the role in the database that a command needs."""

import os
import select
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


ENDED_BY_PIPE = 141
"""What a shell shows for a program that SIGPIPE has ended: 128 and the signal's number."""


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


def had_enough() -> bool:
    """Return whether who reads our output has closed it, as `head` does. Another pipe that breaks is an error."""
    output = select.poll()
    output.register(sys.stdout.fileno(), 0)
    return any(happened & select.POLLERR for _file, happened in output.poll(0))


if __name__ == "__main__":
    main()

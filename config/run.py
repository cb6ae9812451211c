"""`python -m config.run web`: becomes one process of the `Procfile`, as systemd wants it, on the port of the docs.

So each command is in one place. `python -m config.run web 8001`, or `PORT`, says another port, `HOST` another address.

A setting that makes no sense, a database that is not migrated, or static files that are not collected, end it before: a
server that starts its processes anew would say so for ever. The exit code is then 78, and systemd does not start it
again.
"""

import os
import sys
from pathlib import Path
from typing import NoReturn

from config import process
from config.environment import ConfigError

ROOT = Path(__file__).resolve().parent.parent
PORTS = {"web": 8000, "streams": 8100, "site": 8000}
PAGES = {"web", "site"}
"""The processes that serve pages, which name static files."""

WRONG = 78
"""The exit code if trying again cannot help (`EX_CONFIG` of sysexits.h)."""


def command_of(name: str) -> str:
    """The command of a process.

    Raises:
        KeyError: the Procfile has none of this name.
    """
    return dict(line.split(": ", 1) for line in (ROOT / "Procfile").read_text().splitlines() if ": " in line)[name]


def look(name: str) -> None:
    """Read all settings; look at the database if it is there, and at the static files if the process serves pages.

    Raises:
        Wrong: a setting makes no sense, the database is not migrated, or static files are not collected.
    """
    process.kind = "web"  # it waits for nothing for long
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from django.db import DatabaseError, InterfaceError, connection
    from django.db.migrations.executor import MigrationExecutor

    from config.pages import threads

    threads(1)
    try:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            raise ConfigError("The database is not migrated. Run: manage.py migrate")
    except (DatabaseError, InterfaceError):
        pass  # it is away, which the process takes as it comes
    finally:
        connection.close()
    if name in PAGES and not collected():
        raise ConfigError("Static files of this release are not collected. Run: manage.py collectstatic")


def collected() -> bool:
    """Whether `collectstatic` has gathered all static files of this release. A page that names another one fails. In
    debug mode none has to be.
    """
    from django.apps import apps
    from django.contrib.staticfiles.finders import get_finders
    from django.contrib.staticfiles.storage import ManifestFilesMixin, staticfiles_storage

    ignored = apps.get_app_config("staticfiles").ignore_patterns  # type: ignore[attr-defined]
    try:
        return not isinstance(staticfiles_storage, ManifestFilesMixin) or all(
            path in staticfiles_storage.hashed_files for finder in get_finders() for path, _of in finder.list(ignored)
        )
    except ValueError:  # what it wrote of them cannot be read
        return False


def main(arguments: list[str]) -> NoReturn:
    """Become the process; end with a line if there is none of that name."""
    try:
        name, *port = arguments
        command = command_of(name)
        (given,) = port or [os.environ.get("PORT") or str(PORTS.get(name, ""))]
    except (ValueError, KeyError):
        sys.exit("usage: python -m config.run web|streams|play|worker|hooks|beat|site|tasks [PORT]")
    os.environ["PORT"] = given
    try:
        look(name)
    except ConfigError as wrong:
        print(wrong, file=sys.stderr, flush=True)
        os._exit(WRONG)  # whatever threads there are
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    environment = os.environ | {"PATH": path}
    os.chdir(ROOT)
    os.execve("/bin/sh", ["sh", "-c", command], environment)  # noqa: S606


if __name__ == "__main__":
    main(sys.argv[1:])

"""`python -m config.web_server APPLICATION`: granian, on `HOST` and `PORT`, with `WEB_PROCESSES` workers.

Its command line would do, but for two things. There the master ends, with all workers that are well, if one worker dies
twice within seconds; here it starts a worker anew however often that dies. And here the master has loaded what workers
run, before it forks them: a new one serves at once, and they share that memory.
"""

from __future__ import annotations

import argparse
import os
from typing import Any

from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server import MPServer

from config import process

HEADER_MILLISECONDS = 10_000
HEADER_BYTES = 64 * 1024


class Forgetful(dict[int, float]):
    """Keeps nothing. Granian remembers in such a value its restarts of workers, to give up."""

    def __setitem__(self, worker: int, when: float) -> None:
        pass


def load() -> None:
    """Load Django, the applications, all views and the patterns of their addresses. No thread is started and no
    connection opened: a fork would not have the one, and share the other.
    """
    process.kind = "web"  # before the settings are read
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django
    from django.urls import reverse

    django.setup()
    from web import routes

    path = reverse("login")
    for look in (routes.most_bytes, routes.is_costly, routes.place_in_line, routes.is_cookieless):
        look(path)


def server_of(application: str, **changes: Any) -> MPServer:
    """The server.

    Args:
        application: the name of the ASGI application.
        changes: what differs from the usual.
    """
    usual: dict[str, Any] = {
        "interface": Interfaces.ASGINL,
        "http": HTTPModes.http1,
        "websockets": False,
        "backlog": 4096,
        "backpressure": 2048,
        "http1_settings": HTTP1Settings(header_read_timeout=HEADER_MILLISECONDS, max_buffer_size=HEADER_BYTES),
        "respawn_failed_workers": True,
        "workers_kill_timeout": 10,  # seconds for what a worker has begun
        "log_level": LogLevels.warning,
    }
    server = MPServer(application, **usual | changes)
    server.respawned_wrks = Forgetful()
    return server


def main() -> None:
    """Serve an application until a signal ends it."""
    parser = argparse.ArgumentParser(prog="python -m config.web_server", description=__doc__)
    parser.add_argument("application", help="config.web:application")
    application = parser.parse_args().application
    load()
    server_of(
        application,
        address=os.environ.get("HOST") or "127.0.0.1",
        port=int(os.environ.get("PORT") or 8000),
        workers=int(os.environ.get("WEB_PROCESSES") or 2),
    ).serve()


if __name__ == "__main__":
    main()

"""The streams alone, for an ASGI server: those of open pages, and those of programs. They need the settings and Valkey,
but none of Django's applications; the lines of programs' streams are asked of the pages at `LIVE_PAGES`."""

import os
from collections.abc import Awaitable
from typing import Any

from config import process

process.kind = "web"  # before the settings are read
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.conf import settings  # noqa: E402

from api.streaming.app import LineStreams  # noqa: E402
from api.streaming.lines import over  # noqa: E402
from realtime.app import Streams  # noqa: E402


class AllStreams:
    """The composite application: of pages and of programs, with one hub."""

    def __init__(self, streams: Streams, lines: LineStreams) -> None:
        self.streams = streams
        self.lines = lines

    def __call__(self, scope: Any, receive: Any, send: Any) -> Awaitable[None]:
        """Serve one connection, or the life of the process. It is no coroutine: each stream would hold one."""
        application = self.lines if self.lines.takes(scope) else self.streams
        return application(scope, receive, send)


streams = Streams()
application = AllStreams(streams, LineStreams(streams.hub, over(settings.LIVE_PAGES)))

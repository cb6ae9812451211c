"""Everything behind one address, for an ASGI server: `/live/` is the event streams, the streams of the API are lines,
all else the pages in threads.

It is what `make demo` runs, by uvicorn (`config/serve.py`). With many visitors the two are faster apart: see
docs/serving.md.
"""

from typing import Any

from config import process

process.kind = "web"  # before the settings are read

from api.streaming.app import LineStreams  # noqa: E402
from api.streaming.lines import within  # noqa: E402
from config.pages import Pages, threads  # noqa: E402
from config.streams import streams  # noqa: E402
from config.wsgi import application as pages  # noqa: E402
from realtime.app import Streams  # noqa: E402


class Site:
    """The composite application.

    Args:
        streams: the ASGI application of `/live/`; it also hears of the start and the end of the process. The streams of
            the API share its hub.
        pages: the ASGI application of everything else.
    """

    def __init__(self, streams: Streams, pages: Pages) -> None:
        self.streams = streams
        self.pages = pages
        self.lines = LineStreams(streams.hub, within(pages))

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one connection, or the life of the process."""
        if scope["type"] == "lifespan" or scope.get("path") in {"/live/", "/healthz"}:
            await self.streams(scope, receive, send)
        elif self.lines.takes(scope):
            await self.lines(scope, receive, send)
        else:
            await self.pages(scope, receive, send)


application = Site(streams, Pages(pages, threads=threads(8)))

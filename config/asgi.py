"""Everything behind one address, for an ASGI server: `/live/` is the event streams, all else the pages in threads.

It is what `make demo` runs, by uvicorn (`config/serve.py`). With many visitors the two are faster apart: see
docs/serving.md.
"""

from typing import Any

from config.pages import Pages, threads
from config.streams import application as streams
from config.wsgi import application as pages
from games.live.app import Streams


class Site:
    """The composite application.

    Args:
        streams: the ASGI application of `/live/`; it also hears of the start and the end of the process.
        pages: the ASGI application of everything else.
    """

    def __init__(self, streams: Streams, pages: Pages) -> None:
        self.streams = streams
        self.pages = pages

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one connection, or the life of the process."""
        if scope["type"] == "lifespan" or scope.get("path") in {"/live/", "/healthz"}:
            await self.streams(scope, receive, send)
        else:
            await self.pages(scope, receive, send)


application = Site(streams, Pages(pages, threads=threads(8)))

"""How a stream asks the pages for its lines: within the process that serves both, or over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import h11

from web.asgi import AsgiScope

HeaderPair = tuple[bytes, bytes]
Application = Callable[[AsgiScope, Callable[..., Any], Callable[..., Any]], Awaitable[None]]

PATIENCE = 15.0
"""Seconds that the pages have for an answer."""

PASSED_ON = frozenset(
    {b"host", b"authorization", b"accept-language", b"x-forwarded-for", b"x-forwarded-proto", b"last-event-id"}
)
"""The headers of a client that the pages go by. Not `accept-encoding`: a line is never compressed, so that its size
tells nothing of what stands beside what somebody else may choose."""


class CannotAsk(Exception):
    """The pages are away, or too slow."""


@dataclass(frozen=True, slots=True)
class LineRequest:
    """The part of a client's request that the pages need.

    Args:
        headers: holds the token.
    """

    method: str
    path: str
    headers: tuple[HeaderPair, ...] = field(repr=False)
    client: tuple[str, int] | None
    scheme: str

    @classmethod
    def of(cls, scope: AsgiScope) -> LineRequest:
        """The content of a connection's description."""
        headers = tuple((name, value) for name, value in scope["headers"] if name in PASSED_ON)
        client = scope.get("client")
        peer = None if client is None else (client[0], client[1])
        return cls(scope["method"], scope["path"], headers, peer, scope.get("scheme") or "http")


@dataclass(frozen=True, slots=True)
class Reply:
    """What the pages say."""

    status: int
    headers: tuple[HeaderPair, ...]
    body: bytes = field(repr=False)

    def header(self, name: str) -> str:
        """The value of a header; nothing if it is missing."""
        wanted = name.lower().encode()
        return next((value.decode("latin-1") for header, value in self.headers if header == wanted), "")


Ask = Callable[[LineRequest, bytes, tuple[HeaderPair, ...]], Awaitable[Reply]]
"""Requests a page: the client's request, the query, and additional headers. Raises `CannotAsk`."""


def within(pages: Application) -> Ask:
    """Asks an ASGI application of the same process."""

    async def ask(asked: LineRequest, query: bytes, more: tuple[HeaderPair, ...]) -> Reply:
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": asked.method,
            "scheme": asked.scheme,
            "path": asked.path,
            "raw_path": asked.path.encode(),
            "query_string": query,
            "root_path": "",
            "headers": [*asked.headers, *more],
            "client": asked.client,
            "server": None,
        }
        status, headers, parts = 500, tuple[HeaderPair, ...](), list[bytes]()

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: MutableMapping[str, Any]) -> None:
            nonlocal status, headers
            if message["type"] == "http.response.start":
                status, headers = message["status"], tuple(message["headers"])
            else:
                parts.append(message.get("body", b""))

        await pages(scope, receive, send)
        return Reply(status, headers, b"".join(parts))

    return ask


def over(address: str) -> Ask:
    """Asks the pages at an address, `http://127.0.0.1:8000`, over connections that stay open."""
    parts = urlsplit(address)
    host, port = parts.hostname or "127.0.0.1", parts.port or 80
    free: list[PageConnection] = []

    async def ask(asked: LineRequest, query: bytes, more: tuple[HeaderPair, ...]) -> Reply:
        target = asked.path.encode() + (b"?" + query if query else b"")
        headers = [*asked.headers, *more]
        if not any(name == b"host" for name, _value in headers):
            headers.append((b"host", host.encode()))
        request = h11.Request(method=asked.method, target=target, headers=headers)
        try:
            async with asyncio.timeout(PATIENCE):
                while free:
                    with suppress(OSError, h11.ProtocolError):  # the pages have closed it meanwhile
                        return await free.pop().exchanged(request, free)
                line = PageConnection(*await asyncio.open_connection(host, port))
                return await line.exchanged(request, free)
        except (OSError, TimeoutError, h11.ProtocolError) as error:
            raise CannotAsk from error

    return ask


class PageConnection:
    """A connection to the pages.

    Args:
        reader, writer: its two ends.
    """

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.state = h11.Connection(our_role=h11.CLIENT)

    async def exchanged(self, request: h11.Request, free: list[PageConnection]) -> Reply:
        """Send a question, and read the answer. Raises `OSError`, `h11.ProtocolError`.

        Args:
            request: the question; it changes nothing, so it may be sent twice.
            free: where the connection goes that can be used again.
        """
        again = False
        try:
            self.writer.write((self.state.send(request) or b"") + (self.state.send(h11.EndOfMessage()) or b""))
            status, headers, body = 0, tuple[HeaderPair, ...](), bytearray()
            while True:
                event = self.state.next_event()
                if event is h11.NEED_DATA:
                    self.state.receive_data(await self.reader.read(65_536))
                elif isinstance(event, h11.Response):
                    status = event.status_code
                    headers = tuple((bytes(header), bytes(value)) for header, value in event.headers)
                elif isinstance(event, h11.Data):
                    body += event.data
                elif isinstance(event, h11.EndOfMessage):
                    break
                else:
                    raise ConnectionError
            again = self.state.our_state is h11.DONE and self.state.their_state is h11.DONE
            return Reply(status, headers, bytes(body))
        finally:
            if again:
                self.state.start_next_cycle()
                free.append(self)
            else:
                self.writer.close()

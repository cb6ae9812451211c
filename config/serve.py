"""`python -m config.serve APPLICATION`: uvicorn with a deadline for requests, which it has not itself.

An application sees a request once its headers are there. So who sends them slowly, or never, is the server's to end.
"""

from __future__ import annotations

import argparse
import asyncio
import os
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.h11_impl import H11Protocol

HEADER_SECONDS = 10
HEADER_BYTES = 32 * 1024
LOOK_SECONDS = 0.5


class LeanFlow(FlowControl):
    """As uvicorn's, but what waits for a client to read is made when somebody waits: of thousands of streams at rest
    none does.

    Args:
        transport: of the connection.
    """

    __slots__ = ("_readable", "_transport", "read_paused", "write_paused")

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._readable: asyncio.Event | None = None
        self.read_paused = self.write_paused = False

    async def drain(self) -> None:
        """Wait until the client has read enough."""
        while self.write_paused:
            if self._readable is None:
                self._readable = asyncio.Event()
            await self._readable.wait()

    def pause_writing(self) -> None:
        """The client does not read."""
        self.write_paused = True

    def resume_writing(self) -> None:
        """The client has finished reading, or has disconnected."""
        self.write_paused = False
        if self._readable is not None:
            self._readable.set()
            self._readable = None


class StrictConnection(h11.Connection):
    """As h11's, but a request that gives both the length of its body and its parts is refused, and its connection
    closed: a proxy before us may have gone by the other one (RFC 9112, section 6.3).
    """

    def next_event(self) -> Any:
        """What has come. Raises `RemoteProtocolError`."""
        event = super().next_event()
        if isinstance(event, h11.Request) and {b"content-length", b"transfer-encoding"} <= {
            name for name, _value in event.headers
        }:
            raise h11.RemoteProtocolError("Content-Length and Transfer-Encoding")
        return event


class DeadlineProtocol(H11Protocol):
    """A connection that ends if nobody works on it and its next request is not there in time."""

    _deadline: asyncio.TimerHandle | None = None
    header_seconds: float = HEADER_SECONDS

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        self.conn = StrictConnection(h11.SERVER, self.config.h11_max_incomplete_event_size or HEADER_BYTES)
        super().connection_made(transport)
        self.flow = LeanFlow(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Take what has come, and wait for the rest if that was not all."""
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing any more."""
        super().connection_lost(exc)
        self._forget()

    def _watch(self) -> None:
        """Start the time once; what trickles in does not start it again."""
        answered = self.conn.our_state is h11.DONE and self.conn.their_state is h11.SEND_BODY
        if self.conn.their_state is not h11.IDLE and not answered:
            self._forget()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(self.header_seconds, self._end)

    def _forget(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _end(self) -> None:
        self._deadline = None
        if not self.transport.is_closing():
            self.transport.close()


class QuietServer(uvicorn.Server):
    """As uvicorn's, but it looks twice a second whether it is to stop, not ten times: that is most of what it does at
    rest."""

    async def main_loop(self) -> None:
        """Serve until it is to stop; renew the date in answers."""
        while not await self.on_tick(0):
            await asyncio.sleep(LOOK_SECONDS)


def config_of(application: Any, **kwargs: Any) -> uvicorn.Config:
    """The common settings of uvicorn.

    Args:
        application: the ASGI application, or its name.
        kwargs: what differs.
    """
    usual: dict[str, Any] = {
        "http": DeadlineProtocol,
        "interface": "asgi3",
        "ws": "none",
        "h11_max_incomplete_event_size": HEADER_BYTES,
        "backlog": 4096,
        "access_log": False,
        "server_header": False,
        "proxy_headers": False,  # `clients.client` reads them, here and in the other server
        "log_level": "warning",
        "log_config": None,  # ours: uvicorn's would write what an exception quotes
    }
    return uvicorn.Config(application, **usual | kwargs)


def main() -> None:
    """Serve an application on `HOST` and `PORT` until a signal ends it."""
    parser = argparse.ArgumentParser(prog="python -m config.serve", description=__doc__)
    parser.add_argument("application", help="config.asgi:application or config.streams:application")
    config = config_of(
        parser.parse_args().application,
        host=os.environ.get("HOST") or "127.0.0.1",
        port=int(os.environ.get("PORT") or 8000),
        timeout_graceful_shutdown=5,
    )
    QuietServer(config).run()


if __name__ == "__main__":
    main()

"""The event streams, as an ASGI application that knows nothing of Django's handlers:
`/live/?game=KEY&tournament=KEY&me=TOKEN`.

Who asks is authorised before anything is sent, by a signature and nothing else; then the stream costs no thread and no
database connection, however long it stays open. `hub.py` says what goes through it.

Events are `{"k": key, "v": version}`, a game is at this public version now, and `{"k": key, "t": "talk"}`, there is
something to read; `k` of a tournament has `t-` before its key. `resync` means that notices may have been missed, `away`
that none come for now.
"""

from __future__ import annotations

import asyncio
import random
import resource
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qsl

from django.conf import settings

from realtime.hub import AWAY, CannotSay, Full, Hub, Limits, Stream
from realtime.topics import game_topic, is_key, topics_of_token, tournament_topic
from web.asgi import AsgiScope, Receive, Send
from web.clients import client_of

MOST_TOPICS = 40  # games and players that one stream may be about
LONGEST_QUERY = 4096
READY = 3.0  # seconds that a process waits for Valkey before it takes streams
RETRY = (1000, 4000)  # milliseconds after which a client comes back: spread, so that all do not come at once

HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store, no-transform"),
    (b"x-accel-buffering", b"no"),  # nginx must not gather what is sent
    (b"x-content-type-options", b"nosniff"),
]


class Refused(Exception):
    """The request gets no stream. `status` and `reason` are the answer."""

    def __init__(self, status: int, reason: str, *headers: tuple[bytes, bytes]) -> None:
        super().__init__(status)
        self.status, self.reason, self.headers = status, reason, headers


class Streams:
    """The application. One for each process and event loop."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.hub = Hub(limits or Limits(settings.LIVE_STREAMS, settings.LIVE_PER_ADDRESS))

    async def __call__(self, scope: AsgiScope, receive: Receive, send: Send) -> None:
        """Serve one connection, or the life of the process."""
        if scope["type"] == "lifespan":
            await self.live(receive, send)
        elif scope["type"] == "http":
            try:
                await self.serve(topics_of(scope), scope, receive, send)
            except Refused as refused:
                await answer(send, refused)

    async def live(self, receive: Receive, send: Send) -> None:
        """Listen from the start of the process to its end."""
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                allow_many_files()
                self.hub.start()
                await self.hub.ready(READY)
                self.leave_on_signals()
                await send({"type": "lifespan.startup.complete"})
            elif message["type"] == "lifespan.shutdown":
                await self.hub.stop()
                await send({"type": "lifespan.shutdown.complete"})
                return

    def leave_on_signals(self) -> None:
        """End the streams when the process is asked to stop: a server waits for open connections before it says so."""
        if threading.current_thread() is not threading.main_thread():
            return
        for number in (signal.SIGTERM, signal.SIGINT):
            before = signal.getsignal(number)
            if callable(before):
                signal.signal(number, _also(before, self.hub.close_soon))

    async def serve(self, topics: frozenset[str], scope: AsgiScope, receive: Receive, send: Send) -> None:
        """Hold one stream open until its client leaves or has to.

        Args:
            topics: what the client wants to hear of.
            scope, receive, send: of ASGI.

        Raises:
            Refused: there is no room, or the session that a token is of has ended.
        """

        async def write(events: bytes) -> None:
            await send({"type": "http.response.body", "body": events, "more_body": True})

        task = asyncio.current_task()
        assert task is not None
        stream = Stream(topics, client_of(scope, proxies=settings.VEXILLUM_PROXIES), write, task.cancel)
        stream.held = True
        try:
            self.hub.add(stream)
        except Full as full:
            raise _no_room(full) from None
        begun = False
        try:
            if not await self.hub.clear(stream):
                raise Refused(403, "This page is too old. Load it again.")
            begun = True
            await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
            await write(b"retry: %d\n\n" % random.randint(*RETRY))  # noqa: S311 (no secret)
            stream.release()
            if self.hub.hears is False:
                stream.push("state", AWAY)
            while (await receive())["type"] != "http.disconnect":
                pass
        except CannotSay:
            raise Refused(503, "Streams of your own cannot be had now.", (b"retry-after", b"30")) from None
        except asyncio.CancelledError:
            if not (self.hub.closed or stream.dropped):
                raise
            task.uncancel()
            if not begun:
                raise Refused(503, "This stream has just ended.", (b"retry-after", b"1")) from None
            with suppress(OSError, TimeoutError):
                async with asyncio.timeout(1):
                    await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            self.hub.remove(stream)


def allow_many_files() -> None:
    """Raise this process's limit of open files as far as it may: each stream is one, and 1,024 is a usual start."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def topics_of(scope: AsgiScope) -> frozenset[str]:
    """What a request wants to hear of.

    Raises:
        Refused: it is not allowed, or the request is another one.
    """
    if scope["path"] == "/healthz":
        raise Refused(200, "ok")
    if scope["path"] != "/live/":
        raise Refused(404, "Streams are at /live/.")
    if scope["method"] != "GET":
        raise Refused(405, "A stream is asked for with GET.", (b"allow", b"GET"))
    if len(scope["query_string"]) > LONGEST_QUERY:
        raise Refused(400, "The address is too long.")
    asked = parse_qsl(scope["query_string"].decode("latin-1"))
    keys = {value for name, value in asked if name == "game"}
    events = {value for name, value in asked if name == "tournament"}
    tokens = {value for name, value in asked if name == "me"}
    if not keys | events | tokens:
        raise Refused(400, "Say which game: /live/?game=KEY")
    if len(keys) + len(events) + len(tokens) > MOST_TOPICS:
        raise Refused(400, f"One stream can be about {MOST_TOPICS} games at most.")
    if not all(is_key(key) for key in keys | events):
        raise Refused(400, "There can be no game or tournament of this name.")
    mine = [topics_of_token(token) for token in tokens]
    if None in mine:
        raise Refused(403, "This page is too old, or its address was altered. Load it again.")
    public = frozenset(map(game_topic, keys)) | frozenset(map(tournament_topic, events))
    return public.union(*filter(None, mine))


def _no_room(full: Full) -> Refused:
    later = (b"retry-after", b"30")
    if full.address:
        return Refused(429, "There are too many open streams from your address.", later)
    return Refused(503, "There are too many open streams.", later)


async def answer(send: Send, refused: Refused) -> None:
    """Answer with a plain sentence."""
    body = f"{refused.reason}\n".encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
        *refused.headers,
    ]
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def _also(before: Callable[..., Any], act: Callable[[], None]) -> Callable[..., Any]:
    """A handler of a signal that does one thing more than was done before."""

    def handle(number: int, frame: Any) -> Any:
        act()
        return before(number, frame)

    return handle

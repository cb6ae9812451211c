"""The streams of lines (NDJSON), as an ASGI application: `/api/v1/me/stream/`, `/api/v1/games/KEY/stream/`.

A stream at rest is one coroutine: no thread, no database connection. It hears from the hub (`realtime/hub.py`) that
something has changed, never what; then it asks the pages for its next lines by the token that it was opened with, at
the address that anybody may ask without a stream. So a line tells what that address tells, by the same door, and every
line checks permission again. A refusal is the last line, and the stream ends.

An empty line comes with each heartbeat. Nothing is compressed.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from http import HTTPStatus
from itertools import islice
from typing import Any

from api.streaming import marks
from api.streaming.lines import Ask, CannotAsk, HeaderPair, LineRequest, Reply
from realtime.hub import PATIENCE, RESYNC, CannotSay, Full, Hub, Stream
from realtime.topics import is_key
from web.asgi import AsgiScope, Receive, Send
from web.clients import client_of

MOST = 64
"""Streams of one account in a process: one of its events, and one for each of many games."""

AT_ONCE = 16
"""Questions of a process to the pages at the same time."""

RESTS = 0.2
"""Seconds between two questions of a stream of events, which hears of every move in every game of its owner."""

AGAIN = (0.5, 10.0)
"""Seconds before the pages are asked again that were away: at first, at most."""

MOST_ABOUT = 16
"""The maximum of games in a request; with more, it is for all games in play."""

FEW = 5  # streams that are looked at for one with the same topics

BEAT, FRESH = 1, 2  # what a stream wants to send: a sign of life, what is new

LINES: list[HeaderPair] = [
    (b"content-type", b"application/x-ndjson"),
    (b"cache-control", b"private, no-store, no-transform"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
    (b"vary", b"authorization, accept-language"),
]
_PATH = re.compile(r"/api/v1/(?:me|games/([1-9A-HJ-NP-Za-km-z]{11}))/stream/")
_NOT_MINE = frozenset({"talk", "cases"})  # notices without a line in a player's events
_OF_GAME = frozenset({None, "talk"})  # notices for lines of a game


class LineStream(Stream):
    """One program's stream.

    Args:
        lines: the application.
        asked: the request.
        query: as requested; then the next one, as the pages say.
        leave: ends the coroutine that serves it.

    Attributes:
        key: of the game; empty for the events of a player.
        about: of the events of a player the games that notices were about since the last question; None for all.
    """

    __slots__ = ("about", "again", "asked", "failed", "key", "last_line", "lines", "query", "shared", "until", "wants")

    def __init__(
        self,
        lines: LineStreams,
        asked: LineRequest,
        query: bytes,
        address: str,
        write: Callable[[bytes], Awaitable[None]],
        leave: Callable[[], object],
    ) -> None:
        super().__init__(frozenset(), address, write, leave)
        match_ = _PATH.fullmatch(asked.path)
        self.lines, self.asked, self.query = lines, asked, query
        self.key = "" if match_ is None else match_[1] or ""
        self.held = True
        self.wants = self.failed = 0
        self.about: tuple[str, ...] | None = None
        self.until = 0.0
        self.again = self.shared = False
        self.last_line = b""

    def push(self, about: Any, event: bytes, version: int = 0) -> None:
        """Hear a notice: its subject says whether there may be something new.

        Args:
            about: the key of a game and a kind, or a message of a hub to all: `beat`, `state`.
            event: what a page would be sent.
            version: of the game; the lines say it themselves.
        """
        if about == "beat":
            if self.again or self.lines.hub.hears is False or time.time() >= self.until:
                self._want_all()  # once the token is over the pages say so
            else:
                self.wants |= BEAT
        elif about == "state":
            if event is RESYNC:
                self._want_all()
        elif self._concerns(*about):
            self._want(*about)
        if self.wants and not self.held:
            self._begin()

    def _concerns(self, key: str | None, kind: str | None) -> bool:
        if self.key:
            return key == self.key and kind in _OF_GAME
        return kind not in _NOT_MINE

    def _want_all(self) -> None:
        self.wants, self.about = self.wants | FRESH, None

    def _want(self, key: str | None, kind: str | None) -> None:
        """Want what is new, of a game alone if a notice says no more than that it has moved on."""
        self.wants |= FRESH
        if self.about is None or key in self.about:
            return
        if key is None or kind is not None or not is_key(key) or len(self.about) == MOST_ABOUT:
            self.about = None
        else:
            self.about = (*self.about, key)

    def release(self) -> None:
        """Send what has waited, and from now on all at once."""
        self.held = False
        if self.wants:
            self._begin()

    def take(self, reply: Reply, *, own: bool = True) -> None:
        """Go on as the pages say.

        Args:
            own: this stream's token asked; else another's did, whose name and end are its own.
        """
        self.query = reply.header(marks.CURSOR).encode()
        self.again, self.shared = bool(reply.header(marks.AGAIN)), bool(reply.header(marks.SHARED))
        if not own:
            return
        self.until = float(reply.header(marks.UNTIL) or 0)
        topics = frozenset(reply.header(marks.TOPICS).split())
        if topics and topics != self.topics:
            # The streams of a player hold one set between them.
            others = (stream for topic in topics for stream in self.lines.hub.by_topic.get(topic, ()))
            texts = next((other.topics for other in islice(others, FEW) if other.topics == topics), topics)
            self.lines.hub.retopic(self, texts)

    async def _send(self) -> None:
        try:
            while self.wants:
                wants, self.wants = self.wants, 0
                body = b"\n" if wants & BEAT else b""
                if wants & FRESH:
                    about, self.about = self.about, ()
                    body = await self._fresh(about) or body
                if body and not self.dropped:
                    async with asyncio.timeout(PATIENCE):
                        await self.write(body)
                if wants & FRESH and not self.key:
                    await asyncio.sleep(RESTS)
        except (TimeoutError, OSError):
            self._end(b"")
        finally:
            self.sender = None
            if self.wants and not self.dropped:
                self._begin()

    async def _fresh(self, about: tuple[str, ...] | None) -> bytes:
        """What is new; nothing if the pages are away; everything is requested again later."""
        try:
            reply, own = await self.lines.more(self, about)
        except CannotAsk:
            reply, own = None, True
        if reply is None or reply.status >= 500 or reply.status == 429:
            self.failed += 1
            wait = min(AGAIN[0] * 2 ** min(self.failed, 8), AGAIN[1]) * random.uniform(0.5, 1)  # noqa: S311
            asyncio.get_running_loop().call_later(wait, self._try_again)
            return b""
        self.failed = 0
        if reply.status != 200:
            self._end(last_line(reply.body))
            return b""
        self.take(reply, own=own)
        if reply.header(marks.END):
            self._end(reply.body)
            return b""
        return reply.body

    def _try_again(self) -> None:
        if self in self.lines.hub.streams:
            self.push("state", RESYNC)

    def _end(self, last_line: bytes) -> None:
        self.last_line, self.dropped = last_line, True
        self.leave()


class LineStreams:
    """The application.

    Args:
        hub: of the process; its streams of pages count with these against the limits.
        ask: asks the pages.
    """

    def __init__(self, hub: Hub, ask: Ask) -> None:
        self.hub = hub
        self.ask = ask
        self.room = asyncio.Semaphore(AT_ONCE)
        self.making: dict[tuple[str, bytes], asyncio.Task[Reply]] = {}

    @staticmethod
    def takes(scope: AsgiScope) -> bool:
        """Whether a connection is for this application."""
        return scope["type"] == "http" and _PATH.fullmatch(scope["path"]) is not None

    def __call__(self, scope: AsgiScope, receive: Receive, send: Send) -> Awaitable[None]:
        return (self._serve if scope["method"] == "GET" else self._pass_on)(scope, receive, send)

    async def _pass_on(self, scope: AsgiScope, _receive: Receive, send: Send) -> None:
        try:
            await answer(send, await self._asked(LineRequest.of(scope), scope["query_string"], ()))
        except CannotAsk:
            await answer(send, AWAY)

    async def _serve(self, scope: AsgiScope, receive: Receive, send: Send) -> None:
        from django.conf import settings

        asked, query = LineRequest.of(scope), scope["query_string"]

        async def write(lines: bytes) -> None:
            await send({"type": "http.response.body", "body": lines, "more_body": True})

        task = asyncio.current_task()
        assert task is not None
        address = client_of(scope, proxies=settings.VEXILLUM_PROXIES)
        stream = LineStream(self, asked, query, address, write, task.cancel)
        begun = False
        try:
            self.hub.add(stream)
            first = await self._asked(asked, query, _asks("first"))
            if first.status != 200:
                await answer(send, first)
                return
            if refused := await self._refused(stream, first):
                await answer(send, refused)
                return
            begun = True
            await send({"type": "http.response.start", "status": 200, "headers": LINES})
            await write(first.body or b"\n")
            if first.header(marks.END):
                await send({"type": "http.response.body", "body": b"", "more_body": False})
                return
            del first
            _forget_all_but_the_method(scope)
            stream.wants = FRESH  # what changed before it heard of changes
            stream.release()
            while (await receive())["type"] != "http.disconnect":
                pass
        except CannotAsk:
            await answer(send, AWAY)
        except Full as full:
            words = "There are too many open streams" + (" from your address." if full.address else ".")
            await answer(send, problem(429 if full.address else 503, "too-many-streams", words, retry=30))
        except asyncio.CancelledError:
            if not (self.hub.closed or stream.dropped):
                raise
            task.uncancel()
            if not begun:
                await answer(send, problem(503, "unavailable", "This stream has just ended.", retry=1))
                return
            with suppress(OSError, TimeoutError):
                async with asyncio.timeout(1):
                    await send({"type": "http.response.body", "body": stream.last_line, "more_body": False})
        finally:
            self.hub.remove(stream)

    async def _refused(self, stream: LineStream, first: Reply) -> Reply | None:
        """What stands against a stream whose reader may see what it asked for: the token has ended this moment, or its
        owner has as many streams as there may be."""
        stream.take(first)
        mine = next((topic for topic in stream.topics if topic.startswith("player:")), "")
        if sum(isinstance(stream, LineStream) for stream in self.hub.by_topic.get(mine, ())) > MOST:
            return problem(429, "too-many-streams", f"An account has {MOST} streams at most.", retry=30)
        try:
            clear = await self.hub.clear(stream)
        except CannotSay:
            return problem(503, "unavailable", "Streams cannot be had now.", retry=30)
        return None if clear else problem(401, "bad-token", "This token does not work: it is wrong, over or revoked.")

    # -- asking ---------------------------------------------------------------------------------

    async def more(self, stream: LineStream, games: Sequence[str] | None = None) -> tuple[Reply, bool]:
        """The next lines of a stream, and whether its own token asked for them: where they are the same for all who
        readers, one request serves all of them.

        Args:
            stream: whose.
            games: keys of those that nothing but may stand otherwise, of the events of a player; None for anything.

        Raises:
            CannotAsk: the pages are away.
        """
        if not stream.shared or time.time() >= stream.until:
            return await self._asked(stream.asked, stream.query, _asks("more", () if stream.key else games)), True
        about = stream.asked.path, stream.query
        task = self.making.get(about)
        asks = task is None
        if task is None:
            asking = self._asked(stream.asked, stream.query, _asks("more"))
            task = self.making[about] = asyncio.get_running_loop().create_task(asking)
            task.add_done_callback(lambda _done: self.making.pop(about, None))
        reply = await asyncio.shield(task)
        if asks or (reply.status == 200 and reply.header(marks.SHARED)):
            return reply, asks
        # Who asked may see it no more, or more of it.
        return await self._asked(stream.asked, stream.query, _asks("more")), True

    async def _asked(self, asked: LineRequest, query: bytes, more: tuple[HeaderPair, ...]) -> Reply:
        async with self.room:
            return await self.ask(asked, query, more)


def _asks(step: marks.StreamStep, games: Sequence[str] | None = None) -> tuple[HeaderPair, ...]:
    about = ((marks.ABOUT.lower().encode(), " ".join(games).encode()),) if games else ()
    return ((marks.ASKS.lower().encode(), marks.signed(step).encode()), *about)


def last_line(body: bytes) -> bytes:
    """The line with the reason for the end of a stream: the problem that the pages answered."""
    return b'{"type":"end","problem":' + (body.replace(b"\n", b" ").strip() or b"null") + b"}\n"


def problem(status: int, code: str, detail: str, *, retry: int = 0) -> Reply:
    """A refusal as the API has it, where no page was asked.

    Args:
        status, code, detail: as `manners/problems.py` has them; the words are English.
        retry: seconds after which it may be tried again; 0 for never.
    """
    value = {
        "type": f"urn:vexillum:problem:{code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "code": code,
        "params": {},
    }
    headers: tuple[HeaderPair, ...] = ((b"content-type", b"application/problem+json"), (b"cache-control", b"no-store"))
    if retry:
        headers = (*headers, (b"retry-after", str(retry).encode()))
    return Reply(status, headers, json.dumps(value).encode())


AWAY = problem(503, "unavailable", "The service cannot say now. Try again soon.", retry=5)


def _forget_all_but_the_method(scope: AsgiScope) -> None:
    """Let go of what a client sent to open a stream: the server keeps it for as long as that lasts, and needs the
    method alone any more."""
    method = scope["method"]
    scope["headers"].clear()
    scope.clear()
    scope["method"] = method


async def answer(send: Send, reply: Reply) -> None:
    """Answer with what the pages said, but for what is meant for the streams alone."""
    headers = [(name, value) for name, value in reply.headers if not name.startswith(b"stream-") and name not in _HOPS]
    length = (b"content-length", str(len(reply.body)).encode())
    await send({"type": "http.response.start", "status": reply.status, "headers": [*headers, length]})
    await send({"type": "http.response.body", "body": reply.body, "more_body": False})


_HOPS = frozenset({b"content-length", b"connection", b"transfer-encoding", b"date", b"server"})

"""The pages, as an ASGI application: Django's WSGI application in threads, which no client can hold.

A request reaches a thread once it is there whole, and an answer leaves the thread before it is sent. Between the two
nothing waits for a client. docs/serving.md has the costs of slow clients.
"""

from __future__ import annotations

import asyncio
import contextvars
import io
import logging
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, Any

from config import environment
from config.admission import AdmissionQueue
from config.request_bodies import SMALL, Bodies, BodyLimits, BodyRefusal, Gone, announced
from web import clients
from web.asgi import AsgiScope, Receive, Send
from web.refusals import refusal_page

Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

log = logging.getLogger(__name__)

IN_MEMORY = 1 << 20  # bytes of an answer; the rest of a large download waits on disk for its client
PART = 64 * 1024  # bytes that are sent at once
SECONDS_A_PART = 30  # for the client to take one
LINGER = 2  # seconds in which a body that was refused is thrown away, so that its client can read why
LINGER_BYTES = 32 << 20
CLOSE = (b"connection", b"close")
HEALTHY = [
    (b"content-type", b"text/plain; charset=utf-8"),
    (b"content-length", b"3"),
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
]


@dataclass(frozen=True, slots=True)
class PageAnswer:
    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes | IO[bytes]


class Pages:
    """The application.

    Args:
        pages: the WSGI application.
        threads: how many requests are worked on at a time. A quarter of them, at least one, are for costly addresses;
            those in the line have a half at most (`config/admission.py`).
        waiting: how many more may wait for a thread; then the answer is 503.
        limits: of bodies.
    """

    def __init__(
        self, pages: Wsgi, *, threads: int, waiting: int = 1000, costly: int = 64, limits: BodyLimits | None = None
    ) -> None:
        from django.conf import settings

        from web import routes

        self.pages = pages
        self.routes = routes
        self.proxies: int = settings.VEXILLUM_PROXIES
        self.executor = ThreadPoolExecutor(max_workers=threads, thread_name_prefix="pages")
        self.bodies = Bodies(limits)
        self.room = threads + waiting
        self.busy = 0
        self.costly_room = costly
        self.costly_busy = 0
        self.costly = asyncio.Semaphore(max(1, threads // 4))
        self.line = AdmissionQueue(threads)

    async def __call__(self, scope: AsgiScope, receive: Receive, send: Send) -> None:
        """Serve one request, or the life of the process."""
        if scope["type"] == "lifespan":
            await _live(receive, send)
        elif scope["type"] == "http" and scope["path"] == "/healthz":
            await deliver(PageAnswer(200, HEALTHY, b"ok\n"), send, None, last=False)  # without a thread
        elif scope["type"] == "http":
            await self._serve(scope, receive, send)

    async def _serve(self, scope: AsgiScope, receive: Receive, send: Send) -> None:
        length = announced(scope["headers"])
        try:
            answer = await self._answer(scope, receive, length)
        except Gone:
            return
        except _Not as refused:
            await deliver(refused.answer, send, receive if _unread(scope) else None, last=True)
        except BodyRefusal as refusal:
            page = PageAnswer(refusal.status, *refusal_page(refusal.status, retry=refusal.retry, path=scope["path"]))
            await deliver(page, send, receive if _unread(scope) else None, last=length != 0)
        else:
            await deliver(answer, send, None, last=False)

    async def _answer(self, scope: AsgiScope, receive: Receive, length: int | None) -> PageAnswer:
        environ = environ_of(scope)
        if length == 0:
            return await self._work(environ)
        path = environ["PATH_INFO"]
        unsafe = scope["method"] not in {"GET", "HEAD", "OPTIONS"}
        most = (self.routes.most_bytes(path) if unsafe else None) or SMALL

        async def allowed() -> None:
            flags: list[bool] = []
            asking = {**environ, "REQUEST_METHOD": "GET", self.routes.MAY_SEND: flags}
            asking.pop("CONTENT_LENGTH", None)
            answer = await self._work(asking)
            if not flags:
                raise _Not(answer)

        body, size = await self.bodies.read(
            receive, length=length, most=most, address=clients.client_of(scope, proxies=self.proxies), allowed=allowed
        )
        with body:
            environ.pop("HTTP_TRANSFER_ENCODING", None)
            environ["wsgi.input"] = body
            environ["CONTENT_LENGTH"] = str(size)
            return await self._work(environ)

    async def _work(self, environ: dict[str, Any]) -> PageAnswer:
        """Have a thread answer.

        Raises:
            BodyRefusal: too many wait for one.
        """
        if self.busy >= self.room:
            raise BodyRefusal(503, retry=5)
        path = environ["PATH_INFO"]
        place = self.routes.place_in_line(path)
        if place is not None:
            return await self._in_line(environ, slow=place == self.routes.SLOW)
        with self.line.beside():
            if not self.routes.is_costly(path, environ["QUERY_STRING"]):
                return await self._run(environ)
            return await self._costly(environ)

    async def _in_line(self, environ: dict[str, Any], *, slow: bool) -> PageAnswer:
        if self.busy + len(self.line) >= self.room:
            raise BodyRefusal(503, retry=5)
        await self.line.wait(slow=slow)
        begun = time.monotonic() if slow else 0.0
        try:
            return await self._run(environ)
        finally:
            self.line.leave(took=time.monotonic() - begun if slow else 0.0)

    async def _costly(self, environ: dict[str, Any]) -> PageAnswer:
        if self.costly_busy >= self.costly_room:
            raise BodyRefusal(503, retry=20)
        self.costly_busy += 1
        try:
            async with self.costly:
                return await self._run(environ)
        finally:
            self.costly_busy -= 1

    async def _run(self, environ: dict[str, Any]) -> PageAnswer:
        self.busy += 1
        try:
            context = contextvars.copy_context()
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self.executor, context.run, self._page, environ)
        except Exception as error:
            # Django answers what its pages raise; this is about what is around it.
            log.exception("a page failed: %s", type(error).__name__)
            return PageAnswer(500, *refusal_page(500, path=environ["PATH_INFO"]))
        finally:
            self.busy -= 1

    def _page(self, environ: dict[str, Any]) -> PageAnswer:
        """Run the WSGI application, and take its whole answer."""
        started: list[Any] = []

        def start_response(status: str, headers: list[tuple[str, str]], _error: Any = None) -> Callable[..., Any]:
            result = [(name.encode("latin-1").lower(), value.strip().encode("latin-1")) for name, value in headers]
            started[:] = [int(status[:3]), result]
            return lambda _part: None

        parts = self.pages(environ, start_response)
        try:
            body = _whole(parts)
        finally:
            close = getattr(parts, "close", None)
            if close is not None:
                close()
        return PageAnswer(started[0], started[1], body)


class _Not(Exception):
    """Who sends may not send so much; the answer says why."""

    def __init__(self, answer: PageAnswer) -> None:
        super().__init__(answer.status)
        self.answer = answer


def _unread(scope: AsgiScope) -> bool:
    """Whether the client sends its body unasked, so that there is something to throw away."""
    return not any(name == b"expect" for name, _value in scope["headers"])


def _whole(parts: Iterable[bytes]) -> bytes | IO[bytes]:
    kept: list[bytes] = []
    size = 0
    file: IO[bytes] | None = None
    for part in parts:
        size += len(part)
        if file is None and size <= IN_MEMORY:
            kept.append(part)
            continue
        if file is None:
            file = tempfile.TemporaryFile()  # noqa: SIM115 (closed once it is sent)
            file.writelines(kept)
        file.write(part)
    if file is None:
        return kept[0] if len(kept) == 1 else b"".join(kept)
    file.seek(0)
    return file


async def deliver(answer: PageAnswer, send: Send, receive: Receive | None, *, last: bool) -> None:
    """Send an answer, as fast as its client takes it.

    Args:
        answer, send: what goes out, and how: of the ASGI application.
        receive: has a body that was not read; some of it is thrown away, or the client could not read the answer.
        last: whether the connection ends with it.
    """
    headers = [*answer.headers, CLOSE] if last else answer.headers
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    if isinstance(answer.body, bytes):
        if last and receive is not None:
            await send({"type": "http.response.body", "body": answer.body, "more_body": True})
            await _throw_away(receive)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        else:
            await send({"type": "http.response.body", "body": answer.body, "more_body": False})
        return
    with answer.body as file, suppress(TimeoutError):
        while part := file.read(PART):
            async with asyncio.timeout(SECONDS_A_PART):
                await send({"type": "http.response.body", "body": part, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _throw_away(receive: Receive) -> None:
    left = LINGER_BYTES
    with suppress(TimeoutError):
        async with asyncio.timeout(LINGER):
            while left > 0:
                message = await receive()
                if message["type"] == "http.disconnect" or not message.get("more_body", False):
                    return
                left -= len(message.get("body", b""))


def environ_of(scope: AsgiScope) -> dict[str, Any]:
    """A request as PEP 3333 has it, with nothing of this process's environment."""
    host, port = (scope.get("server") or ("localhost", 80))[:2]
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": host,
        "SERVER_PORT": str(port or 0),
        "REMOTE_ADDR": (scope.get("client") or ("",))[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme") or "http",
        "wsgi.input": io.BytesIO(),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for key, result in scope["headers"]:
        name, value = key.decode("latin-1"), result.decode("latin-1")
        if "_" in name:
            continue  # it would pass for the header with a hyphen, which a proxy has set
        name = name.upper().replace("-", "_")
        if name not in {"CONTENT_LENGTH", "CONTENT_TYPE"}:
            name = f"HTTP_{name}"
        if name in environ:
            value = f"{environ[name]}{'; ' if name == 'HTTP_COOKIE' else ','}{value}"
        environ[name] = value
    return environ


async def _live(receive: Receive, send: Send) -> None:
    for event in ("startup", "shutdown"):
        await receive()
        await send({"type": f"lifespan.{event}.complete"})


def threads(usual: int) -> int:
    """The threads of one process: `WEB_THREADS`, or as many as usual; but less than `VEXILLUM_POOL`. Each has a
    connection to the database, and the heartbeat another: a page that waits for one is better off without a thread.
    """
    from django.conf import settings

    number = environment.number("WEB_THREADS", usual, least=1, most=1000)
    return max(1, min(number, settings.VEXILLUM_POOL - 1)) if settings.VEXILLUM_POOL else number

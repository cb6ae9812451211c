"""The bodies of requests, read whole before a thread is given to them: with a cap on their size and a deadline.

So a client that sends slowly, or never ends, costs a coroutine and what it has sent, and no page waits for it.
"""

from __future__ import annotations

import asyncio
import io
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import IO

from web.asgi import Receive

SMALL = 256 * 1024
"""Bytes of a body at an address that takes no files. The longest form, the results of a large round, has 100 kB."""

IN_MEMORY = 1 << 20
"""Bytes of one body that are kept in memory; the rest of a file, from clients that may send it, goes to disk."""


class BodyRefusal(Exception):
    """The request is answered without its body.

    Args:
        status: 408, 413, 429 or 503.
        retry: seconds after which it may be tried again, if that helps.
    """

    def __init__(self, status: int, *, retry: int | None = None) -> None:
        super().__init__(status)
        self.status, self.retry = status, retry


class Gone(Exception):
    """The client has left before its request was whole."""


@dataclass(frozen=True, slots=True)
class BodyLimits:
    """What one process bears of requests that are on their way.

    Args:
        seconds: for a small body, from its headers on.
        seconds_of_files: for the body of an address that takes files.
        per_address: bodies of one address at a time.
        held: bytes of all unfinished bodies together.
    """

    seconds: float = 15
    seconds_of_files: float = 90
    per_address: int = 32
    held: int = 64 << 20


def announced(headers: Iterable[tuple[bytes, bytes]]) -> int | None:
    """The bytes of the body by the headers (names in lower case): 0 without a body, `None` if they do not say."""
    number = 0
    for name, value in headers:
        if name == b"transfer-encoding":
            return None
        if name == b"content-length":
            number = int(value)
    return number


class Bodies:
    """Those that arrive at one process."""

    def __init__(self, limits: BodyLimits | None = None) -> None:
        self.limits = limits or BodyLimits()
        self.by_address: Counter[str] = Counter()
        self.held = 0

    async def read(
        self, receive: Receive, *, length: int | None, most: int, address: str, allowed: Callable[[], Awaitable[None]]
    ) -> tuple[IO[bytes], int]:
        """Read one body whole. Returns it, from its beginning, and its size in bytes.

        Args:
            receive: of the ASGI application.
            length: what its headers say, or `None`.
            most: bytes that the address of the request takes.
            address: of the client, as limits count it.
            allowed: asked before more than `SMALL` is read; it raises if this client may not send so much.

        Raises:
            BodyRefusal: it is too large or too slow, or too much is on its way.
            Gone: the client has left.
        """
        if length is not None and length > most:
            raise BodyRefusal(413)
        if self.by_address[address] >= self.limits.per_address:
            raise BodyRefusal(429, retry=10)
        small = length is not None and length <= SMALL
        if not small and length is not None:
            await allowed()
        self.by_address[address] += 1
        reading = _BodyReading(self, most=most, allowed=allowed, asked=not small and length is not None)
        try:
            async with asyncio.timeout(self.limits.seconds if small else self.limits.seconds_of_files):
                return await reading.all(receive)
        except TimeoutError:
            reading.file.close()
            raise BodyRefusal(408) from None
        except BaseException:
            reading.file.close()
            raise
        finally:
            self.held -= reading.size
            self.by_address[address] -= 1
            if not self.by_address[address]:
                del self.by_address[address]


class _BodyReading:
    def __init__(self, bodies: Bodies, *, most: int, allowed: Callable[[], Awaitable[None]], asked: bool) -> None:
        self.bodies, self.most, self.allowed, self.asked = bodies, most, allowed, asked
        self.file: IO[bytes] = io.BytesIO()
        self.size = 0

    async def all(self, receive: Receive) -> tuple[IO[bytes], int]:
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise Gone
            await self.take(message.get("body", b""))
            more = message.get("more_body", False)
        self.file.seek(0)
        return self.file, self.size

    async def take(self, part: bytes) -> None:
        if self.size + len(part) > self.most:
            raise BodyRefusal(413)
        if self.size + len(part) > SMALL and not self.asked:
            self.asked = True
            await self.allowed()
        self.size += len(part)
        self.bodies.held += len(part)
        if self.bodies.held > self.bodies.limits.held:
            raise BodyRefusal(503, retry=10)
        if self.size > IN_MEMORY and isinstance(self.file, io.BytesIO):
            before = self.file.getvalue()
            self.file = tempfile.TemporaryFile()  # noqa: SIM115 (the reader of the body closes it)
            self.file.write(before)
        self.file.write(part)

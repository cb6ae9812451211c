"""A small HTTP client that takes little of the machine: connections that stay open, requests made of bytes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from urllib.parse import urlencode


class Unexpected(Exception):
    """The server answered with another status."""


class Connection:
    def __init__(self, port: int) -> None:
        self.port = port
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, request: bytes, *, status: int = 200) -> bytes:
        """Send a request and return the body of the answer.

        Raises:
            Unexpected: the status is another.
        """
        if self.reader is None or self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
        self.writer.write(request)
        head = await self.reader.readuntil(b"\r\n\r\n")
        length, _, _ = head.lower().partition(b"content-length:")[2].partition(b"\r\n")
        body = await self.reader.readexactly(int(length or 0))
        if int(head[9:12]) != status:
            raise Unexpected(head.decode("latin-1") + body[:2000].decode("latin-1"))
        return body

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()


def get(path: str, cookies: str = "") -> bytes:
    """Make a GET as a browser does that has nothing of the page yet."""
    return _request("GET", path, cookies, b"")


def post(path: str, data: dict[str, str], cookies: str, address: str = "") -> bytes:
    """Make a POST of a form as htmx sends it.

    Args:
        address: the client's own, as a proxy tells it; the server has to be told of the proxy.
    """
    return _request("POST", path, cookies, urlencode(data).encode(), address)


def _request(method: str, path: str, cookies: str, body: bytes, address: str = "") -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", "Accept-Encoding: gzip"]
    if address:
        lines.append(f"X-Forwarded-For: {address}")
    if cookies:
        lines.append(f"Cookie: {cookies}")
    if method == "POST":
        lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}", "HX-Request: true"]
    return "\r\n".join([*lines, "", ""]).encode() + body


async def rate(connections: Sequence[Connection], seconds: float, request_of: Callable[[int], bytes]) -> float:
    """Return the requests a second that some connections, each with one request at a time, are answered.

    Args:
        request_of: the next request of a connection by its number.
    """
    deadline = time.perf_counter() + seconds
    done = 0

    async def work(number: int) -> None:
        nonlocal done
        while time.perf_counter() < deadline:
            await connections[number].ask(request_of(number))
            done += 1

    start = time.perf_counter()
    await asyncio.gather(*map(work, range(len(connections))))
    return done / (time.perf_counter() - start)


async def latencies(
    connections: Sequence[Connection], seconds: float, request_of: Callable[[int], bytes]
) -> list[float]:
    """Return the seconds of each request, of connections with one at a time each.

    Args:
        seconds: for so long they ask.
        request_of: as for `rate`.
    """
    deadline = time.perf_counter() + seconds
    taken: list[float] = []

    async def work(number: int) -> None:
        while time.perf_counter() < deadline:
            request = request_of(number)
            begun = time.perf_counter()
            await connections[number].ask(request)
            taken.append(time.perf_counter() - begun)

    await asyncio.gather(*(work(number) for number in range(len(connections))))
    return taken

"""What holds streams open: how it asks the pages, what it does while they are away, and whom it lets go."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from api.streaming import app, marks
from api.streaming.app import LineStreams
from api.streaming.lines import CannotAsk, HeaderPair, LineRequest, Reply
from realtime.hub import BEAT, RESYNC, Hub, Limits
from tests.loops import awaited

GAME = "/api/v1/games/NQm6nKp8qFD/stream/"
PLAYER, TOKEN = "player:" + "1" * 32, "token:" + "2" * 32


def said(*lines: bytes, until: float = 4e9, **more: str) -> Reply:
    data = {marks.TOPICS: f"{PLAYER} {TOKEN}", marks.CURSOR: "since=1-1", marks.UNTIL: str(until), **more}
    headers = tuple((name.lower().encode(), value.encode()) for name, value in data.items())
    return Reply(200, headers, b"".join(line + b"\n" for line in lines))


class Opened:
    """A stream in an event loop, with no server between: what it was sent is in `sent`."""

    def __init__(self, lines: LineStreams, path: str = "/api/v1/me/stream/") -> None:
        self.sent: asyncio.Queue[Any] = asyncio.Queue()
        scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "query_string": b"",
            "headers": [],
            "client": ("::1", 1),
        }
        self.task = asyncio.create_task(lines(scope, asyncio.Event().wait, self.sent.put))  # type: ignore[arg-type]

    async def status(self) -> int:
        status: int = (await self.sent.get())["status"]
        return status

    async def body(self) -> bytes:
        body: bytes = (await self.sent.get())["body"]
        return body


class QuietHub(Hub):
    def start(self) -> None:
        """Nothing."""


def playing(
    first: Reply, more: list[Reply | Exception], act: Callable[[LineStreams], Awaitable[None]], log: list[bytes]
) -> None:
    """Runs `act` with pages that answer every stream that opens with `first`, and all who go on with one of `more`
    after the other, the last for ever.

    Args:
        log: the queries of those who go on, and the games that they are about.
    """

    async def ask(asked: LineRequest, query: bytes, headers: tuple[HeaderPair, ...]) -> Reply:
        if marks.step_of(dict(headers)[b"stream-asks"].decode()) == "first":
            return first
        about = dict(headers).get(b"stream-about")
        log.append(query if about is None else query + b" about " + about)
        await asyncio.sleep(0)
        answer = more.pop(0) if len(more) > 1 else more[0]
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def run() -> None:
        async with asyncio.timeout(30):
            await act(LineStreams(QuietHub(Limits()), ask))

    awaited(run())


async def settled(lines: LineStreams) -> None:
    while any(stream.sender is not None for stream in lines.hub.streams):
        await asyncio.sleep(0)


@pytest.fixture
def log() -> list[bytes]:
    return []


def test_a_stream_outlasts_pages_that_are_away(monkeypatch: pytest.MonkeyPatch, log: list[bytes]) -> None:
    monkeypatch.setattr(app, "AGAIN", (0.001, 0.001))
    monkeypatch.setattr(app, "RESTS", 0)

    async def act(lines: LineStreams) -> None:
        opened = Opened(lines)
        assert (await opened.status(), await opened.body(), await opened.body()) == (200, b"1\n", b"2\n")
        opened.task.cancel()

    playing(said(b"1"), [CannotAsk(), Reply(503, (), b""), said(b"2")], act, log)
    assert log == [b"since=1-1"] * 3


def test_a_token_that_is_over_ends_its_stream_with_the_reason() -> None:
    async def act(lines: LineStreams) -> None:
        opened = Opened(lines, GAME)
        assert (await opened.status(), await opened.body()) == (200, b"1\n")
        await settled(lines)
        lines.hub.tell_all("beat", BEAT)
        assert await opened.body() == b'{"type":"end","problem":{"code": "bad-token"}}\n'
        await opened.task
        assert not lines.hub.streams

    ended = time.time() - 1
    playing(said(b"1", until=ended), [said(until=ended), Reply(401, (), b'{"code": "bad-token"}')], act, [])


def test_a_stream_hears_of_its_own_alone_and_beats(log: list[bytes]) -> None:
    async def act(lines: LineStreams) -> None:
        opened = Opened(lines, GAME)
        assert (await opened.status(), await opened.body()) == (200, b"1\n")
        (stream,) = lines.hub.streams
        stream.cleared, lines.hub.hears = True, True
        await settled(lines)
        for result in ({"k": "abcdefghijk", "v": 3}, {"k": "abcdefghijk", "t": "talk"}, {"t": "cases"}):
            lines.hub.deliver(PLAYER, result)
        lines.hub.tell_all("beat", BEAT)
        assert await opened.body() == b"\n"
        lines.hub.deliver(PLAYER, {"k": "NQm6nKp8qFD", "v": 3})
        assert await opened.body() == b"2\n"
        lines.hub.deliver(PLAYER, {"k": "NQm6nKp8qFD", "t": "talk"})
        assert await opened.body() == b"3\n"
        lines.hub.deliver(TOKEN, {"k": "", "t": "shut"})
        assert await opened.body() == b""
        await opened.task

    playing(said(b"1"), [said(), said(b"2"), said(b"3")], act, log)
    assert len(log) == 3


def test_pages_are_asked_about_the_games_that_notices_name(monkeypatch: pytest.MonkeyPatch, log: list[bytes]) -> None:
    monkeypatch.setattr(app, "RESTS", 0)
    monkeypatch.setattr(app, "MOST_ABOUT", 2)
    monkeypatch.setattr(app, "AGAIN", (0.001, 0.001))
    games = ["NQm6nKp8qFD", "NQm6nKp8qFE", "NQm6nKp8qFF"]

    async def act(lines: LineStreams) -> None:
        opened = Opened(lines)
        assert (await opened.status(), await opened.body()) == (200, b"1\n")
        (stream,) = lines.hub.streams
        stream.cleared = True
        await settled(lines)
        for result in ([games[0], games[1], games[0]], games, [f"t-{games[0]}"], [games[2]]):
            for key in result:
                lines.hub.deliver(PLAYER, {"k": key, "v": 3})
            await settled(lines)
        assert await opened.body() == b"2\n"
        opened.task.cancel()

    playing(said(b"1"), [*[said()] * 4, CannotAsk(), said(b"2")], act, log)
    all_of_it = b"since=1-1"
    about = [all_of_it + b" about " + " ".join(result).encode() for result in (games[:2], games[2:])]
    assert log == [all_of_it, about[0], all_of_it, all_of_it, about[1], all_of_it]


def test_an_account_has_so_many_streams_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "MOST", 2)

    async def act(lines: LineStreams) -> None:
        assert [await Opened(lines).status() for _one in range(3)] == [200, 200, 429]

    playing(said(), [said()], act, [])


def test_what_the_asker_alone_may_see_goes_to_nobody_else(log: list[bytes]) -> None:
    async def act(lines: LineStreams) -> None:
        several = [Opened(lines, GAME) for _one in range(2)]
        for item in several:
            assert (await item.status(), await item.body()) == (200, b"1\n")
        await settled(lines)
        more[:] = [said(b"own"), said(b"2", **shared)]
        lines.hub.tell_all("state", RESYNC)
        assert sorted([await item.body() for item in several]) == [b"2\n", b"own\n"]

    shared = {marks.SHARED: "1"}
    more: list[Reply | Exception] = [said(**shared)]
    playing(said(b"1", **shared), more, act, log)

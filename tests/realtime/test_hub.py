"""What a hub does with clients that do not read, or missed much."""

from __future__ import annotations

import asyncio

import pytest

from realtime import hub
from realtime.hub import Hub, Limits, Stream
from tests.loops import awaited


def stream_of(written: list[bytes], left: list[bool], gate: asyncio.Event, topic: str = "game:x") -> Stream:
    async def write(events: bytes) -> None:
        await gate.wait()
        written.append(events)

    return Stream(frozenset({topic}), "here", write, lambda: left.append(True))


async def settle() -> None:
    for _turn in range(5):
        await asyncio.sleep(0)


def test_a_slow_client_gets_the_newest_of_each_and_no_queue() -> None:
    async def play() -> list[bytes]:
        gate, written = asyncio.Event(), []
        item, room = stream_of(written, [], gate), Hub(Limits())
        room._tasks = [asyncio.create_task(settle())]  # does not listen to Valkey
        room.add(item)
        room.deliver("game:x", {"k": "x", "v": 1})
        await settle()  # the first is on its way, and stays there
        for version in range(2, 9):
            room.deliver("game:x", {"k": "x", "v": version})
        room.deliver("game:x", {"k": "x", "t": "talk"})
        room.deliver("game:y", {"k": "y", "v": 1})
        gate.set()
        await settle()
        return written

    assert awaited(play()) == [
        b'data: {"k":"x","v":1}\n\n',
        b'data: {"k":"x","v":8}\n\ndata: {"k":"x","t":"talk"}\n\n',
    ]


def test_a_late_notice_of_an_old_version_hides_no_newer_one() -> None:
    """The process that answers a move may tell of it before the one that made the move does."""

    async def play() -> list[bytes]:
        gate, written = asyncio.Event(), []
        gate.set()
        item, room = stream_of(written, [], gate), Hub(Limits())
        room._tasks = [asyncio.create_task(settle())]
        room.add(item)
        room.deliver("game:x", {"k": "x", "v": 5})
        room.deliver("game:x", {"k": "x", "v": 4})
        await settle()
        return written

    assert awaited(play()) == [b'data: {"k":"x","v":5}\n\n']


def test_who_missed_too_much_is_told_to_catch_up() -> None:
    async def play() -> list[bytes]:
        gate, written = asyncio.Event(), []
        stream = stream_of(written, [], gate)
        for number in range(hub.PENDING + 1):
            stream.push(number, b"data: %d\n\n" % number)
        gate.set()
        await settle()
        return written

    assert awaited(play()) == [hub.RESYNC]


def test_a_client_that_does_not_read_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "PATIENCE", 0.05)

    async def play() -> tuple[list[bytes], list[bool], bool]:
        written: list[bytes] = []
        left: list[bool] = []
        stream = stream_of(written, left, asyncio.Event())
        stream.push("x", b"data: 1\n\n")
        await asyncio.sleep(0.2)
        return written, left, stream.dropped

    assert awaited(play()) == ([], [True], True)


def test_nothing_is_left_of_a_stream_that_is_gone() -> None:
    async def play() -> Hub:
        room = Hub(Limits())
        room._tasks = [asyncio.create_task(settle())]
        ones = [stream_of([], [], asyncio.Event(), f"game:{number}") for number in range(3)]
        for item in ones:
            room.add(item)
        for item in ones:
            room.remove(item)
            room.remove(item)
        return room

    room = awaited(play())
    assert (dict(room.by_topic), room.streams, dict(room.by_address)) == ({}, set(), {})


def test_what_is_a_players_own_is_told_to_nobody_whose_session_was_not_looked_at() -> None:
    """While Valkey is away nobody knows which sessions have ended."""

    async def play() -> list[bytes]:
        gate, written = asyncio.Event(), []
        gate.set()
        item, room = stream_of(written, [], gate, "player:x"), Hub(Limits())
        room._tasks = [asyncio.create_task(settle())]
        room.hears = False
        room.add(item)
        assert await room.clear(item)
        room.deliver("player:x", {"k": "x", "v": 1})
        item.cleared = True
        room.deliver("player:x", {"k": "x", "v": 2})
        await settle()
        return written

    assert awaited(play()) == [b'data: {"k":"x","v":2}\n\n']


def test_it_stops_though_a_client_takes_being_cancelled_for_a_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    """As redis-py does now and then while it connects."""
    swallowed: list[asyncio.Task[None] | None] = []

    class Deaf:
        async def __aenter__(self) -> Deaf:
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                if asyncio.current_task() in swallowed:
                    raise
                swallowed.append(asyncio.current_task())
                raise TimeoutError from None
            return self

        async def __aexit__(self, *error: object) -> None: ...

    monkeypatch.setattr(Hub, "_client", lambda _hub: Deaf())

    async def play() -> bool:
        room = Hub(Limits())
        room.start()
        await settle()
        stopping = asyncio.create_task(room.stop())
        done, _waiting = await asyncio.wait({stopping}, timeout=4)
        return stopping in done

    assert awaited(play())
    assert len(swallowed) == 2

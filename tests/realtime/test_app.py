"""The streams over real connections: who gets one, what goes through it, and what ends it."""

from __future__ import annotations

import asyncio
import http.client
import json
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID, uuid4

import pytest
import redis
from django.conf import settings
from django.core import signing
from django.db import connection
from django.utils import timezone

from realtime import changes as notices
from realtime.app import MOST_TOPICS
from realtime.hub import RESYNC, Hub, Limits, Stream
from realtime.topics import channel, player_token
from tests.loops import awaited
from tests.serving import Address, serving

KEY, OTHER, THIRD = "NQm6nKp8qFD", "abcdefghijk", "ABCDEFGHJKL"
PLAYER = UUID(int=7)


class Reader:
    def __init__(self, site: str, query: str) -> None:
        parts = urlsplit(site)
        self.socket = socket.create_connection(("127.0.0.1", parts.port), timeout=60)
        self.socket.sendall(f"GET /live/?{query} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        self.file = self.socket.makefile("rb")
        self.status = int(self.file.readline().split()[1])
        self.headers = http.client.parse_headers(self.file)

    def events(self, count: int) -> list[tuple[str, dict]]:
        texts: list[tuple[str, dict]] = []
        name = "message"
        while len(texts) < count:
            line = self.file.readline().strip().decode()
            if line.startswith("event: "):
                name = line[7:]
            elif line.startswith("data: "):
                texts.append((name, json.loads(line[6:])))
                name = "message"
        return texts

    def until(self, text: bytes) -> None:
        while text not in self.file.readline():
            pass

    def close(self) -> None:
        self.file.close()
        self.socket.close()


@pytest.fixture
def streams() -> Iterator[Address]:
    """The service with few places. It needs no database."""
    with serving(Limits(streams=6, per_address=4)) as site:
        yield site


def opened(site: str, query: str) -> Reader:
    reader = Reader(site, query)
    assert reader.status == 200
    reader.until(b"retry:")
    return reader


def test_a_game_is_told_to_who_listens_to_it(streams: str) -> None:
    item, both, other = (
        opened(streams, query) for query in (f"game={KEY}", f"game={KEY}&game={OTHER}", f"game={OTHER}")
    )
    notices.publish_game(KEY, 5)
    notices.publish_game(OTHER, 9)
    assert item.events(1) == [("message", {"k": KEY, "v": 5})]
    assert sorted(both.events(2), key=str) == [("message", {"k": KEY, "v": 5}), ("message", {"k": OTHER, "v": 9})]
    assert other.events(1) == [("message", {"k": OTHER, "v": 9})]


def told(reader: Reader) -> dict:
    """What a stream is told next, but for the wish to catch up, which comes for each channel that is new to it."""
    while (event := reader.events(1)[0]) == ("resync", {}):
        pass
    assert event[0] == "message"
    return event[1]


def test_notices_of_several_channels_reach_who_listens_to_any_of_them(settings: Any) -> None:
    """The process hears those channels alone that its streams are about, and takes in more as streams come."""
    settings.LIVE_CHANNELS = 1024
    valkey = redis.Redis.from_url(settings.CACHES["default"]["LOCATION"])

    def heard() -> set[bytes]:
        return set(valkey.pubsub_channels(f"{channel()}*"))

    with serving(Limits()) as site:
        item = opened(site, f"game={KEY}")
        both = opened(site, f"game={KEY}&game={OTHER}")
        mine = {channel(), channel(f"game:{KEY}"), channel(f"game:{OTHER}")}
        while heard() != {name.encode() for name in mine}:
            time.sleep(0.01)
        assert item.events(1) == both.events(1) == [("resync", {})]  # something may have been told before it was heard
        notices.publish(*((f"game:{key}", {"k": key, "v": 5}) for key in (KEY, OTHER, THIRD)))
        assert told(item) == {"k": KEY, "v": 5}
        assert {told(both)["k"], told(both)["k"]} == {KEY, OTHER}
        (mine_alone,) = [item["id"] for item in valkey.client_list(_type="pubsub") if item["name"] == channel()]
        valkey.client_kill_filter(_id=mine_alone)
        assert both.events(2) == [("away", {}), ("resync", {})]
        while heard() != {name.encode() for name in mine}:  # all of them again
            time.sleep(0.01)
        notices.publish_game(OTHER, 6)
        assert told(both) == {"k": OTHER, "v": 6}


def test_a_tournament_is_no_game_of_the_same_name(streams: str) -> None:
    event, game = opened(streams, f"tournament={KEY}"), opened(streams, f"game={KEY}")
    notices.publish_tournament(KEY, 5)
    notices.publish_game(KEY, 7)
    assert event.events(1) == [("message", {"k": f"t-{KEY}", "v": 5})]
    assert game.events(1) == [("message", {"k": KEY, "v": 7})]


def test_the_headers_keep_proxies_from_holding_it_back(streams: str) -> None:
    headers = opened(streams, f"game={KEY}").headers
    assert headers["content-type"] == "text/event-stream; charset=utf-8"
    assert headers["cache-control"] == "no-store, no-transform"
    assert headers["x-accel-buffering"] == "no"
    assert headers["set-cookie"] is None


def test_a_players_own_topic_takes_a_token(streams: str) -> None:
    mine = opened(streams, f"me={player_token(PLAYER, None)}")
    notices.publish_player(uuid4(), {"k": OTHER, "t": "talk"})
    notices.publish_player(PLAYER, {"k": KEY, "t": "talk"})
    assert mine.events(1) == [("message", {"k": KEY, "t": "talk"})]


def old_token() -> str:
    day = timezone.now().date().toordinal() - 2
    return signing.Signer(salt="play.live.player").sign(f"{PLAYER.hex}.{day}.")


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("", 400),
        ("game=", 400),
        ("game=short", 400),
        ("tournament=short", 400),
        ("game=NQm6nKp8qF0", 400),  # no such letter
        ("&".join(f"game={number + 10**10}" for number in range(MOST_TOPICS + 1)).replace("0", "z"), 400),
        (f"game={'z' * 5000}", 400),
        ("me=nonsense", 403),
        (f"game={KEY}&me={UUID(int=7).hex}.1:forged", 403),
        (f"me={signing.Signer(salt='another').sign('0.1')}", 403),
    ],
)
def test_who_asks_wrongly_gets_a_reason(streams: str, query: str, status: int) -> None:
    reader = Reader(streams, query)
    assert reader.status == status
    assert reader.headers["content-type"] == "text/plain; charset=utf-8"
    assert len(reader.file.read(int(reader.headers["content-length"]))) > 10


def test_a_token_is_good_until_the_next_day_ends(streams: str) -> None:
    assert Reader(streams, f"me={old_token()}").status == 403


def test_a_token_of_another_player_cannot_be_made_of_ones_own(streams: str) -> None:
    rest = player_token(PLAYER, None).removeprefix(PLAYER.hex)
    assert Reader(streams, f"me={UUID(int=8).hex}{rest}").status == 403


def test_a_stream_is_only_asked_for_with_get(streams: str) -> None:
    asked = http.client.HTTPConnection("127.0.0.1", urlsplit(streams).port)
    asked.request("POST", f"/live/?game={KEY}", body=b"x")
    answer = asked.getresponse()
    assert (answer.status, answer.headers["allow"]) == (405, "GET")


def test_an_address_has_so_many_places_and_gets_them_back(streams: str) -> None:
    readers = [opened(streams, f"game={KEY}") for _one in range(4)]
    late = Reader(streams, f"game={KEY}")
    assert (late.status, late.headers["retry-after"]) == (429, "30")
    readers.pop().close()
    deadline = time.monotonic() + 90
    while Reader(streams, f"game={KEY}").status != 200:
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_all_addresses_together_have_so_many(streams: str) -> None:
    with serving(Limits(streams=2, per_address=9)) as site:
        readers = [opened(site, f"game={KEY}") for _one in range(2)]
        assert Reader(site, f"game={KEY}").status == 503
        assert len(readers) == 2


def test_open_streams_hold_no_thread_and_no_connection(live_site: str) -> None:
    http.client.HTTPConnection("localhost", urlsplit(live_site).port).request("GET", "/healthz")
    threads = threading.active_count()
    readers = [opened(live_site, f"game={KEY}") for _one in range(40)]
    assert threading.active_count() <= threads + 1  # one of the pages' may have started meanwhile
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
        assert cursor.fetchone()[0] <= 2
    assert len(readers) == 40


def test_whoever_lost_valkey_is_told_to_catch_up(streams: str) -> None:
    """Notices that are published while nobody listens are lost; the streams say so."""
    reader = opened(streams, f"game={KEY}")
    valkey = redis.Redis.from_url(settings.CACHES["default"]["LOCATION"])
    while not valkey.pubsub_numsub(channel())[0][1]:
        time.sleep(0.01)
    mine = [item["id"] for item in valkey.client_list(_type="pubsub") if item["name"] == channel()]
    assert len(mine) == 1
    valkey.client_kill_filter(_id=mine[0])
    assert reader.events(2) == [("away", {}), ("resync", {})]
    notices.publish_game(KEY, 6)
    assert reader.events(1) == [("message", {"k": KEY, "v": 6})]


def test_who_was_there_before_valkey_was_heard_is_told_to_catch_up() -> None:
    """A stream that is open before the subscription stands has not heard what was told meanwhile."""

    async def play() -> list[bytes]:
        room, written = Hub(Limits()), []

        async def write(events: bytes) -> None:
            written.append(events)

        room.add(Stream(frozenset({f"game:{KEY}"}), "here", write, lambda: None))
        await room.ready(5)
        while not written:
            await asyncio.sleep(0.01)
        await room.stop()
        return written

    assert awaited(play()) == [RESYNC]


def test_a_process_takes_streams_once_it_hears(streams: Address) -> None:
    assert streams.hub.hears


def test_streams_end_well_when_the_process_does() -> None:
    with serving() as site:
        reader = opened(site, f"game={KEY}")
    assert reader.file.read().endswith(b"\r\n0\r\n\r\n")  # a whole answer, not one that was cut off

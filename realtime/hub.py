"""The open streams of one process, and the one subscription that feeds them.

A stream at rest is a coroutine that waits for its client to leave: no thread, no database connection. What is to be
sent is gathered by what it is about, so a client that reads slowly gets the newest of each and never a queue; one that
does not read at all is dropped.
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import redis
from django.conf import settings
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from realtime.topics import SHUT, channel, is_own, shut_key
from web import heartbeats

HEARTBEAT = 20.0  # seconds between comments that keep proxies from closing a quiet stream
PATIENCE = 10.0  # seconds that a client has to take what is sent before it is dropped
ASKED = 500  # topics that Valkey is asked about at a time
PENDING = 64  # different things that may wait for a client; a client that missed more catches up instead
QUIET = 5.0  # seconds without a word from Valkey until it is asked whether it is there
AGAIN = (0.05, 2.0)  # seconds before the subscription is tried again: at first, at most

BEAT = b":\n\n"
RESYNC = b"event: resync\ndata: {}\n\n"
AWAY = b"event: away\ndata: {}\n\n"

Write = Callable[[bytes], Awaitable[None]]

log = logging.getLogger(__name__)


class Full(Exception):
    """There is no room for another stream; `address`: whether its address has too many."""

    def __init__(self, *, address: bool) -> None:
        super().__init__(address)
        self.address = address


class CannotSay(Exception):
    """Whether a topic is shut cannot be said now."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How many streams a process holds in all, and for one address."""

    streams: int = 10_000
    per_address: int = 200


@dataclass(slots=True, eq=False)
class Stream:
    """One client's stream.

    Args:
        topics: its topics.
        address: where the client is, for the limit.
        write: sends bytes to the client.
        leave: ends the coroutine that serves it.
        cleared: whether none of its topics was shut when that was last looked at. Before, it is sent nothing of what
            takes a token.
        held: nothing is sent yet.
    """

    topics: frozenset[str]
    address: str
    write: Write
    leave: Callable[[], object]
    pending: dict[Any, tuple[int, bytes]] = field(default_factory=dict)
    sender: asyncio.Task[None] | None = None
    dropped: bool = False
    cleared: bool = False
    held: bool = False

    def push(self, about: Any, event: bytes, version: int = 0) -> None:
        """Have an event sent; it takes the place of one about the same that has not been sent yet.

        Not that of a newer version: processes tell of their commands in any order, so the answer to a move may be told
        of before the move.
        """
        if len(self.pending) >= PENDING:
            self.pending = {"resync": (0, RESYNC)}
        elif about not in self.pending or self.pending[about][0] <= version:
            self.pending[about] = (version, event)
        if not self.held:
            self._begin()

    def release(self) -> None:
        """Send what has waited, and from now on all at once."""
        self.held = False
        if self.pending:
            self._begin()

    def _begin(self) -> None:
        if self.sender is None:
            self.sender = asyncio.get_running_loop().create_task(self._send())

    async def _send(self) -> None:
        try:
            while self.pending:
                events, self.pending = b"".join([event for _version, event in self.pending.values()]), {}
                async with asyncio.timeout(PATIENCE):
                    await self.write(events)
        except (TimeoutError, OSError):
            self.dropped = True
            self.leave()
        finally:
            self.sender = None


class Hub:
    """Every stream of this process. One event loop uses it; it starts with the first stream or before."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.by_topic: defaultdict[str, set[Stream]] = defaultdict(set)
        self.streams: set[Stream] = set()
        self.by_address: Counter[str] = Counter()
        self.closed = False
        self.hears: bool | None = None  # whether the subscription works; None before the first attempt
        self.tried = asyncio.Event()  # set once that is known
        self.channels: set[str] = set()  # that the subscription has or needs
        self._subscription: Any = None
        self._asking: Redis | None = None
        self._subscribing: set[asyncio.Task[None]] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        """Begin to listen, once."""
        if not self._tasks and not self.closed:
            loop = self._loop = asyncio.get_running_loop()
            self._tasks = [loop.create_task(self._listen()), loop.create_task(self._beat())]

    async def ready(self, within: float) -> None:
        """Wait until the subscription stands, or has failed, for some seconds at most: who opens a stream before would
        miss notices in between."""
        with suppress(TimeoutError):
            async with asyncio.timeout(within):
                await self.tried.wait()

    async def stop(self) -> None:
        """Stop listening and let every client go."""
        self.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []
        if self._asking is not None:
            with suppress(redis.RedisError, OSError):
                await self._asking.aclose()
            self._asking = None

    def close(self) -> None:
        """Let every client go; they reconnect by themselves, to any process."""
        self.closed = True
        for stream in list(self.streams):
            stream.leave()

    def close_soon(self) -> None:
        """The same from a signal's handler or another thread."""
        with suppress(RuntimeError):  # the loop has ended
            if self._loop is not None:
                self._loop.call_soon_threadsafe(self.close)

    # -- streams --

    def add(self, stream: Stream) -> None:
        """Take in a stream.

        Raises:
            Full: there are too many, in all or at its address.
        """
        if self.closed or len(self.streams) >= self.limits.streams:
            raise Full(address=False)
        if self.by_address[stream.address] >= self.limits.per_address:
            raise Full(address=True)
        self.start()
        stream.cleared = not any(map(is_own, stream.topics))
        self.streams.add(stream)
        self.by_address[stream.address] += 1
        for topic in stream.topics:
            self.by_topic[topic].add(stream)
        self._hear_of(stream.topics)

    def remove(self, stream: Stream) -> None:
        if stream not in self.streams:
            return
        self.streams.remove(stream)
        self.by_address[stream.address] -= 1
        if not self.by_address[stream.address]:
            del self.by_address[stream.address]
        self._forget(stream, stream.topics)
        if stream.sender is not None and stream.sender is not asyncio.current_task():
            stream.sender.cancel()

    def retopic(self, stream: Stream, topics: frozenset[str]) -> None:
        """Have a stream that is here hear of other topics from now on. Of those that take a token it hears nothing
        before it is found clear.
        """
        new = topics - stream.topics
        self._forget(stream, stream.topics - topics)
        stream.topics = topics
        stream.cleared = stream.cleared and not any(map(is_own, new))
        for topic in new:
            self.by_topic[topic].add(stream)
        self._hear_of(new)

    def _forget(self, stream: Stream, topics: Iterable[str]) -> None:
        for topic in topics:
            self.by_topic[topic].discard(stream)
            if not self.by_topic[topic]:
                del self.by_topic[topic]

    # -- what is told --

    def deliver(self, topic: str, data: Mapping[str, Any]) -> None:
        """Tell everyone who listens to a topic; or end their streams, if it is shut."""
        if data.get("t") == SHUT:
            self._end(self.by_topic.get(topic, ()))
            return
        listeners = self.by_topic.get(topic)
        if listeners:
            event = b"data: " + json.dumps(data, separators=(",", ":")).encode() + b"\n\n"
            about, version = (data.get("k"), data.get("t")), data.get("v", 0)
            own = is_own(topic)
            for stream in listeners:
                if stream.cleared or not own:
                    stream.push(about, event, version)

    def _end(self, streams: Iterable[Stream]) -> None:
        for stream in list(streams):
            stream.dropped = True
            stream.leave()

    # -- what is shut --

    async def clear(self, stream: Stream) -> bool:
        """Whether none of a stream's topics is shut; asks Valkey, for those that take a token.

        Without Valkey the stream is let in: it hears of nothing of its own until Valkey is there again, and was asked.

        Raises:
            CannotSay: Valkey is there, and does not answer.
        """
        if stream.cleared or self.hears is False:
            return True
        try:
            shut = await self._shut_of(filter(is_own, stream.topics))
        except (redis.RedisError, OSError, TimeoutError) as error:
            if self.hears:
                raise CannotSay from error
            return True
        stream.cleared = not shut
        return stream.cleared

    async def _clear_again(self, of: str) -> None:
        """End the streams that were shut while nobody listened to a channel."""
        streams = [stream for stream in self.streams if of in map(channel, filter(is_own, stream.topics))]
        shut = await self._shut_of(topic for stream in streams for topic in stream.topics if is_own(topic))
        for stream in streams:
            stream.cleared = stream.topics.isdisjoint(shut)
        self._end([stream for stream in streams if not stream.cleared])

    async def _shut_of(self, topics: Iterable[str]) -> set[str]:
        if self._asking is None:
            self._asking = self._client()
        asked, result = list(dict.fromkeys(topics)), set()
        for first in range(0, len(asked), ASKED):
            some = asked[first : first + ASKED]
            answers = await self._asking.mget([shut_key(topic) for topic in some])
            result |= {topic for topic, answer in zip(some, answers, strict=True) if answer is not None}
        return result

    def tell_all(self, about: str, event: bytes, *, of: str | None = None) -> None:
        """Notify everyone, or the streams with a topic of one channel.

        Args:
            about, event: as for `push`.
            of: the channel; None for everyone.
        """
        for stream in self.streams:
            if of is None or of in map(channel, stream.topics):
                stream.push(about, event)

    def _hear_of(self, topics: frozenset[str]) -> None:
        """Add these topics to the subscription, if needed."""
        new = set(map(channel, topics)) - self.channels
        self.channels |= new
        if new and self._subscription is not None:
            task = asyncio.get_running_loop().create_task(self._subscribe(self._subscription, new))
            self._subscribing.add(task)
            task.add_done_callback(self._subscribing.discard)

    async def _subscribe(self, subscription: Any, channels: set[str]) -> None:
        with suppress(redis.RedisError, OSError):  # who listens meets it too, and subscribes to all again
            await subscription.subscribe(*channels)

    async def _beat(self) -> None:
        async with self._client() as client:
            while not self.closed:
                with suppress(redis.RedisError, OSError, TimeoutError):
                    await client.eval(*heartbeats.sign("streams"))
                # A client that connects may take being cancelled for a time-out, and go on.
                if not self.closed:
                    await asyncio.sleep(HEARTBEAT)
                    self.tell_all("beat", BEAT)

    async def _listen(self) -> None:
        """Keep a subscription. What was published while there was none is lost, so everyone has to catch up."""
        wait = AGAIN[0]
        while not self.closed:
            try:
                async with self._client() as client, client.pubsub() as subscription:
                    self.channels.add(channel())
                    self._subscription = subscription
                    await subscription.subscribe(*self.channels)
                    await self._hear(subscription)
            except (redis.RedisError, OSError, TimeoutError) as error:
                if self.hears is not False:
                    log.warning("the streams have lost Valkey: %s", type(error).__name__)
                    self.tell_all("state", AWAY)
                    wait = AGAIN[0]
                self.hears = False
                self._subscription = None
                self.tried.set()
            await asyncio.sleep(wait * random.uniform(0.5, 1.0))  # noqa: S311 (no secret)
            wait = min(wait * 2, AGAIN[1])

    def _client(self) -> Redis:
        location = settings.CACHES["default"]["LOCATION"]
        return Redis.from_url(
            location,
            client_name=channel(),
            socket_connect_timeout=2,
            socket_timeout=QUIET,
            retry=Retry(NoBackoff(), 0),
        )

    async def _hear(self, subscription: Any) -> None:
        asked = False
        while True:
            message = await subscription.get_message(timeout=QUIET)
            if message is None:
                if asked:
                    raise TimeoutError
                asked = True
                await subscription.ping()
                continue
            asked = False
            if message["type"] == "subscribe":
                if self.hears is False:
                    log.warning("the streams hear Valkey again")
                await self._clear_again(message["channel"].decode())
                # Present streams may have missed something.
                self.tell_all("state", RESYNC, of=message["channel"].decode())
                self.hears = True
                self.tried.set()
            elif message["type"] == "message":
                with suppress(ValueError, TypeError, AttributeError):  # nothing of ours
                    for topic, data in json.loads(message["data"]):
                        self.deliver(topic, data)

"""Tells the processes with the streams what has changed, through Valkey. A notice says that there is something new and
which version, never what: everyone fetches what they may see.

Telling is a hint and must not cost a move: a Valkey that is away or slow is given `PATIENCE` seconds, then left alone
for `PAUSE` seconds. What was to be told meanwhile is kept, the newest `KEPT` notices, and told by a thread of its own
once Valkey takes it. Pages that missed a notice catch up when the streams hear from Valkey again.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections import deque
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any
from uuid import UUID

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

from realtime.topics import (
    SHUT,
    SHUT_FOR,
    channel,
    game_topic,
    player_topic,
    session_topic,
    shut_key,
    token_topic,
    tournament_topic,
)

PATIENCE = 0.2
PAUSE = 2.0
KEPT = 1000

ChangeNotice = tuple[str, Mapping[str, Any]]
"""A topic and what its listeners are sent."""

_SHUTTING = "redis.call('SET', KEYS[1], '1', 'EX', ARGV[1]); redis.call('PUBLISH', ARGV[2], ARGV[3])"

log = logging.getLogger(__name__)
_quiet_until = 0.0
_untold: deque[tuple[str, ...]] = deque(maxlen=KEPT)
_unshut: deque[tuple[str, ...]] = deque(maxlen=KEPT)  # apart: no number of moves pushes them out
_waiting = threading.Lock()  # held by the thread that will send them


def publish_game(key: str, version: int) -> None:
    """Publish the present public version of a game to its watchers at public addresses."""
    publish((game_topic(key), {"k": key, "v": version}))


def publish_tournament(key: str, version: int) -> None:
    """Tell whoever looks at the tournament at a public address that it is at this version now. On pages its name has a
    `t-` before it, so that it is never taken for a game's.
    """
    publish((tournament_topic(key), {"k": f"t-{key}", "v": version}))


def publish_player(player: UUID, data: Mapping[str, Any]) -> None:
    """Tell a player's own pages something.

    Args:
        player: who.
        data: plain public values: `k` a game's key with `v` its public version, or with `t` what else is new about it.
    """
    publish((player_topic(player), data))


def shut_streams(player: UUID) -> None:
    """Have all streams that hold a player's own topic end, and no more begin, until `open_streams`, or until no token
    that was made before is good any more."""
    _shut([player_topic(player)])


def shut_sessions(sessions: Iterable[str]) -> None:
    """Have the streams of sessions end that are over, and no more begin, in all processes.

    Args:
        sessions: their keys.
    """
    _shut([session_topic(session) for session in sessions])


def shut_tokens(tokens: Iterable[UUID]) -> None:
    """The same of programs' tokens.

    Args:
        tokens: the ids of their rows.
    """
    _shut([token_topic(token) for token in tokens])


def open_streams(player: UUID) -> None:
    """Let streams with a player's own topic begin again; those of sessions that have ended do not."""
    _send(_unshut, "DEL", shut_key(player_topic(player)))


def shut_now(topics: Iterable[str]) -> bool:
    """Have streams end that hold one of these topics, and keep nothing for later; return whether Valkey took it all."""
    return all(_sent(*_shutting(topic)) for topic in topics)


def _shut(topics: list[str]) -> None:
    for topic in topics:
        _send(_unshut, *_shutting(topic))


def _shutting(topic: str) -> tuple[str, ...]:
    """One command that stores and publishes it: a simultaneous newcomer reads the one or hears the other."""
    text = encoded(((topic, {"k": "", "t": SHUT}),))
    return ("EVAL", _SHUTTING, "1", shut_key(topic), str(int(SHUT_FOR.total_seconds())), channel(topic), text)


def publish(*notices: ChangeNotice) -> None:
    """Send notices, those of a channel in one message. Never raises for a Valkey that is away."""
    for together in by_channel(notices):
        publish_encoded(encoded(together), topic=together[0][0])


def by_channel(notices: tuple[ChangeNotice, ...]) -> list[tuple[ChangeNotice, ...]]:
    """Notices by the channel that they go through, each group in its order."""
    result: dict[str, list[ChangeNotice]] = {}
    for notice in notices:
        result.setdefault(channel(notice[0]), []).append(notice)
    return [tuple(together) for together in result.values()]


def publish_encoded(message: str, *, topic: str) -> None:
    """Send notices that `encoded` has made a message of. Never raises for a Valkey that is away.

    Args:
        topic: of one of them; all go through the channel of it.
    """
    _send(_untold, "PUBLISH", channel(topic), message)


def _send(later: deque[tuple[str, ...]], *command: str) -> None:
    if time.monotonic() < _quiet_until or not _sent(*command):
        later.append(command)
        if _waiting.acquire(blocking=False):
            _later()


def _sent(*command: str) -> bool:
    global _quiet_until
    try:
        _line.send(*command)
    except (redis.RedisError, OSError) as error:
        _quiet_until = time.monotonic() + PAUSE
        log.warning("open pages are told of changes later: %s", type(error).__name__)
        return False
    return True


def _later() -> None:
    timer = threading.Timer(PAUSE, _tell_untold)
    timer.daemon = True
    timer.start()


def _tell_untold() -> None:
    """Tell what could not be told, oldest first; if that fails too, try again after another pause."""
    for kept in (_unshut, _untold):
        while kept:
            command = kept.popleft()
            if not _sent(*command):
                kept.appendleft(command)
                _later()
                return
    _waiting.release()
    if (_unshut or _untold) and _waiting.acquire(blocking=False):  # one came while the last was sent
        _later()


def encoded(notices: tuple[ChangeNotice, ...]) -> str:
    """The message as it goes through Valkey: `[[topic, data], …]`."""
    return json.dumps(notices, separators=(",", ":"))


class _Line(threading.local):
    """A thread's own connection, on which Valkey is asked not to answer: nobody waits for it."""

    def __init__(self) -> None:
        self.location = ""
        self.connection: Any = None

    def send(self, *command: str) -> None:
        """Send a command; once more if the server has been restarted since the last one."""
        location = settings.CACHES["default"]["LOCATION"]
        if self.connection is not None and self.location == location:
            with suppress(redis.ConnectionError, OSError):
                # As there are no answers, what could be read is the end: the server has closed the connection.
                if not self.connection.can_read(timeout=0):
                    self.connection.send_packed_command(_packed(command), check_health=False)
                    return
        self._connect(location)
        self.connection.send_packed_command(_packed(command), check_health=False)

    def _connect(self, location: str) -> None:
        if self.connection is not None:
            self.connection.disconnect()
        self.connection, self.location = None, location
        pool = redis.ConnectionPool.from_url(
            location, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE, retry=Retry(NoBackoff(), 0)
        )
        connection: Any = pool.make_connection()  # its methods have no types
        connection.connect()
        connection.send_command("CLIENT", "REPLY", "OFF")
        self.connection = connection


def _packed(command: tuple[str, ...]) -> list[bytes]:
    parts = [part.encode() for part in command]
    return [b"*%d\r\n" % len(parts) + b"".join([b"$%d\r\n%b\r\n" % (len(part), part) for part in parts])]


_line = _Line()

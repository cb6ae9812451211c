"""What a stream can be about: a game or a tournament, which are public, or what happens to one player, which is that
player's own.

A player's own topic is asked for with a token that the page holds. The token is signed, so the process with the streams
can check it without a database; it holds the player's random id and a day, and is good for a week. It opens
nothing but notices: which of the player's games has changed, and that there is something to read.
"""

from __future__ import annotations

import re
import zlib
from datetime import timedelta
from functools import lru_cache
from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.utils import timezone

SHUT, OPEN = "shut", "open"
"""What is told of a player's own topic to the processes with the streams alone: nobody listens to it from now on, or
may again. It reaches no page."""

GOOD_FOR = timedelta(days=7)

_KEY = re.compile(r"[1-9A-HJ-NP-Za-km-z]{11}")
_SALT = "games.live.player"


def channel(topic: str = "") -> str:
    """The channel that the notices about a topic go through: one for all of them, or one of `LIVE_CHANNELS`. Channels
    are shared by all databases of a Valkey, so its name holds the cache's prefix and database.

    Args:
        topic: what a stream can be about; none for a channel that there always is.
    """
    cache, several = settings.CACHES["default"], settings.LIVE_CHANNELS
    return _channel(cache["KEY_PREFIX"], cache["LOCATION"], zlib.crc32(topic.encode()) % several if several > 1 else 0)


@lru_cache(maxsize=2048)
def _channel(prefix: str, location: str, number: int) -> str:
    parts = urlsplit(location)
    database = parts.query if parts.scheme == "unix" else parts.path.strip("/")
    return f"{prefix}:live:{database}" + (f":{number}" if number else "")


def is_key(text: str) -> bool:
    """Whether `text` could be the public address of a game or a tournament."""
    return _KEY.fullmatch(text) is not None


def game_topic(key: str) -> str:
    """The topic of the game at a public address."""
    return f"game:{key}"


def tournament_topic(key: str) -> str:
    """The topic of the tournament at a public address."""
    return f"tournament:{key}"


def player_topic(player: UUID) -> str:
    """The topic of a player's own notices."""
    return f"player:{player.hex}"


def player_token(player: UUID) -> str:
    """What lets a page open the player's own topic. It is the same all day, so that tabs can tell it is one topic."""
    day = timezone.now().date().toordinal()
    return signing.Signer(salt=_SALT).sign(f"{player.hex}.{day}")


def topic_of_token(token: str) -> str | None:
    """The topic that a token opens; None if it was not made here, or is too old."""
    try:
        player, _dot, day = signing.Signer(salt=_SALT).unsign(token).partition(".")
    except signing.BadSignature:
        return None
    age = timezone.now().date().toordinal() - int(day)
    return player_topic(UUID(hex=player)) if 0 <= age <= GOOD_FOR.days else None

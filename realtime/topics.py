"""What a stream can be about: games and tournaments are public; what happens to one player is that player's own.

A player's own topic needs a token from the page. The token is signed, so the process with the streams
can check it without a database; it holds the player's random id, a day, and a mark of the session that the page belongs
to, whose topic ends the stream with the session. It is good until the end of the next day; a page that is open for
longer asks for another one. It opens nothing but notices: which of the player's games has changed, and that there is
something to read.
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
from django.utils.crypto import salted_hmac

SHUT = "shut"
"""What is told of a topic to the processes with the streams alone: nobody listens to it from now on. It reaches no
page. When it is told it stands in Valkey under `shut_key`, for all processes, those too that start later."""

GOOD_FOR = timedelta(days=1)
SHUT_FOR = GOOD_FOR + timedelta(days=1)
"""How long a topic stays shut: no token that was made before is good by then, and no page holds a new one."""

_KEY = re.compile(r"[1-9A-HJ-NP-Za-km-z]{11}")
_SALT = "play.live.player"


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


def session_topic(session: str) -> str:
    """The topic of a session, with only one notice, its end.

    Args:
        session: its key, which the topic does not reveal.
    """
    return f"session:{_mark(session)}"


def token_topic(token: UUID) -> str:
    """The topic of a program's token, with only one notice, its end.

    Args:
        token: the id of its row, and not its secret.
    """
    return f"token:{token.hex}"


def _mark(session: str) -> str:
    return salted_hmac("play.live.session", session, algorithm="sha256").hexdigest()[:24]


def is_own(topic: str) -> bool:
    """Whether a topic needs a token; such a topic can be shut."""
    return topic.startswith(("player:", "session:", "token:"))


def shut_key(topic: str) -> str:
    """The key in Valkey of a shut topic."""
    return f"{settings.CACHES['default']['KEY_PREFIX']}:shut:{topic}"


def player_token(player: UUID, session: str | None) -> str:
    """The token for the player's own topic. It is the same all day, so tabs recognise the topic.

    Args:
        session: the key of the session that the page belongs to, with which the stream ends; None if there is none.
    """
    day = timezone.now().date().toordinal()
    return signing.Signer(salt=_SALT).sign(f"{player.hex}.{day}.{_mark(session) if session else ''}")


def topics_of_token(token: str) -> frozenset[str] | None:
    """The topics that a token opens: the player's own, and that of the session; None if it was not made here, or is too
    old."""
    try:
        player, day, mark = signing.Signer(salt=_SALT).unsign(token).split(".")
    except (signing.BadSignature, ValueError):
        return None
    age = timezone.now().date().toordinal() - int(day)
    if not 0 <= age <= GOOD_FOR.days:
        return None
    return frozenset({player_topic(UUID(hex=player))} | ({f"session:{mark}"} if mark else set()))

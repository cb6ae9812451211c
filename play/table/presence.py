"""Whether the players of a live game are at the board. It is shown to them alone, and only if all of them want it.

The open page of a player says every `BEAT` seconds that it is there, and once more as it is left. Valkey keeps for each
seat since when and until when, by its own clock, for an hour after the last beat; nothing of it is in the log or in the
database, and it says nothing of what a player does or of any other page. Unlike the cache nothing takes Valkey's place
while it is away: what is not known is never held against a player.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple
from uuid import UUID

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

from games.domain.clocks import TimeControl
from games.domain.limits import ABSENCE
from games.models import Game, GameSeat
from games.rules import Illegal, Refusal, Seat

BEAT = 10
"""Seconds between two beats of an open page."""

FRESH = 25
"""Seconds after a beat for which a player counts as there. Who loads the page anew within them was not away. A tab in
the background may beat once a minute alone; that is far less than an absence that can be claimed."""

KEPT = 3600
"""Seconds for which the last beat is known."""

PATIENCE = 0.4
"""Seconds that a page waits for Valkey."""

_BEAT = """
local now, since = tonumber(redis.call('TIME')[1]), nil
local was = redis.call('HGET', KEYS[1], ARGV[1])
if was then
  local first, last = string.match(was, '(%d+) (%d+)')
  if now - tonumber(last) <= tonumber(ARGV[3]) then since = first end
end
redis.call('HSET', KEYS[1], ARGV[1], (since or now) .. ' ' .. now .. ' ' .. ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[4])
"""


class SeatPresence(NamedTuple):
    """How a player is at the board: the seconds since coming, or else since leaving; the other is 0."""

    here: int
    away: int


class PresenceUnknown(Exception):
    """Valkey does not say who is there."""


def wished(game: UUID) -> bool:
    """Whether a game is live and in play, and all of its players want their presence to be shown."""
    seats = GameSeat.objects.filter(game_id=game, game__status=Game.Status.PLAYING)
    rows = seats.values_list("game__time", "player__account__preferences__presence")
    return bool(rows) and all(wish and time and TimeControl.from_value(time).live for time, wish in rows)


def beat(game: UUID, seat: Seat, *, leaves: bool = False) -> None:
    """Note that a player is at the board.

    Args:
        game, seat: where the player sits.
        leaves: the page is being left.

    Raises:
        PresenceUnknown: Valkey does not take it.
    """
    try:
        _client().eval(_BEAT, 1, _key(game), int(seat), int(leaves), FRESH, KEPT)
    except (redis.RedisError, OSError) as error:
        raise PresenceUnknown from error


def look(game: UUID) -> Mapping[Seat, SeatPresence]:
    """The presence of each seat whose page has been open in the last hour. Raises `PresenceUnknown`."""
    try:
        asked: Any = _client().pipeline(transaction=False)
        (now, _microseconds), rows = asked.time().hgetall(_key(game)).execute()
    except (redis.RedisError, OSError) as error:
        raise PresenceUnknown from error
    result = {}
    for seat, row in rows.items():
        since, last, left = map(int, row.split())
        away = left or now - last > FRESH
        result[Seat(int(seat))] = SeatPresence(0 if away else now - since, max(now - last, 1) if away else 0)
    return result


def absences(game: UUID, seat: Seat) -> Mapping[Seat, int]:
    """For each seat that is away the seconds since it left, for a claim of `seat`. Its own player must have been there
    for as long as an absence that can be claimed, which shows that the record has worked for so long.

    Raises:
        Illegal: `presence-unknown`, if not all want it, or it is not known for long enough.
    """
    try:
        seen = look(game) if wished(game) else {}
    except PresenceUnknown:
        seen = {}
    if seat not in seen or seen[seat].here < ABSENCE:
        raise Illegal(Refusal("presence-unknown"))
    return {other: presence.away for other, presence in seen.items() if presence.away}


def _key(game: UUID) -> str:
    return f"{settings.CACHES['default']['KEY_PREFIX']}:here:{game.hex}"


@cache
def _client() -> redis.Redis:
    return redis.Redis.from_url(
        settings.CACHES["default"]["LOCATION"],
        socket_timeout=PATIENCE,
        socket_connect_timeout=PATIENCE,
        retry=Retry(NoBackoff(), 0),
    )

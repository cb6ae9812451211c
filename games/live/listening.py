"""What open pages are told of commands: that a game is at another public version, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from games.domain.listeners import Happened, listener
from games.live.notices import Notice, encoded, publish_encoded
from games.live.topics import game_topic, player_topic
from games.rules import Seat

__all__ = ["message_of", "notices_of", "tell_pages"]

MOST = 512  # games; some 1 kB each

# Of the messages about a game only the version differs: by its key, the players they are for, and what stands around
# the versions.
_around: dict[str, tuple[Mapping[Seat, UUID], list[str]]] = {}


@listener
def tell_pages(happened: Happened) -> None:
    """Tell who watches the game and its players, in one message."""
    publish_encoded(message_of(happened))


def message_of(happened: Happened) -> str:
    """The notices of `notices_of`, encoded; for the next move of a game only the version is put in."""
    found = _around.get(happened.key)
    if found is None or found[0] is not happened.players:
        text = encoded(notices_of(happened))
        if len(_around) >= MOST:
            _around.clear()
        _around[happened.key] = found = (happened.players, text.split(f'"v":{happened.version}}}'))
    return f'"v":{happened.version}}}'.join(found[1])


def notices_of(happened: Happened) -> tuple[Notice, ...]:
    """The game's own notice, and one for each of its players, for lists of games and badges."""
    data = {"k": happened.key, "v": happened.version}
    players = dict.fromkeys(happened.players.values())
    return ((game_topic(happened.key), data), *((player_topic(player), data) for player in players))

"""What open pages are told of commands: that a game is at another public version, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from games.domain.listeners import Happened, listener
from games.rules import Seat
from web.changes import Notice, encoded, publish_encoded
from web.topics import game_topic, player_topic

MOST = 512  # games; some 1 kB each

# Of the messages about a game only the version differs: by its key, the players they are for, whether spectators are
# kept out, and what stands around the versions.
_around: dict[str, tuple[Mapping[Seat, UUID], bool, list[str]]] = {}


@listener
def tell_pages(happened: Happened) -> None:
    """Tell who watches the game and its players, in one message."""
    publish_encoded(message_of(happened))


def message_of(happened: Happened) -> str:
    """The notices of `notices_of`, encoded; for the next move of a game only the version is put in."""
    found = _around.get(happened.key)
    if found is None or found[0] is not happened.players or found[1] is not happened.closed:
        text = encoded(notices_of(happened))
        if len(_around) >= MOST:
            _around.clear()
        _around[happened.key] = found = (happened.players, happened.closed, text.split(f'"v":{happened.version}}}'))
    return f'"v":{happened.version}}}'.join(found[2])


def notices_of(happened: Happened) -> tuple[Notice, ...]:
    """The game's own notice, and one for each of its players, for lists of games and badges.

    While a game is closed to spectators there is none of its own, which anybody may hear: when somebody moves is a part
    of the game. Its players hear of it all the same.
    """
    data = {"k": happened.key, "v": happened.version}
    players = tuple((player_topic(player), data) for player in dict.fromkeys(happened.players.values()))
    return players if happened.closed else ((game_topic(happened.key), data), *players)

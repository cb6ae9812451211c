"""What open pages are told of commands: that a game is at another public version, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from uuid import UUID

from games.domain.listeners import GameUpdated, listener
from games.rules import Seat
from realtime.changes import ChangeNotice, by_channel, encoded, publish_encoded
from realtime.topics import game_topic, player_topic

MOST = 512  # games; some 1 kB each

# Of the messages about a game only the version differs: by its key, the players they are for, whether spectators are
# kept out, and for each message a topic of it and what stands around the versions.
_around: dict[str, tuple[Mapping[Seat, UUID], bool, list[tuple[str, list[str]]]]] = {}


@listener
def tell_pages(happened: GameUpdated) -> None:
    """Tell who watches the game and its players, in one message a channel."""
    for topic, message in messages_of(happened):
        publish_encoded(message, topic=topic)


def messages_of(happened: GameUpdated) -> list[tuple[str, str]]:
    """The notices of `notices_of` by channel, encoded, each with a topic of that channel; for the next move of a game
    only the version is put in."""
    result = _around.get(happened.key)
    version = f'"v":{happened.version}}}'
    if result is None or result[0] is not happened.players or result[1] is not happened.closed:
        if len(_around) >= MOST:
            _around.clear()
        parts = [(group[0][0], encoded(group).split(version)) for group in by_channel(notices_of(happened))]
        _around[happened.key] = result = (happened.players, happened.closed, parts)
    return [(topic, version.join(around)) for topic, around in result[2]]


def notices_of(happened: GameUpdated) -> tuple[ChangeNotice, ...]:
    """The game's own notice, and one for each of its players, for lists of games and badges.

    While a game is closed to spectators there is none of its own, which anybody may hear: when somebody moves is a part
    of the game. Its players hear of it all the same.
    """
    return notices_about(happened.key, happened.version, happened.players.values(), happened.closed)


def notices_about(key: str, version: int, players: Iterable[UUID], closed: bool) -> tuple[ChangeNotice, ...]:
    """What is told of a game that is at a public version. Without the game's own notice if it is closed to spectators.

    Args:
        key: its public address.
        players: those who sit there.
    """
    data = {"k": key, "v": version}
    own = tuple((player_topic(player), data) for player in dict.fromkeys(players))
    return own if closed else ((game_topic(key), data), *own)

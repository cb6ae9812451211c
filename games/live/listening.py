"""What open pages are told of commands: that a game is at another public version, and nothing else."""

from __future__ import annotations

from games.domain.listeners import Happened, listener
from games.live.notices import Notice, publish
from games.live.topics import game_topic, player_topic

__all__ = ["notices_of", "tell_pages"]


@listener
def tell_pages(happened: Happened) -> None:
    """Tell who watches the game and its players, in one message."""
    publish(*notices_of(happened))


def notices_of(happened: Happened) -> tuple[Notice, ...]:
    """The game's own notice, and one for each of its players, for lists of games and badges."""
    data = {"k": happened.key, "v": happened.version}
    players = dict.fromkeys(happened.players.values())
    return ((game_topic(happened.key), data), *((player_topic(player), data) for player in players))

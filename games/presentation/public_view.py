"""A game as everybody may see it, whoever asks: what is shown where nobody is signed in."""

from __future__ import annotations

from dataclasses import dataclass

from games.domain import queries
from games.models import Game
from games.presentation.audiences import Audience, audiences
from games.replay import Timeline, timeline
from games.rules import Viewer, variant
from web.replica import leave_replica, reads_replica


def only_what_is_over(key: str) -> None:
    """Leaves the replica for a game that goes on there, or is not there: it may have moved on."""
    if reads_replica() and not queries.is_over(key):
        leave_replica()


class NoView(LookupError):
    """An audience that there is not (`known` is false), or that is not open yet."""

    def __init__(self, asked: str) -> None:
        super().__init__(asked)
        self.known = asked in set(Viewer)


@dataclass(frozen=True, slots=True)
class PublicGame:
    """A game as everybody may see it now.

    Args:
        game: its row; `public_version` is that of what is seen.
        line: as far as spectators have come.
        choices: the audiences that are open to everybody, the usual one first; none if nobody may look yet.
    """

    game: Game
    line: Timeline
    choices: tuple[Audience, ...]

    @property
    def closed(self) -> bool:
        """Whether there is nothing to be seen yet but that it is played."""
        return not self.choices or (self.game.delayed and not self.line.begun)

    @property
    def begun(self) -> bool:
        return not self.closed and self.line.begun and not self.game.unplayed

    def audience(self, asked: str) -> Audience:
        """The audience that an address names, or the usual one. Raises `NoView`."""
        result = next((choice for choice in self.choices if choice.viewer == asked or not asked), None)
        if result is None:
            raise NoView(asked)
        return result

    def ply(self, asked: int | None) -> int:
        """The ply that an address asks for: the last one without a number, the nearest there is for one too high."""
        return self.line.plies if asked is None else min(max(asked, 0), self.line.plies)

    def below(self, asked: int | None) -> int:
        """The number of the seat that an address wants at the bottom; the first for one that there is not."""
        return asked if asked is not None and 0 <= asked < len(variant(self.game.variant).seats) else 0


def public_game(key: str) -> PublicGame | None:
    only_what_is_over(key)
    game = queries.game_by_key(key)
    if game is None:
        return None
    line = timeline(game)
    if game.delayed:
        game.public_version = line.version
    return PublicGame(game, line, audiences(game, None))

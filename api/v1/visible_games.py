"""A game as who asks may see it: the same audiences and timelines as the pages have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from accounts.authentication.backends import Beside
from accounts.models import Player
from api.http.problems import Problem, missing
from games.domain import queries
from games.models import Game
from games.presentation.audiences import Audience, audiences
from games.replay import Timeline, timeline
from games.rules import Seat, Viewer
from play.lobby.queries import end_for_players


@dataclass(frozen=True, slots=True)
class AskedGame:
    """A game and who looks at it.

    Args:
        game: its row; `public_version` is that of what is seen.
        own: the seat of who asks.
        choices: the audiences that are open to who asks, the usual one first; none if nobody may look yet.
        line: the game as the usual audience sees it.
    """

    game: Game
    own: Seat | None
    choices: tuple[Audience, ...]
    line: Timeline

    def audience(self, asked: str) -> Audience:
        """The audience that an address names; `own` is the seat of who asks.

        Raises:
            Problem: there is none such, or it is not open.
        """
        wanted = Viewer.of(self.own).value if asked == "own" and self.own is not None else asked
        result = next((choice for choice in self.choices if choice.viewer == wanted), None)
        if result is not None:
            return result
        if asked not in {*Viewer, "own"}:
            raise missing(_("There is no such view of a game."))
        words = _("This view of the game is not open to you: it opens when the game is revealed.")
        raise Problem(403, "view-closed", words, params={"open": [choice.viewer.value for choice in self.choices]})

    def line_for(self, audience: Audience) -> Timeline:
        """The game as an audience sees it: spectators may be behind."""
        return self.line if audience.private or not self.game.delayed else timeline(self.game)


_HEAD = """
LEFT JOIN LATERAL (
    SELECT e.version, e.hash FROM games_game h JOIN eventlog_event e ON e.stream = h.id
    WHERE h.key = %s ORDER BY e.version DESC LIMIT 1
) head ON true
"""
WHOLE = Beside("head.version, head.hash, whole.*", queries.WHOLE + _HEAD, keys=2)
"""A game with its seats and players, and the head of its log, read with the token."""


def seen_game(key: str, player: Player | None, read: Sequence[Sequence[Any]] | None = None) -> AskedGame:
    """The game at a public address, as a player or a stranger sees it.

    Args:
        key: of the address.
        player: who looks.
        read: the rows of `WHOLE`, where they were read with the token.

    Raises:
        Problem: 404.
    """
    if read is None:
        game, head = queries.game_by_key(key), None
    else:
        game, head = next(iter(queries.games_in(row[2:] for row in read)), None), (read[0][0], read[0][1])
    if game is None:
        raise missing(_("There is no game with this key. Capitals matter in it."))
    own = queries.seat_of_player(game, None if player is None else player.pk)
    line = timeline(game, player=own is not None, seen=head)
    choices = audiences(game, own)
    if game.delayed and own is None:
        game.public_version = line.version
    elif own is not None:
        end_for_players(game)
    return AskedGame(game, own, choices, line)

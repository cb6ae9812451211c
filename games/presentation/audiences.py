"""Who may look at a game, under which addresses, and the move list that each of them reads (RULES section 9)."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.models import Game
from games.presentation.move_list import CHUNK, move_rows
from games.replay import Timeline
from games.rules import Seat, Viewer, variant
from web.addresses import address


@dataclass(frozen=True, slots=True)
class Audience:
    """Who looks at a game, and under which addresses.

    Args:
        viewer: whose knowledge is shown.
        reveal: `open` once the game is revealed, else `sealed`.
        private: only the player at this seat may see it, so no shared cache may keep it.
    """

    viewer: Viewer
    reveal: str
    private: bool

    @property
    def build(self) -> str:
        """What draws the page: the state of the source, and the language of the words."""
        return f"{settings.VEXILLUM_BUILD}-{get_language()}"

    def address(self, name: str, game: Game, number: int | str) -> str:
        """The address of a position (`games:position`) or of a chunk of moves (`games:moves`).

        Args:
            name: of the address: one of these two.
            game: its key and its reveal stand in the address.
            number: the ply, or the first one of the chunk.
        """
        return address(name, game.key, self.viewer.value, self.reveal, self.build, number)


def audiences(game: Game, own: Seat | None) -> tuple[Audience, ...]:
    """Who may look at a game, the usual view first (RULES section 9).

    Args:
        game: which game.
        own: the seat of who asks, if it is a player of this game.

    Returns:
        After the reveal everything, every seat and the spectators; before it the seat of who asks and the spectators;
        nobody but the seat of who asks while the game is closed to spectators. Spectators who are behind see the game
        as it stood (`games.replay.timeline`).
    """
    if game.revealed:
        viewers = (Viewer.ALL, *(Viewer.of(seat) for seat in variant(game.variant).seats), Viewer.SPECTATOR)
        return tuple(Audience(viewer, "open", private=False) for viewer in viewers)
    spectators = Audience(Viewer.SPECTATOR, "sealed", private=False)
    others = (spectators,) if game.delayed or not game.closed else ()
    return others if own is None else (Audience(Viewer.of(own), "sealed", private=True), *others)


def moves_markup(
    game: Game, line: Timeline, audience: Audience, chunk: int, *, current: int | None = None
) -> SafeString:
    """Render a chunk of the move list.

    Args:
        game: which game.
        line: what audiences see of it.
        audience: who reads.
        chunk: 0 for the first fifty plies, and so on.
        current: the ply that is shown beside it, to be marked.
    """
    rules = line.rules
    first = chunk * CHUNK + 1
    turns = line.turns(audience.viewer, first, min(first + CHUNK - 1, line.plies))
    context = {
        "rows": move_rows(turns, rules),
        "seats": len(rules.seats),
        "viewer": audience.viewer,
        "current": current,
    }
    return render_to_string("show/_moves.html", context)

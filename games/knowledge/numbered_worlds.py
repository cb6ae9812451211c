"""The worlds that a viewer cannot tell apart, one by one: each has a number, so a random number draws a world."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from games.rules import Rank, View

from .seen import Seen
from .worlds import PieceKnowledge, known_at


def numbered_world(seen: Seen, view: View, number: int) -> Mapping[int, Rank]:
    """The world of a number, of all that `known_at` counts. Each has one number, from 0 on, below `Knowledge.worlds`.

    Piece by piece: worlds are ordered by the rank of the first hidden piece, and so many come before as give it a rank
    that comes before; what is counted next takes that rank as known.

    Args:
        seen: what the viewer was shown up to this ply.
        view: of this ply.
        number: of the world.

    Returns:
        For each piece that is hidden from the viewer, by its id, the rank.

    Raises:
        IndexError: there are not so many worlds.
    """
    world: dict[int, Rank] = {}
    known = known_at(seen, view)
    if not 0 <= number < known.worlds:
        raise IndexError(number)
    while known.pieces:
        piece = known.pieces[0]
        world[piece.id], number = _rank_at(piece, number)
        view = _with_rank(view, piece.id, world[piece.id])
        known = known_at(seen, view)
    return world


def _rank_at(piece: PieceKnowledge, number: int) -> tuple[Rank, int]:
    for rank, worlds in piece.ranks.items():
        if number < worlds:
            return rank, number
        number -= worlds
    raise IndexError(number)


def _with_rank(view: View, piece: int, rank: Rank) -> View:
    return replace(view, pieces=tuple(item._replace(rank=rank) if item.id == piece else item for item in view.pieces))

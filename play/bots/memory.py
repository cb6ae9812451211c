"""What a bot remembers of a game: people forget ranks that were shown, and which pieces have moved."""

from __future__ import annotations

from dataclasses import replace

from games.rules import Rank
from play.bots.sight import Sight

_HABITS = 32
"""A bot always knows its own turns of so many plies, or it would go to and fro."""


def remembered(sight: Sight, plies: int | None) -> Sight:
    """A sight without what has been forgotten.

    Args:
        sight: what the bot has seen.
        plies: how long it remembers a rank of an enemy, about: some pieces half as long, some half as long again, and
            each always alike. None for a bot that forgets nothing.
    """
    if plies is None:
        return sight
    ply = len(sight.turns)
    last = _last_shown(sight)

    def forgotten(id: int) -> bool:
        span = plies * (0.5 + id * 0x9E3779B1 % 1009 / 1009)
        return ply - last.get(id, 0) > span

    side = sight.view.viewer.seat.side if sight.view.viewer.seat is not None else -1
    pieces = tuple(
        piece._replace(rank=None, revealed=False)
        if piece.seat.side != side and piece.rank not in (None, Rank.FLAG) and forgotten(piece.id)
        else piece
        for piece in sight.view.pieces
    )
    turns = tuple(
        turn
        for number, turn in enumerate(sight.turns)
        if ply - number <= 2 * plies or (ply - number <= _HABITS and turn.seat.side == side)
    )
    return replace(sight, view=replace(sight.view, pieces=pieces), turns=turns)


def _last_shown(sight: Sight) -> dict[int, int]:
    """At which ply each piece was last seen for what it is."""
    last = {}
    for ply, turn in enumerate(sight.turns, 1):
        if turn.revealed is not None:
            last[turn.piece] = ply
        if turn.attack is not None:
            last[turn.attack.attacker.id] = last[turn.attack.defender.id] = ply
    return last

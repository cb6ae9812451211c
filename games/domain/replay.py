"""A game from its events alone, without a snapshot."""

from __future__ import annotations

from uuid import UUID

from eventlog import queries
from eventlog.corruption import folding
from games.domain.events import TurnPlayed
from games.domain.state import GameFold
from games.domain.transitions import fold_runs


def replayed(game: UUID) -> GameFold:
    """The game as its log has it, replayed through the rules from the first event; it reads only what that needs.

    Raises:
        Damaged: there is no such game, or its events cannot have happened.
    """
    with folding(game):
        return fold_runs(queries.load_runs(game, kind=TurnPlayed, field="turn"))

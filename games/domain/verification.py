"""How the log of a game is replayed to prove it: see `games.eventlog.verify`."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from games.domain.events import GameCreated, GameEvent, TurnPlayed
from games.domain.fold import fold
from games.eventlog.registry import Broken, Stored, verifier
from games.rules import IllegalAt

__all__ = ["verify_game"]


@verifier(GameCreated)
def verify_game(events: Iterator[Stored]) -> None:
    """Replays a whole game through the rules.

    Raises:
        Broken: a turn is not legal; it names the version of that turn.
    """
    versions: list[int] = []

    def history() -> Iterator[tuple[GameEvent, datetime]]:
        for one in events:
            if type(one.event) is TurnPlayed:
                versions.append(one.version)
            yield one.event, one.time

    try:
        fold(history())
    except IllegalAt as error:
        raise Broken(versions[error.ply - 1], f"ply {error.ply} breaks the rule {error.refusal.code}") from error

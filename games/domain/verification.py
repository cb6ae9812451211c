"""How the log of a game is replayed to prove it: see `games.eventlog.verify`."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from games.domain.events import CardsDealt, GameCreated, GameEvent
from games.domain.fold import IllegalEvent, fold
from games.domain.shuffles import shuffles_of
from games.eventlog.registry import Broken, Stored, verifier

__all__ = ["verify_game"]


@verifier(GameCreated)
def verify_game(events: Iterator[Stored]) -> None:
    """Replays a whole game through the rules, and works out its shuffles from their seed.

    Raises:
        Broken: a turn or choice is not legal, or a shuffle is not the one that the seed gives; it names the version.
    """
    seen: list[tuple[int, GameEvent]] = []

    def history() -> Iterator[tuple[GameEvent, datetime]]:
        deals = False
        for one in events:
            deals = deals or type(one.event) is CardsDealt
            if deals:
                seen.append((one.version, one.event))
            yield one.event, one.time

    try:
        now = fold(history())
    except IllegalEvent as error:
        raise Broken(error.version, f"ply {error.ply} breaks the rule {error.refusal.code}") from error
    for shuffle in shuffles_of(now.variant, seen):
        if shuffle.fair is False:
            raise Broken(shuffle.version, f"the shuffle {shuffle.label} is not the one that the seed gives")

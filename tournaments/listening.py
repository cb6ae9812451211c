"""What happens in games and tournaments, and has their tournament driven on. A message that is lost is made good by the
sweep: the move that ends a game neither waits for its tournament nor fails because of it.
"""

from __future__ import annotations

from games.domain import listeners as games
from tournaments.domain import listeners as tournaments
from tournaments.domain.alone import driven_here
from tournaments.tasks import run_soon, take_over

__all__ = ["drive_on", "send_result"]

AFTERWARDS = frozenset({"game-revealed", "arbiter-looked"})


@games.listener
def send_result(happened: games.Happened) -> None:
    """Queues the result of a game of a tournament once it is over."""
    if happened.tournament is not None and happened.over and not AFTERWARDS.issuperset(happened.kinds):
        take_over.delay(str(happened.game))


@tournaments.listener
def drive_on(happened: tournaments.Happened) -> None:
    """Has a tournament driven on after any event but those of who drives it."""
    if happened.status != "draft" and not driven_here(happened.tournament):
        run_soon(happened.tournament)

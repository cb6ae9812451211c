"""Commands to many games at once, of which none may stop the others."""

from __future__ import annotations

import logging
from collections.abc import Callable
from uuid import UUID

from eventlog.corruption import skipping_damaged
from eventlog.store import Conflict
from games.rules import Illegal

log = logging.getLogger(__name__)

ROUNDS = 5
"""How often a command is given that loses every race; each command tries several times itself."""


def retry_on_conflict(game: UUID, *commands: Callable[[], object]) -> bool:
    """Gives a game the first of these commands that it does not refuse, again while others are faster; returns whether
    there was one.

    It is no error if the game refuses all: then it has ended, or its time is up. If a game changes so often that no
    command gets through, it is left alone and logged, for the sake of the others. So is a damaged one.

    Args:
        game: the random id, for the log.
        commands: each raises Illegal if it is refused, and Conflict if it lost.
    """
    with skipping_damaged():
        for command in commands:
            for _round in range(ROUNDS):
                try:
                    command()
                except Illegal:
                    break
                except Conflict:
                    continue
                return True
            else:
                log.error("game %s: others were faster %d times", game, ROUNDS)
                return False
    return False

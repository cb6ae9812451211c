"""Puzzles are made in the background. Messages hold ids only; every task may run twice."""

from __future__ import annotations

import logging
import uuid

from celery import shared_task

from eventlog.changes import read_news
from eventlog.corruption import skipping_damaged
from library.puzzles.domain.creation import make_puzzles, remember, waiting
from library.puzzles.domain.selection import choose_days

log = logging.getLogger(__name__)

MOST = 50
"""Games that one run of the sweep takes on: after a large import it takes a tenth of a core, and some days."""


@shared_task
def sweep() -> None:
    """Finds the games that were opened, has puzzles made of those that wait, and sees to the puzzles of the day. Beat
    runs it every five minutes.
    """
    read_news("puzzles", remember)
    for game in waiting(MOST):
        make.delay(str(game))
    choose_days()


@shared_task
def make(game: str) -> None:
    """Makes the puzzles of one game, unless that was done."""
    try:
        with skipping_damaged():
            make_puzzles(uuid.UUID(game))
    except Exception as error:  # its message might reveal a rank; the sweep tries again
        log.error("no puzzles were made of a game: %s", type(error).__name__)

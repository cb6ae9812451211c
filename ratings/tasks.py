"""Work of the ratings in the background. Messages hold no more than a number; the task may run twice."""

from __future__ import annotations

from celery import shared_task

from eventlog.registry import type_of_class
from games.domain.listeners import GameUpdated, listener
from games.domain.projections import RULING
from ratings.domain.board_games import rate_boards
from ratings.domain.recomputation import refold
from ratings.models import Refold

PIECES = 20
"""Pieces of one message, so that others, such as mails, come between."""

ROUNDS = 200
"""Messages that follow one another; then the next minute's begins."""

_RULING = frozenset(type_of_class(kind).name for kind in RULING)


@shared_task
def refold_ratings(round: int = 1) -> None:
    """Folds ratings again that the moderators changed something of. Beat runs it each minute.

    Args:
        round: the number of the message since that minute.
    """
    if refold(pieces=PIECES) and round < ROUNDS:
        refold_ratings.delay(round + 1)


@shared_task
def rate_board_games() -> None:
    """Computes the ratings across real boards that are not computed yet. Beat runs it every ten minutes."""
    rate_boards()


@listener
def refold_soon(happened: GameUpdated) -> None:
    """Begins at once when the result of a game is changed; what is lost the next minute finds."""
    if not _RULING.isdisjoint(happened.kinds) and Refold.objects.exists():
        refold_ratings.delay()

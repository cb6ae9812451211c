"""Work of the figures in the background. Messages hold no more than a number; the task may run twice."""

from __future__ import annotations

from celery import shared_task

from library.figures.domain.counters import count_due

SECONDS = 4.0
"""How long one message counts, so that others, such as mails, come between."""

ROUNDS = 10
"""Messages that follow one another; then the next minute's begins."""


@shared_task
def count_figures(round: int = 1) -> None:
    """Counts games whose end is public, or that were opened. Beat runs it each minute.

    Args:
        round: the number of the message since that minute.
    """
    if count_due(seconds=SECONDS) and round < ROUNDS:
        count_figures.delay(round + 1)

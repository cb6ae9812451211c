"""What is counted of open games, in the background. Messages hold the name of a rule book at most; every task may run
twice, or be missed."""

from __future__ import annotations

from celery import shared_task

from games.rules import VARIANTS
from library.archive.domain import families
from library.archive.domain.counters import count_all

MOST = 10_000
"""Games that one run counts; the next one continues."""


@shared_task
def count_all_opened() -> None:
    """Counts the games that were opened since. Beat runs it each minute."""
    count_all(MOST)


@shared_task
def sort_setups() -> None:
    """Has the set-ups of each book sorted into families, where more were counted. Beat runs it each hour. A book of
    many set-ups takes seconds, so each has a message of its own: others, such as mails, come between."""
    for slug in families.sorted_books():
        sort_book.delay(slug)


@shared_task
def sort_book(slug: str) -> None:
    """Sorts the set-ups of one rule book.

    Args:
        slug: which.
    """
    families.sort_setups(VARIANTS[slug])

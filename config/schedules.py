"""A schedule of Celery's beat that asks before it has anything done."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from celery.schedules import schedstate, schedule
from django.db import DatabaseError, InterfaceError, close_old_connections
from django.utils.module_loading import import_string


class WhenDue(schedule):
    """Every few seconds, if there is something to do then. That a message is sent, and that a worker finds nothing,
    takes twenty times as long as the look of beat itself.

    Args:
        question: the dotted name of a function that returns whether there is.
        every: seconds between two looks.
    """

    def __init__(self, question: str, every: float | timedelta) -> None:
        self.question, self.every = question, every
        super().__init__(every)

    def is_due(self, last_run_at: datetime) -> schedstate:
        """Return whether the task is to run, and the seconds until the next look."""
        is_time, following = super().is_due(last_run_at)
        return schedstate(bool(is_time) and self._asked(), following)

    def _asked(self) -> bool:
        try:
            return bool(import_string(self.question)())
        except (DatabaseError, InterfaceError):
            close_old_connections()  # the next look takes another
            return True  # a worker will meet it, and try again

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.question, self.every)

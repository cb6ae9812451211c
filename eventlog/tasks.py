"""Tasks of the log."""

from __future__ import annotations

from celery import shared_task

from eventlog import checkpoints, corruption
from eventlog.changes import begin_anew
from eventlog.verify import verify


@shared_task(name="eventlog.tasks.write_checkpoint")
def write_checkpoint() -> int:
    """Write the daily checkpoint, unless this day has it, and return its number."""
    row, _path = checkpoints.write(daily=True)
    return row.number


@shared_task(name="eventlog.tasks.look_at_damaged")
def look_at_damaged() -> None:
    """Take back the note on streams that can be read by now, as after an upgrade."""
    corruption.look_again(lambda stream: all(report.error is None for report in verify([stream])))


@shared_task(name="eventlog.tasks.read_all_again")
def read_all_again() -> None:
    """Makes all readers of new events start over. Beat runs it each night, for events that became visible late."""
    begin_anew()

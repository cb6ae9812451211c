"""Tasks of the log."""

from __future__ import annotations

from celery import shared_task

from games.eventlog import checkpoints


@shared_task(name="games.eventlog.tasks.write_checkpoint")  # type: ignore[untyped-decorator]
def write_checkpoint() -> int:
    """Write the daily checkpoint, unless this day has it, and return its number."""
    row, _path = checkpoints.write(daily=True)
    return row.number

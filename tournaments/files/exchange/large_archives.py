"""Archives of large events are made in the background: a row says that one is wanted, a task makes it, and it is kept
for a day, in parts that are sent one after the other.

A task may run twice and may be killed anywhere. The parts are written at its end and in one transaction, so an archive
is there whole or not at all. A lock of the database tells whether somebody is at it. `sweep_archives` queues again what
was lost, and forgets what is old.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from tempfile import TemporaryFile
from uuid import UUID

from celery import shared_task
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from tournaments.domain.queries.tournaments import published_fold_of
from tournaments.files.exchange.background import BackgroundWork
from tournaments.files.exchange.event_archive import EventArchive, archive_of, known_proofs
from tournaments.models import LargeArchive, LargeArchivePart
from web.zips import packed

log = logging.getLogger(__name__)

MOST_AT_ONCE = 400
"""Open games of an archive that is made while somebody waits; each takes a hundredth of a second."""

PART = 1 << 20
"""Bytes of a row."""

MOST_TRIES = 3
KEPT = timedelta(days=1)
WORK = BackgroundWork("large-archive", 0x61726368)

State = LargeArchive.State


def is_large(archive: EventArchive) -> bool:
    """Whether an archive is made in the background."""
    return archive.opened > MOST_AT_ONCE


def archive_now(id: UUID) -> EventArchive:
    """The archive of an event as everybody gets it now."""
    return archive_of(id, published_fold_of(id), known_proofs(id))


def row_of(archive: EventArchive) -> LargeArchive | None:
    """What is known of an archive as it would be now: nothing, if another one was made before."""
    return LargeArchive.objects.filter(tournament=archive.id, digest=archive.digest()).first()


def want(archive: EventArchive) -> LargeArchive:
    """Has an archive made, unless it is there or wanted already; what failed is tried again.

    Side effects: writes a row, instead of one for an archive that would be another now; queues the task after the
    commit.
    """
    digest = archive.digest()
    with transaction.atomic():
        fresh = {"digest": digest, "state": State.WAITING, "tries": 0, "created": timezone.now()}
        row, new = LargeArchive.objects.select_for_update().get_or_create(tournament=archive.id, defaults=fresh)
        if not new and (row.digest != digest or row.state == State.FAILED):
            row.parts.all().delete()
            LargeArchive.objects.filter(tournament=archive.id).update(**fresh)
            row.refresh_from_db()
        if row.state == State.WAITING:
            _queue(archive.id)
    return row


def contents(row: LargeArchive) -> Iterator[bytes]:
    """An archive that is done, in its parts, one in memory at a time."""
    parts = LargeArchivePart.objects.filter(archive=row)
    for number in range(parts.count()):
        yield bytes(parts.values_list("content", flat=True).get(number=number))


def _queue(id: UUID) -> None:
    transaction.on_commit(lambda: make_archive.delay(str(id)))


@shared_task(name="tournaments.tasks.make_archive")
def make_archive(id: str) -> None:
    """Makes an archive that is wanted; does nothing if that is done, or is being done by another process."""
    tournament = UUID(id)
    waiting = LargeArchive.objects.filter(tournament=tournament, state=State.WAITING)
    with transaction.atomic():  # what kills its process each time is not tried for ever
        if not WORK.is_alone(tournament) or not waiting.update(tries=F("tries") + 1):
            return
    try:
        with transaction.atomic():
            row = waiting.first()
            if row is None or not WORK.is_alone(tournament):
                return
            if row.tries > MOST_TRIES:
                waiting.update(state=State.FAILED)
                return
            _write(row)
    except Exception as error:
        # Its message might quote a name. The sweep tries again.
        log.error("the archive of the event %s failed with %s", tournament, type(error).__name__)


@shared_task(name="tournaments.tasks.sweep_archives")
def sweep_archives() -> None:
    """Queues again what no process may be at, and forgets what is a day old. Beat runs it each minute."""
    for id in LargeArchive.objects.filter(state=State.WAITING).values_list("tournament", flat=True)[:100]:
        _queue(id)
    LargeArchive.objects.filter(created__lt=timezone.now() - KEPT).delete()


def _write(row: LargeArchive) -> None:
    """Makes an archive in a file, and writes it down once it is whole: parts hold their row, so a request for the
    archive or the deletion of an account would wait until the last one is there."""
    archive, done = archive_now(row.tournament), 0

    def files() -> Iterator[tuple[str, bytes]]:
        nonlocal done
        for name, content in archive.files():
            if name.startswith("records/"):
                done += 1
                if done % 20 == 0:
                    WORK.report(row.tournament, done, archive.opened)
            yield name, content

    with TemporaryFile() as made:
        made.writelines(packed(files()))
        made.seek(0)
        held = LargeArchive.objects.select_for_update().filter(tournament=row.tournament, created=row.created).first()
        if held is None:  # it went with an account whose name may be in it, or another one is wanted
            return
        held.parts.all().delete()
        for number, content in enumerate(iter(partial(made.read, PART), b"")):
            LargeArchivePart.objects.create(archive=held, number=number, content=content)
    # Somebody may have got another name meanwhile: what was made is what it says it is.
    LargeArchive.objects.filter(tournament=row.tournament).update(state=State.DONE, digest=archive.digest())

"""How the data of an account becomes a zip: a row says that it is wanted, a task makes it, a sweep takes it away.

A task may run twice and may be killed anywhere. Who makes one takes its row for some minutes, and again as it goes on;
the bytes are written in one transaction at the end, so an export is there whole or not at all. One file is in memory
at a time.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial
from tempfile import TemporaryFile
from uuid import UUID

from celery import shared_task
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.template.loader import render_to_string
from django.utils import timezone

from accounts.mails.outbox import post
from accounts.models import Account, Player
from accounts.people.personal_data import DataOwner
from eventlog.statements import execute
from privacy.export import parts_of, written
from privacy.models import DataExport, DataExportPart
from web.zips import packed

log = logging.getLogger(__name__)

KEPT = timedelta(days=3)
"""How long an export can be fetched, and its link holds."""

AGAIN = timedelta(days=1)
"""From one export of an account to the next."""

MOST_TRIES = 3
TAKEN = timedelta(minutes=10)
"""How long a worker has an export for itself without a sign of life."""

PART = 1 << 20
"""Bytes of a row."""

_EVERY = 50  # files between two signs of life

State = DataExport.State


class TooSoon(Exception):
    """An account has had an export lately; `again` says when it may have another one."""

    def __init__(self, again: datetime) -> None:
        super().__init__(again)
        self.again = again


class Overtaken(Exception):
    """The export is no longer wanted, made by another worker, or has a deleted name."""


def export_of(account: Account) -> DataExport | None:
    """The export of an account; None if none was requested, or it has expired."""
    return DataExport.objects.filter(account=account).first()


def want(account: Account, *, site: str) -> DataExport:
    """Request an export of an account. A failed one may be repeated at once.

    Args:
        account: the account, which gets the mail.
        site: the beginning of the link in the mail.

    Side effects: writes the row, in place of the one before; queues the task after the commit.

    Raises:
        TooSoon: the last one was requested less than `AGAIN` ago.
    """
    now = timezone.now()
    with transaction.atomic():
        Account.objects.select_for_update(no_key=True).get(pk=account.pk)
        last = export_of(account)
        if last is not None:
            if last.state != State.FAILED and last.created + AGAIN > now:
                raise TooSoon(last.created + AGAIN)
            last.delete()
        row = DataExport.objects.create(account=account, site=site, created=now, ends=now + KEPT)
        _queue(account.pk)
    return row


def remove(account: Account) -> None:
    """Delete an export early. Its row stays, with the time of the next possible request."""
    with transaction.atomic():
        row = DataExport.objects.select_for_update().filter(account=account).first()
        if row is not None and row.state != State.REMOVED:
            row.parts.all().delete()
            DataExport.objects.filter(pk=row.pk).update(state=State.REMOVED, size=0, named=[], taken_until=None)


def contents(row: DataExport) -> Iterator[bytes]:
    """An export that is made, in its parts, one in memory at a time."""
    parts = DataExportPart.objects.filter(export=row)
    for number in range(parts.count()):
        yield bytes(parts.values_list("content", flat=True).get(number=number))


def remake_exports_naming(player: UUID) -> None:
    """Have the exports that name the player made again, without the name. First the row of the player is taken: an
    export that is being written is complete by then, or finds the player deleted."""
    list(Player.objects.select_for_update().filter(pk=player).values_list("pk", flat=True))
    naming = DataExport.objects.exclude(named=[]).filter(named__contains=[player])
    for export in naming.select_for_update().order_by("pk"):
        DataExportPart.objects.filter(export=export).delete()
        fresh = {"state": State.WAITING, "tries": 0, "named": [], "size": 0, "files": 0}
        DataExport.objects.filter(pk=export.pk).update(**fresh)


def make(account: UUID) -> None:
    """Make an export that is wanted; nothing if that is done, or is being done by another process."""
    row = _take(account)
    if row is None:
        return
    if row.tries > MOST_TRIES:
        DataExport.objects.filter(pk=row.pk, state=State.WAITING).update(state=State.FAILED)
        return
    try:
        _write(row)
    except Overtaken:
        DataExport.objects.filter(pk=row.pk, state=State.WAITING, tries=row.tries).update(taken_until=None)
    except Exception as error:
        # Its message might quote what is somebody's own. The sweep tries again.
        log.error("the export %s failed with %s", row.pk, type(error).__name__)


@shared_task
def sweep() -> None:
    """Queue again what no process is at, and take away what has had its time. Beat runs it each minute."""
    now = timezone.now()
    for account in _free(now).order_by("created").values_list("account", flat=True)[:100]:
        _queue(account)
    DataExport.objects.filter(ends__lte=now).delete()


def _queue(account: UUID) -> None:
    transaction.on_commit(lambda: make_export.delay(str(account)))


@shared_task
def make_export(account: str) -> None:
    """See `make`."""
    make(UUID(account))


def _free(now: datetime) -> QuerySet[DataExport]:
    return DataExport.objects.filter(Q(taken_until=None) | Q(taken_until__lte=now), state=State.WAITING)


def _take(account: UUID) -> DataExport | None:
    now = timezone.now()
    taken = _free(now).filter(account=account)
    if not taken.update(tries=F("tries") + 1, taken_until=now + TAKEN, files=0):
        return None
    return DataExport.objects.filter(account=account).select_related("account").first()


def pieces(owner: DataOwner) -> Iterator[tuple[str, Iterator[bytes]]]:
    """The files of an export: the name and the content of each, in pieces."""
    yield "README.txt", iter([render_to_string("privacy/data_readme.txt").encode()])
    for part in parts_of(owner):
        yield f"{part.path}.json", written(part.content)


def _write(row: DataExport) -> None:
    player = Player.objects.get(account=row.account_id)
    owner, files = DataOwner(player.pk, row.account_id), 0
    mine = DataExport.objects.filter(pk=row.pk, state=State.WAITING, tries=row.tries)

    def counted() -> Iterator[tuple[str, Iterator[bytes]]]:
        nonlocal files
        for files, piece in enumerate(pieces(owner), 1):
            if files % _EVERY == 0 and not mine.update(files=files, taken_until=timezone.now() + TAKEN):
                raise Overtaken
            yield piece

    with TemporaryFile() as made:
        made.writelines(packed(counted()))
        size = made.tell()
        made.seek(0)
        with transaction.atomic():
            _hold(mine, owner)
            for number, content in enumerate(iter(partial(made.read, PART), b"")):
                DataExportPart.objects.create(export=row, number=number, content=content)
            mine.update(state=State.DONE, files=files, size=size, named=sorted(owner.named), taken_until=None)
            post("export", site=row.site, account=row.account, about=row.pk)


_HELD = b"SELECT id FROM players_player WHERE id = ANY(%s) ORDER BY id FOR KEY SHARE"


def _hold(mine: QuerySet[DataExport], owner: DataOwner) -> None:
    """Hold the export, and before it whoever is named there: who goes meanwhile goes first, or finds the export.

    Raises:
        Overtaken: an account was deleted; start again.
    """
    named = sorted(owner.named | {owner.player})
    result = execute(_HELD, (named,))
    if len(result) != len(named) or not list(mine.select_for_update().values_list("pk", flat=True)):
        raise Overtaken

"""Large files become events in the background: the file waits in a row, a task does the work, a page tells the rest.

A task may run twice and may be killed anywhere. The event is written in one transaction, under the id that its form
was given, so it is there whole or not at all, and once. A lock of the database tells whether somebody is at it: it ends
with the process. `sweep` queues again what was lost, and forgets what is old.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import UUID

from celery import shared_task
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.agreements.requirement import NotAgreed
from accounts.conduct.restrictions import PlayerBarred
from accounts.models import Player
from games.rules import Illegal
from tournaments.domain.drafts import refuse
from tournaments.files.exchange.background import BackgroundWork
from tournaments.files.exchange.imports import Choices, check_import, import_tournament, understood
from tournaments.files.formats.record import TournamentRecord
from tournaments.models import LargeImport
from tournaments.scoring.points import Scoring

log = logging.getLogger(__name__)

LARGE = 2000
"""Entries, games and pairs kept apart of a file that take a second; what has more is done in the background."""

MOST_WAITING = 2
"""Of one organiser."""

MOST_TRIES = 4
KEPT = timedelta(days=1)
WORK = BackgroundWork("large-import", 0x696D706F)

State = LargeImport.State


class _CalledOff(Exception):
    """Somebody called the import off while it was done: nothing of it is kept."""


def is_large(record: TournamentRecord) -> bool:
    games = sum(len(match.games) for item in record.played for match in item.boards)
    return len(record.entries) + len(record.forbidden) + games > LARGE


def keep(*, id: UUID, record: TournamentRecord, text: str, choices: Choices, owner: UUID) -> LargeImport:
    """Keeps a file until a task has imported it. The same again is no second one; what failed or was called off is
    begun anew.

    Side effects: writes a row; queues the task after the commit.

    Args:
        choices, owner: as for `import_tournament`.
        id: of the tournament to be.
        record: what was understood of the text.

    Raises:
        Illegal: as `import_tournament`, as far as that is known before; `imports-waiting` (`most`).
    """
    check_import(record, choices, owner)
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(id=owner)  # of two files at once the second counts the first
        waiting = LargeImport.objects.filter(owner=owner, state=State.WAITING).exclude(id=id)
        if waiting.count() >= MOST_WAITING:
            raise refuse("imports-waiting", most=MOST_WAITING)
        values = {
            "text": text,
            "choices": _choices_value(choices),
            "state": State.WAITING,
            "refusal": None,
            "tries": 0,
            "created": timezone.now(),
        }
        row, new = LargeImport.objects.select_for_update().get_or_create(id=id, defaults=values | {"owner": owner})
        if row.owner != owner:
            raise refuse("not-allowed", role="owner")
        if not new and row.state in (State.FAILED, State.CANCELLED):
            LargeImport.objects.filter(id=id).update(**values)
            row.refresh_from_db()
        transaction.on_commit(lambda: _queue(id))
    return row


def _queue(id: UUID) -> None:
    try:
        import_large.delay(str(id))
    except Exception as error:  # the sweep tries again
        log.error("the import %s was not queued: %s", id, type(error).__name__)


@shared_task(name="tournaments.tasks.import_large")
def import_large(import_id: str) -> None:
    """Makes an event of a large file that waits; does nothing if it is there."""
    run(UUID(import_id))


@shared_task(name="tournaments.tasks.sweep_imports")
def sweep_imports() -> None:
    """Queues large imports again whose message or process was lost, and forgets old ones."""
    sweep()


def run(id: UUID) -> None:
    """Imports a file that was kept; does nothing if that is done, was called off, or is being done by another process.

    Side effects: as `import_tournament`; says in the row how it ended.
    """
    waiting = LargeImport.objects.filter(id=id, state=State.WAITING)
    with transaction.atomic():  # what kills its process each time is not tried for ever
        if not WORK.is_alone(id) or not waiting.update(tries=F("tries") + 1):
            return
    try:
        with transaction.atomic():
            row = waiting.first()
            if row is None or not WORK.is_alone(id):
                return
            if row.tries > MOST_TRIES:
                raise refuse("import-broken")
            _import(row)
    except _CalledOff:
        return
    except (PlayerBarred, NotAgreed):  # since it was kept
        waiting.update(state=State.CANCELLED, text="")
    except Illegal as error:
        value = {"code": error.refusal.code, "params": dict(error.refusal.params)}
        waiting.update(state=State.FAILED, refusal=value)
    except Exception as error:
        # Its message might quote the file. The sweep tries again.
        log.error("the import %s failed with %s", id, type(error).__name__)


def _import(row: LargeImport) -> None:
    result = understood(row.text)
    if result.record is None or result.errors:
        raise refuse("import-broken")
    import_tournament(
        record=result.record,
        choices=_choices(row.choices),
        owner=row.owner,
        id=row.id,
        progress=partial(WORK.report, row.id),
    )
    if not LargeImport.objects.filter(id=row.id, state=State.WAITING).update(state=State.DONE, text=""):
        raise _CalledOff


def call_off(*, id: UUID, by: UUID) -> bool:
    """Calls an import off that is not done yet; whether it was so. Side effects: the file is gone."""
    mine = LargeImport.objects.filter(id=id, owner=by, state=State.WAITING)
    return bool(mine.update(state=State.CANCELLED, text=""))


def sweep() -> None:
    """Queues again what no process may be at, and forgets what is a day old. Beat runs it each minute."""
    for id in LargeImport.objects.filter(state=State.WAITING).values_list("id", flat=True)[:100]:
        _queue(id)
    LargeImport.objects.filter(created__lt=timezone.now() - KEPT).delete()


# -- the choices as a row keeps them --------------------------------------------------------------


def _choices_value(choices: Choices) -> dict[str, Any]:
    players = [[*place, str(player)] for place, player in (choices.players or {}).items()]
    value = {name: getattr(choices, name) for name in ("name", "variant", "format", "going_on", "rounds", "zone")}
    return value | {"scoring": choices.scoring.value(), "tiebreaks": list(choices.tiebreaks), "players": players}


def _choices(value: dict[str, Any]) -> Choices:
    players = {(entry, at): UUID(player) for entry, at, player in value["players"]}
    scoring = Scoring.from_value(value["scoring"])
    return Choices(**value | {"scoring": scoring, "tiebreaks": tuple(value["tiebreaks"]), "players": players})

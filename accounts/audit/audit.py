"""The audit: who with powers did what.

    record(Action.HID_MESSAGE, by=request.user.pk, on=messages)

Each act is an event of one stream of the log. So the database refuses to change or to remove it, its hash chain and the
daily checkpoints show whether somebody did so all the same, and it can hold ids and codes alone: deleting an account
leaves no name behind. What pages list is a projection, which `rebuild` makes again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import cast
from uuid import UUID

from django.db.models import Model

from accounts.audit.models import AuditEntry
from eventlog.field_types import SLUG, Slug
from eventlog.registry import Stored, event, projection
from eventlog.statements import write
from eventlog.store import Conflict, append

Action = AuditEntry.Action

STREAM = UUID("76657869-6c6c-756d-6175-646974000001")
"""The stream of the audit."""

ATTEMPTS = 20  # how often others may be faster


@event("staff-acted")
@dataclass(frozen=True, slots=True)
class StaffActed:
    """Somebody with powers did something; the actor of the event is the account, none for a command on the server.

    Attributes:
        action: a value of `Action`.
        kind: what it was done to, as `app-model`.
        row: the id of that row, where ids are random.
        number: the number of that row, where rows are numbered.
        fields: the fields that were changed.
    """

    action: Slug
    kind: Slug | None = None
    row: UUID | None = None
    number: int | None = None
    fields: tuple[Slug, ...] | None = None


def record(action: Action, *, by: UUID | None, on: Iterable[Model] = (), fields: Iterable[str] = ()) -> None:
    """Write into the audit that something was done to these rows, in one transaction with the doing.

    Call it inside the transaction that does it: then neither is there without the other.

    Args:
        action: what was done.
        by: the id of the account that did it; None for a command on the server.
        on: the rows that it was done to, an entry each. Nothing is written for no rows.
        fields: the names of the fields that were changed; what is no slug is left out.
    """
    names = tuple(sorted(name for name in fields if SLUG.matches(name) and len(name) <= SLUG.longest)) or None
    events = [StaffActed(action.value, kind_of(type(row)), *_id(row), names) for row in on]
    if events:
        _append(events, by)


def kind_of(model: type[Model]) -> str:
    """What the audit calls the rows of a model.

    >>> from accounts.models import Player
    >>> kind_of(Player)
    'players-player'
    """
    return f"{model._meta.app_label}-{model._meta.model_name}"


def _id(row: Model) -> tuple[UUID | None, int | None]:
    return (row.pk, None) if isinstance(row.pk, UUID) else (None, int(row.pk))


def _append(events: Sequence[StaffActed], by: UUID | None) -> None:
    last = AuditEntry.objects.values_list("version", flat=True).first() or 0
    for attempt in range(ATTEMPTS):
        try:
            append(stream=STREAM, expected=last, events=events, actor=by)
            return
        except Conflict as faster:  # somebody else acted in this moment
            if faster.actual is None or attempt == ATTEMPTS - 1:
                raise
            last = faster.actual


_WRITE = b"""
INSERT INTO moderation_auditentry (version, position, time, actor, action, kind, target, fields)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s)
"""


def _applied_versions(_streams: Sequence[UUID]) -> dict[UUID, int]:
    return {STREAM: AuditEntry.objects.values_list("version", flat=True).first() or 0}


@projection(
    "audit", events=[StaffActed], tables=["moderation_auditentry"], writes_only=True, applied_versions=_applied_versions
)
def project_audit(stored: Sequence[Stored]) -> None:
    """A row an event."""
    rows = []
    for item in stored:
        acted = cast(StaffActed, item.event)
        target = "" if acted.row is None and acted.number is None else str(acted.row or acted.number)
        fields = " ".join(acted.fields or ())
        rows.append(
            (item.version, item.position, item.time, item.actor, acted.action, acted.kind or "", target, fields)
        )
    write("moderation_auditentry", _WRITE, rows)

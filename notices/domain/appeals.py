"""Tells of appeals, with what is appended: who appeals of the answer, the moderator of what the player wrote."""

from __future__ import annotations

from accounts.cases import events as e
from accounts.cases.appeals import kept_from, operators
from accounts.cases.listeners import CaseHappened, written_with_case
from accounts.cases.models import Appeal
from notices.domain.commands import notify
from notices.kinds.appeals import ANSWERED, EASED, OVERDUE, RISEN, STANDS, WRITTEN
from notices.models import Kind


@written_with_case
def tell_of_appeals(happened: CaseHappened) -> None:
    """Tells both sides. Who appeals is told by a mail too, whatever becomes of the notice."""
    for event in happened.events:
        match event:
            case e.AppealWritten(by_staff=True):
                _tell_player(happened, event, ANSWERED)
            case e.AppealWritten():
                _tell_holder(happened, event)
            case e.AppealRisen():
                _tell_player(happened, event, RISEN)
                _tell_operators(event)
            case e.AppealDecided(outcome="stands"):
                _tell_player(happened, event, STANDS)
            case e.AppealDecided(outcome="eased"):
                _tell_player(happened, event, EASED)


def _tell_player(
    happened: CaseHappened, event: e.AppealWritten | e.AppealRisen | e.AppealDecided, version: int
) -> None:
    notify(happened.after.penalties[event.penalty].player, Kind.APPEAL, version=version, mail=False)


def _tell_holder(happened: CaseHappened, event: e.AppealWritten) -> None:
    holder = happened.after.appeals[event.penalty].holder(happened.after.changed)
    if holder is not None:
        notify(holder, Kind.HEARING, version=WRITTEN)


def _tell_operators(event: e.AppealRisen) -> None:
    row = Appeal.objects.filter(pk=event.penalty).first()
    for operator in operators():
        if row is not None and not kept_from([row], operator):
            notify(operator, Kind.HEARING, version=OVERDUE)

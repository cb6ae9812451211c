"""When penalties take effect: rooms above register what is done (`accounts.cases.registry.effect`), a worker does it.

What is to be done is a row, written in the transaction of the event; so it is done though a process dies, and a penalty
that ends finds its end. What a beginning does is done twice, the second time a minute later: somebody may have been
coming through a door as it shut. What was done, and must be undone should the penalty be reversed, rooms `remember`.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.utils import timezone

from accounts.cases import events as e
from accounts.cases.models import DueEffect, EffectMark
from accounts.cases.registry import When, effects_of
from accounts.models import Penalty
from eventlog.canonical import at as as_time

log = logging.getLogger(__name__)

ONCE_MORE = timedelta(minutes=1)
AGAIN = timedelta(minutes=3)
"""After which what has failed, or died with its process, is tried again."""

MOST = 200
"""Rows of one sweep; the next takes the rest."""


PLANNED = (e.Penalised, e.PenaltyEnded, e.PenaltyReversed, e.AppealDecided)
"""The events of a case that something follows from."""


# -- what is to be done -------------------------------------------------------------------------------


def plan(events: Sequence[Any], at: datetime) -> None:
    """Writes down what follows from events of a case, in the transaction at hand.

    Args:
        at: when they happened.
    """
    for event in events:
        match event:
            case e.Penalised():
                _due(event.penalty, When.BEGINS, at)
                if event.ends is not None:
                    _due(event.penalty, When.ENDS, as_time(event.ends))
            case e.PenaltyEnded():
                _due(event.penalty, When.ENDS, at)
            case e.AppealDecided(outcome="eased"):
                _due(event.penalty, When.ENDS, at if event.ends is None else as_time(event.ends))
            case e.PenaltyReversed():
                DueEffect.objects.filter(penalty=event.penalty).delete()
                _due(event.penalty, When.REVERSED, at)


def _due(penalty: UUID, when: When, at: datetime) -> None:
    row = {"at": at, "passes": 0}
    DueEffect.objects.update_or_create(penalty=penalty, when=when.value, defaults=row)


def take_due() -> int:
    """Does what is due and is not done yet; returns how many penalties that was."""
    found = DueEffect.objects.filter(at__lte=timezone.now()).order_by("at", "id")[:MOST]
    return sum(_take(row) for row in found)


def take_effect(penalty: UUID) -> int:
    """Does what is due of one penalty now."""
    return sum(_take(row) for row in DueEffect.objects.filter(penalty=penalty, at__lte=timezone.now()))


def _take(row: DueEffect) -> int:
    """Does it, unless another worker has just begun to."""
    now = timezone.now()
    if not DueEffect.objects.filter(pk=row.pk, at=row.at, passes=row.passes).update(at=now + AGAIN):
        return 0
    penalty = Penalty.objects.filter(pk=row.penalty).first()
    when = When(row.when)
    done = penalty is None or not _is_so(penalty, when, now) or _do(penalty, when)
    mine = DueEffect.objects.filter(pk=row.pk, at=now + AGAIN)
    if done and (penalty is None or when is not When.BEGINS or row.passes):
        mine.delete()
    elif done:
        mine.update(at=now + ONCE_MORE, passes=row.passes + 1)
    return 1


def _is_so(penalty: Penalty, when: When, now: datetime) -> bool:
    """Whether that is how the penalty stands: it may have been reversed or eased meanwhile."""
    if when is When.REVERSED:
        return penalty.reversed_at is not None
    over = penalty.ends is not None and penalty.ends <= now
    return penalty.reversed_at is None and over == (when is When.ENDS)


def _do(penalty: Penalty, when: When) -> bool:
    """Does all that is registered, each whatever becomes of the others; returns whether nothing failed."""
    failed = False
    for function in effects_of(penalty.kind, when):
        try:
            function(penalty)
        except Exception as error:
            failed = True
            log.error("penalty %s: %s failed: %s", penalty.pk, function.__name__, type(error).__name__)
    return not failed


# -- what was done ------------------------------------------------------------------------------------


def remember(penalty: UUID, what: str, target: UUID, number: int = 0) -> bool:
    """Keeps that a penalty did something, so that its reversal undoes that and nothing else; returns whether that is
    news, for what is to be done once.

    Args:
        what: a slug of the room that did it.
        target: the id of what it was done to.
        number: which part of it, such as an entry.
    """
    row = EffectMark(penalty=penalty, what=what, target=target, number=number)
    made = EffectMark.objects.filter(penalty=penalty, what=what, target=target, number=number)
    if made.exists():
        return False
    EffectMark.objects.bulk_create([row], ignore_conflicts=True)
    return True


def remembered(penalty: UUID, what: str) -> list[tuple[UUID, int]]:
    """What a penalty did of a kind: targets and numbers, in the order in which it did it."""
    found = EffectMark.objects.filter(penalty=penalty, what=what).order_by("id")
    return list(found.values_list("target", "number"))


def forget(penalty: UUID, what: str, target: UUID, number: int = 0) -> None:
    """Forgets an effect that is undone.

    Args:
        penalty: the id of the penalty that had it.
        what: the kind of the effect.
        target, number: what it was done to, as in `remember`.
    """
    EffectMark.objects.filter(penalty=penalty, what=what, target=target, number=number).delete()

"""What follows from penalties, as rows: what is due (`moderation.sanctions.effects` does it), and what was done.

What is to be done is written in the transaction of the event; so it is done though a process dies, and a penalty that
ends finds its end. What was done, and must be undone should the penalty be reversed, sanctions `remember`.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from eventlog.canonical import at as as_time
from moderation.cases import events as e
from moderation.cases.models import DueEffect, EffectMark


class When(StrEnum):
    """When something is done because of a penalty."""

    BEGINS = "begins"
    ENDS = "ends"
    REVERSED = "reversed"


PLANNED = (e.Penalised, e.PenaltyEnded, e.PenaltyReversed, e.AppealDecided)
"""The events of a case that something follows from."""


# -- pending effects -------------------------------------------------------------------------------


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
    marks = EffectMark.objects.filter(penalty=penalty, what=what).order_by("id")
    return list(marks.values_list("target", "number"))


def forget(penalty: UUID, what: str, target: UUID, number: int = 0) -> None:
    """Forgets an effect that is undone.

    Args:
        penalty: the id of the penalty that had it.
        what: the kind of the effect.
        target, number: what it was done to, as in `remember`.
    """
    EffectMark.objects.filter(penalty=penalty, what=what, target=target, number=number).delete()

"""What is done for cases in the background. Messages hold ids alone; every task may run twice."""

from __future__ import annotations

import logging
from uuid import UUID

from celery import shared_task
from kombu.exceptions import OperationalError

from moderation.cases import appeals
from moderation.cases.due_effects import PLANNED
from moderation.cases.listeners import CaseUpdated, on_case
from moderation.sanctions import effects

log = logging.getLogger(__name__)


@shared_task
def take_effect(penalty: str) -> int:
    """Have a penalty take effect that was decided just now, or is reversed."""
    return effects.take_effect(UUID(penalty))


@on_case
def take_effect_soon(happened: CaseUpdated) -> None:
    """Tell a worker of penalties. If the broker is away the sweep will find what is due."""
    for penalty in {event.penalty for event in happened.events if isinstance(event, PLANNED)}:
        try:
            take_effect.apply_async((str(penalty),), retry=False)
        except (OperationalError, OSError) as error:
            log.warning("a penalty waits for the sweep: %s", type(error).__name__)


@shared_task
def take_due_effects() -> int:
    """Do what follows from penalties and is due: what begins, ends or is reversed. Beat runs it each minute."""
    return effects.take_due()


@shared_task
def rise_appeals() -> int:
    """Let appeals go to the operators that no moderator has decided in time. Beat runs it each minute."""
    return appeals.rise_due()

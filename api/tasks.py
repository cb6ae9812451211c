"""Work in the background: webhooks, and what is tidied away once a day. Messages hold ids of webhooks
and programs only; every task may run twice."""

from __future__ import annotations

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from api.models import KeptAnswer
from api.oauth import revocation
from api.tokens.tokens import forget_old
from api.webhooks import delivery, triggers

KEPT = timedelta(days=1)
"""How long an answer is stored for repeated requests."""

MOST_TO_GO = 100
"""Programs with an interrupted deletion that a day continues."""


@shared_task
def tidy() -> int:
    """Forget answers that are a day old, tokens that were over long ago, and old deliveries; return how many rows went.
    Goes on with programs whose end was broken off. Safe to run twice."""
    for program in revocation.to_go().values_list("pk", flat=True)[:MOST_TO_GO]:
        revocation.clear_program.delay(program)
    answers = KeptAnswer.objects.filter(created__lt=timezone.now() - KEPT).delete()[0]
    return answers + forget_old() + delivery.forget_old() + triggers.forget_over()


@shared_task
def sweep_webhooks() -> None:
    """Write down what webhooks are to be told that no process has, and have all delivered that waits. Beat runs it each
    minute.
    """
    triggers.sweep()
    for webhook in delivery.waiting(timezone.now()):
        delivery.deliver_waiting.delay(str(webhook))

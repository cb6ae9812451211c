"""What is tidied away once a day."""

from __future__ import annotations

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from api.models import KeptAnswer
from api.tokens.granting import forget_old

KEPT = timedelta(days=1)
"""For so long an answer is kept for who asks again."""


@shared_task
def tidy() -> int:
    """Forget answers that are a day old, and tokens that were over long ago; return how many rows went. Safe to run
    twice."""
    return KeptAnswer.objects.filter(created__lt=timezone.now() - KEPT).delete()[0] + forget_old()

"""Penalties for tests, as the projection of cases writes them."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from django.utils import timezone

from accounts.models import Penalty


def impose(player: UUID, kind: str, **value: Any) -> Penalty:
    known = {"id": uuid4(), "case": uuid4(), "rule": "respect", "begins": timezone.now()}
    return Penalty.objects.create(player=player, kind=kind, **{**known, **value})

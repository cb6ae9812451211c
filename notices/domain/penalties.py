"""Tells players that a moderator has decided about them: when it begins, ends, and is taken back."""

from __future__ import annotations

from django.db import transaction

from accounts.cases.effects import remember
from accounts.cases.registry import When, effect
from accounts.models import Penalty
from notices.domain.commands import notify
from notices.kinds.penalties import BEGAN, OVER, TAKEN_BACK
from notices.models import Kind


def _tell(penalty: Penalty, version: int, when: When) -> None:
    with transaction.atomic():  # or it would be remembered that somebody was told who was not
        if remember(penalty.pk, f"told-{when.value}", penalty.pk):
            notify(penalty.player, Kind.PENALTY, version=version, mail=False)


@effect(*Penalty.Kind.values)
def tell_beginning(penalty: Penalty) -> None:
    """Tells the player that there is something to read."""
    _tell(penalty, BEGAN, When.BEGINS)


@effect(*Penalty.Kind.values, when=When.REVERSED)
def tell_reversal(penalty: Penalty) -> None:
    """Tells the player that it is taken back."""
    _tell(penalty, TAKEN_BACK, When.REVERSED)


@effect(*Penalty.Kind.values, when=When.ENDS)
def tell_end(penalty: Penalty) -> None:
    """Tells the player that it is over."""
    _tell(penalty, OVER, When.ENDS)

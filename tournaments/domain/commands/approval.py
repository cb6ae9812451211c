"""Whom the operator trusts with rated events.

Anybody may organise events, and what is played in them at the board may be rated. An arbiter's decision counts for the
ratings, and a place as an honour, only in events of organisers whom the operator approved: else an account and a friend
could make up both. Operators approve accounts in the admin or by `manage.py approve_organiser`, and are approved
themselves. It is asked once, when an event starts; from then on the log holds it (`TournamentStarted`).
"""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.db.models import Q

from accounts.audit import audit
from accounts.audit.audit import Action
from accounts.audit.refusals import NotAllowed
from accounts.models import Account, Player
from tournaments.domain.state import TournamentFold


def is_approved(player: UUID | None) -> bool:
    trusted = Q(organiser=True) | Q(account__is_superuser=True)
    return player is not None and Player.objects.filter(trusted, id=player, account__is_active=True).exists()


def approve(account: Account, *, by: UUID | None, withdraw: bool = False) -> bool:
    """Approves an account for rated events, or takes that back, and writes it into the audit. Events that have begun
    keep what they have.

    Args:
        withdraw: take it back.
        by: the account that does it; None for a command on the server.

    Returns:
        Whether anything was different before.

    Raises:
        NotAllowed: `bot`: a program plays for the account.
    """
    with transaction.atomic():
        mine = Player.objects.select_for_update(no_key=True).filter(account=account)
        if not withdraw and any(player.machine for player in mine):
            raise NotAllowed("bot")
        changed = mine.filter(organiser=withdraw).update(organiser=not withdraw)
        if changed:
            action = Action.WITHDREW_APPROVAL if withdraw else Action.APPROVED_ORGANISER
            audit.record(action, by=by, on=[account])
    return bool(changed)


def owner_of(now: TournamentFold) -> UUID | None:
    return next((player for player, role in now.roles.items() if role == "owner"), None)

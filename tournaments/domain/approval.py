"""Whom the operator trusts with rated events.

Anybody may organise events, and what is played in them at the board may be rated. An arbiter's decision counts for the
ratings, and a place as an honour, only in events of organisers whom the operator approved: else an account and a friend
could make up both. The approval is a permission of the account, given in the admin or by `manage.py
approve_organiser`. It is asked once, when an event starts; from then on the log holds it (`TournamentStarted`).
"""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.models import Permission

from players.models import Account
from tournaments.domain.fold import TournamentFold

__all__ = ["HOLD_RATED", "approve", "is_approved", "owner_of"]

HOLD_RATED = "hold_rated"
"""The code name of the permission."""


def is_approved(player: UUID | None) -> bool:
    """Whether a player may hold rated events, by the own permission or that of a group; operators may."""
    if player is None:
        return False
    allowed = Account.objects.with_perm(f"tournaments.{HOLD_RATED}", backend="players.backend.AccountBackend")
    return bool(allowed.filter(player=player).exists())


def approve(account: Account, *, withdraw: bool = False) -> None:
    """Gives an account the permission, or takes it back; events that have begun keep what they have."""
    permission = Permission.objects.get(content_type__app_label="tournaments", codename=HOLD_RATED)
    if withdraw:
        account.user_permissions.remove(permission)
    else:
        account.user_permissions.add(permission)


def owner_of(now: TournamentFold) -> UUID | None:
    """The organiser of a tournament."""
    return next((player for player, role in now.roles.items() if role == "owner"), None)

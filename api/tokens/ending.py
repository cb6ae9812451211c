"""A new password ends all tokens of its account, as it ends its sessions: who chooses one because somebody else was in
the account is rid of what that somebody has made. So does the owner of the old address who stops a change of it, and
an operator who closes an account or takes its second factors away."""

from __future__ import annotations

from typing import Any

from allauth.account.signals import password_changed, password_reset, password_set
from django.dispatch import receiver

from api.tokens.granting import revoke_all
from players.erasing.sessions import distrusted
from players.models import Account


@receiver([password_changed, password_reset, password_set, distrusted])
def _ends_tokens(user: Account, **told: Any) -> None:
    revoke_all(user)

"""A new password ends all tokens of its account, as it ends its sessions: who chooses one because somebody else was in
the account is rid of what that somebody has made. So does the owner of the old address who stops a change of it, and
an operator who closes an account or takes its second factors away. Tokens that go with their account take their
streams with them."""

from __future__ import annotations

from typing import Any

from allauth.account.signals import password_changed, password_reset, password_set
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.utils import timezone

from accounts.authentication.session_revocation import distrusted
from accounts.models import Account
from api.models import AccessToken
from api.tokens.grants import end_streams
from api.tokens.tokens import revoke_all


@receiver([password_changed, password_reset, password_set, distrusted])
def _ends_tokens(user: Account, **value: Any) -> None:
    revoke_all(user)


@receiver(post_delete, sender=AccessToken)
def _ends_streams(instance: AccessToken, **value: Any) -> None:
    if instance.works(timezone.now()):
        end_streams([instance.pk])

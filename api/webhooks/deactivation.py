"""Stops webhooks: an intruder in the account may have added one, and would still be notified of its games."""

from __future__ import annotations

from typing import Any

from allauth.account.signals import password_changed, password_reset, password_set
from django.dispatch import receiver

from accounts.authentication.session_revocation import distrusted
from accounts.models import Account
from api.models import Webhook
from api.webhooks.delivery import stop


@receiver([password_changed, password_reset, password_set, distrusted])
def _stops_webhooks(user: Account, **value: Any) -> None:
    for hook in Webhook.objects.filter(account=user, stopped=None):
        stop(hook, Webhook.Reason.ACCOUNT)

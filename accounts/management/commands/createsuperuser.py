"""Django's `createsuperuser`, written into the audit."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.management.commands import createsuperuser

from accounts.audit import audit
from accounts.audit.audit import Action
from accounts.models import Account


class Command(createsuperuser.Command):
    """Makes the first operator."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the account. It asks questions, so no transaction waits for the answers."""
        before = set(Account.objects.filter(is_superuser=True).values_list("pk", flat=True))
        super().handle(*args, **options)
        made = Account.objects.filter(is_superuser=True).exclude(pk__in=before)
        audit.record(Action.APPOINTED_OPERATOR, by=None, on=made)

"""Django's `changepassword`, written into the audit: with the old password go the sessions, streams and tokens."""

from __future__ import annotations

import getpass
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth.management.commands import changepassword
from django.db import transaction

from accounts.audit import audit
from accounts.audit.audit import Action
from accounts.authentication.session_revocation import distrusted, end_sessions
from accounts.models import Account


class Command(changepassword.Command):
    """Sets a password: for who runs the server, and has every key to it anyway."""

    def handle(self, *args: Any, **options: Any) -> Any:
        """Set it. It asks questions, so no transaction waits for the answers."""
        options["username"] = options["username"] or getpass.getuser()
        text = super().handle(*args, **options)
        with transaction.atomic():
            accounts = Account.objects.filter(username=options["username"])
            audit.record(Action.SET_PASSWORD, by=None, on=accounts)
            for account in accounts:
                addresses = EmailAddress.objects.filter(user=account).values_list("email", flat=True)
                end_sessions(account, {account.email, *addresses})
                distrusted.send(Account, user=account)
        return text

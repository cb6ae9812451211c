"""Django's `changepassword`, written into the audit."""

from __future__ import annotations

import getpass
from typing import Any

from django.contrib.auth.management.commands import changepassword

from players.models import Account
from players.moderation import audit
from players.moderation.audit import Action


class Command(changepassword.Command):
    """Sets a password: for who runs the server, and has every key to it anyway."""

    def handle(self, *args: Any, **options: Any) -> Any:
        """Set it. It asks questions, so no transaction waits for the answers."""
        options["username"] = options["username"] or getpass.getuser()
        told = super().handle(*args, **options)
        audit.record(Action.SET_PASSWORD, by=None, on=Account.objects.filter(username=options["username"]))
        return told

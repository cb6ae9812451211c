"""Approve an organiser for rated events."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from accounts.audit.refusals import NotAllowed
from accounts.models import Account
from tournaments.domain.commands.approval import approve


class Command(BaseCommand):
    """Safe to run again. It holds for events that start from now on. Exit 2 if there is no such account."""

    help = "Let an account hold rated events: arbiters' decisions count there, and places are honours."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the options."""
        parser.add_argument("name", metavar="NAME", help=_("the user name of the account"))
        parser.add_argument("--withdraw", action="store_true", help=_("take the approval back"))

    def handle(self, *args: Any, **options: Any) -> None:
        """Give or take it, and say so."""
        account = Account.objects.filter(username__iexact=options["name"], player__guest=False).first()
        if account is None:
            raise CommandError(_("There is no account “%(name)s”.") % {"name": options["name"]}, returncode=2)
        try:
            approve(account, by=None, withdraw=options["withdraw"])
        except NotAllowed:
            result = _("%(name)s is a bot: who holds rated events is a person.") % {"name": account.username}
            raise CommandError(result) from None
        text = (
            _("%(name)s is not approved for rated events any more.")
            if options["withdraw"]
            else _("%(name)s is approved for rated events that start from now on.")
        )
        self.stdout.write(text % {"name": account.username})

"""Take all second factors of an account away, after the loss of all of them."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from accounts.models import Account
from moderation.staff.powers import reset_factors


class Command(BaseCommand):
    """Safe to run again."""

    help = "Remove all passkeys, apps and recovery codes of an account; it is signed out, and told by mail."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help=_("the user name, in any case"))

    def handle(self, *args: Any, **options: Any) -> None:
        """Reset, and say what the account can do now."""
        account = Account.objects.filter(username__iexact=options["name"]).first()
        if account is None:
            raise CommandError(_("There is no account %(name)s.") % {"name": options["name"]})
        text = (
            _("%(name)s has no second factor any more, and signs in with the password.")
            if reset_factors(account, by=None)
            else _("%(name)s had no second factor.")
        )
        self.stdout.write(text % {"name": account.username})

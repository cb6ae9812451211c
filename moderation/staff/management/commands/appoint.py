"""Make somebody a moderator or an operator, or take all powers away."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from accounts.audit.refusals import NotAllowed
from accounts.models import Account
from moderation.staff.moderators import Role, appoint, role_of


class Command(BaseCommand):
    """Safe to run again: existing members stay."""

    help = "Make an account a moderator or an operator, or take all powers away (nobody)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help=_("the user name, in any case"))
        parser.add_argument("role", choices=Role.ALL)

    def handle(self, *args: Any, **options: Any) -> None:
        """Appoint, and say what the account is now."""
        account = Account.objects.filter(username__iexact=options["name"]).first()
        if account is None:
            raise CommandError(_("There is no account %(name)s.") % {"name": options["name"]})
        if options["role"] != Role.NOBODY and not (account.is_active and account.has_usable_password()):
            raise CommandError(
                _("%(name)s is closed, or a guest without a password: nobody could sign in.")
                % {"name": account.username}
            )
        try:
            appoint(account, options["role"], by=None)
        except NotAllowed:
            text = _("%(name)s is a bot: the staff are people.") % {"name": account.username}
            raise CommandError(text) from None
        words = {
            Role.MODERATOR: _("%(name)s is a moderator."),
            Role.OPERATOR: _("%(name)s is an operator."),
            Role.NOBODY: _("%(name)s has no powers."),
        }
        self.stdout.write(words[role_of(account)] % {"name": account.username})

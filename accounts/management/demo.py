"""Accounts of a demo, whose passwords everybody knows."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from accounts.agreements.texts import agree
from accounts.models import Account, Player


def need_demo() -> None:
    """Refuse to make what belongs in a demo alone: accounts whose passwords everybody knows, and their events.

    Raises:
        CommandError: `VEXILLUM_DEMO` is not set.
    """
    if not settings.VEXILLUM_DEMO:
        raise CommandError(
            _(
                "Nothing was done: this belongs in a demo only, because everybody knows the passwords of its accounts, "
                "and one of them may use the admin. Start a demo with “make demo”, or set VEXILLUM_DEMO=1."
            ),
            returncode=2,
        )


def demo_account(name: str, *, operator: bool = False) -> Player:
    """The player of an account with the password `demo-` and its name; what is there stays.

    Raises:
        CommandError: it is no demo.
    """
    need_demo()
    account, made = Account.objects.get_or_create(
        username=name, defaults={"is_staff": operator, "is_superuser": operator}
    )
    if made:
        account.set_password(f"demo-{name}")
    account.email = account.email or f"{name}@example.org"  # a demo sends no mail: it shows it
    account.save(update_fields=["password", "email"])
    if made:
        agree(account)
    EmailAddress.objects.get_or_create(
        user=account, defaults={"email": account.email, "verified": True, "primary": True}
    )
    player, _made = Player.objects.get_or_create(account=account, defaults={"name": name})
    return player

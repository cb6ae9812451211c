"""Staff and players for tests of moderation."""

from __future__ import annotations

from django.test import Client

from accounts.audit.models import AuditEntry
from accounts.models import Account
from moderation.staff.moderators import appoint
from tests.scenes import account


def signed_in(who: Account) -> Client:
    client = Client()
    client.force_login(who)
    return client


def operator(name: str = "Boss") -> Account:
    return staff(name, "operator")


def moderator(name: str = "Mona") -> Account:
    return staff(name, "moderator")


def staff(name: str, role: str) -> Account:
    """Somebody whom the server has appointed; the audit is empty of it."""
    made = account(name)
    appoint(made, role, by=None)
    return Account.objects.get(pk=made.pk)


def audited(*, after: int = 0) -> list[tuple[object, ...]]:
    """What the audit says: actor, action, kind, id and fields, the oldest first."""
    rows = AuditEntry.objects.filter(version__gt=after).order_by("version")
    return list(rows.values_list("actor", "action", "kind", "target", "fields"))


def last() -> int:
    return AuditEntry.objects.values_list("version", flat=True).first() or 0

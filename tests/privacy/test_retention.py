"""Accounts that never proved their address are not kept for ever."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone

from accounts.models import Account, Player, Session
from privacy.retention import UNPROVEN, tidy
from tests.scenes import account

LONG_AGO = timezone.now() - UNPROVEN - timedelta(hours=1)


def signed_up(name: str, *, old: bool, verified: bool, seen: bool = False, guest: bool = False) -> None:
    made = account(name)
    joined = LONG_AGO if old else timezone.now()
    Account.objects.filter(pk=made.pk).update(date_joined=joined, last_login=joined if seen else None)
    EmailAddress.objects.create(user=made, email=f"{name}@example.org", verified=verified)
    Player.objects.filter(account=made).update(guest=guest)


@pytest.mark.django_db
def test_only_old_accounts_without_a_proven_address_go() -> None:
    signed_up("gone", old=True, verified=False)
    signed_up("new", old=False, verified=False)
    signed_up("proven", old=True, verified=True)
    signed_up("changing", old=True, verified=False, seen=True)
    signed_up("visitor", old=True, verified=False, guest=True)
    account("operator")
    Account.objects.filter(username="operator").update(date_joined=LONG_AGO)

    assert tidy() == 1
    left = sorted(Account.objects.values_list("username", flat=True))
    assert left == ["changing", "new", "operator", "proven", "visitor"]
    assert tidy() == 0


@pytest.mark.django_db
def test_expired_sessions_go(client: Client) -> None:
    client.force_login(account("Ada"))
    Client().force_login(account("Charles"))
    kept = client.session.session_key
    Session.objects.exclude(pk=kept).update(expire_date=LONG_AGO)
    tidy()
    assert list(Session.objects.values_list("pk", flat=True)) == [kept]

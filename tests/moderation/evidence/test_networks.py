"""What moderators are shown of shared addresses, what the player is, and what detectors make of them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.authentication.networks import mark_of
from accounts.models import SeenAddress
from moderation.evidence.fair_play import quick_wins
from moderation.evidence.networks import shared
from moderation.evidence.parts import EvidenceRequest
from moderation.fairness.domain.ring_reports import partners_of
from moderation.fairness.models import PairDay
from tests.moderation.evidence.test_panels import case_about, cells, shown
from tests.moderation.staff.people import moderator
from tests.scenes import account

pytestmark = pytest.mark.django_db


def test_moderators_see_accounts_and_days_and_the_player_a_number() -> None:
    ada, bob, mona = account("Ada"), account("Bob"), moderator()
    day = timezone.now().date()
    case = case_about(ada.player, "accounts")
    assert "addresses" not in shown(case, mona)
    for who in (ada, bob):
        SeenAddress.objects.create(account=who, mark=mark_of("9.9.9.9"), first=day, last=day)
    parts = shown(case, mona)["addresses"]
    ((name, own, theirs, at_once),) = cells(parts)
    assert (name, own == theirs, at_once, "never enough" in parts.lines[0]) == ("Bob", True, "yes", True)
    assert "9.9.9.9" not in repr(parts)
    assert mark_of("9.9.9.9") not in repr(parts)
    build = shared.build(EvidenceRequest(case, ada.player, timezone.now(), staff=False))
    assert build is not None
    assert (build.lines, build.tables) == (["1 other account was seen at an address of yours."], [])


def test_a_partner_who_loses_quickly_and_shares_an_address_does_not_fit() -> None:
    ada, bob = account("Ada"), account("Bob")
    day = timezone.now().date()
    low, high = sorted((ada.player.pk, bob.player.pk))
    won = {"low_won" if low == ada.player.pk else "high_won": 6}
    quick = {"low_quick" if low == bob.player.pk else "high_quick": 6}
    PairDay.objects.create(low=low, high=high, day=day - timedelta(days=1), games=6, **won, **quick)
    assert [partner.address for partner in partners_of(ada.player.pk, day - timedelta(days=9), day)] == [False]
    for who in (ada, bob):
        SeenAddress.objects.create(account=who, mark=mark_of("9.9.9.9"), first=day, last=day)
    assert [partner.address for partner in partners_of(ada.player.pk, day - timedelta(days=9), day)] == [True]
    case, said = case_about(ada.player, "boosting"), {}
    for staff in (True, False):
        parts = quick_wins.build(EvidenceRequest(case, ada.player, timezone.now(), staff=staff))
        assert parts is not None
        said[staff] = cells(parts)[0][-1]
    assert said == {
        True: "plays hardly anybody else, a new account, shares an address",
        False: "plays hardly anybody else, a new account",
    }

"""What a demo has to moderate."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from accounts.conduct.restrictions import in_force
from accounts.models import Account, Player
from moderation.cases.models import Case
from moderation.staff.moderators import Role, role_of
from tests.scenes import account

pytestmark = pytest.mark.django_db

WAITING = (("abuse", "decided", 1), ("stopped-playing", "open", 1), ("boosting", "open", 2))


def test_a_demo_has_cases_a_moderator_and_a_player_with_a_penalty(settings: Settings) -> None:
    settings.VEXILLUM_DEMO = True
    with pytest.raises(CommandError, match="Run load_demo first"):
        call_command("load_demo_cases", stdout=StringIO())
    account("red"), account("blue")
    for _time in range(2):  # a second run adds nothing
        call_command("load_demo_cases", stdout=StringIO())
        grey = Player.objects.get(name="grey")
        assert role_of(Account.objects.get(username="moderator")) == Role.MODERATOR
        assert sorted(Case.objects.values_list("about", "kind", "state", "reports")) == sorted(
            (grey.pk, kind, state, reports) for kind, state, reports in WAITING
        )
        assert [(item.kind, item.rule) for item in in_force().filter(player=grey.pk)] == [("no-talk", "respect")]

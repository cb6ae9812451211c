"""The events of a demo."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from accounts.models import Player
from tests.scenes import account
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.standings import standings_of
from tournaments.domain.state import Status
from tournaments.models import Announcement, Tournament
from tournaments.simulation.demo import load_events

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def test_a_demo_has_an_event_of_each_kind_and_none_twice(settings: Settings) -> None:
    settings.VEXILLUM_DEMO = True
    with pytest.raises(CommandError, match="Run load_demo first"):
        call_command("load_demo_tournaments", stdout=StringIO())
    red, blue, arbiter = (account(name).player for name in ("red", "blue", "arbiter"))
    assert load_events(red=red, blue=blue, arbiter=arbiter) == 3
    past, present, future = Tournament.objects.order_by("created")
    assert [item.status for item in (past, present, future)] == ["finished", "running", "open"]

    assert len(standings_of(fold_of(past.id))) == 12
    semi = fold_of(present.id).rounds[1]
    ours = [board for board in semi.boards if board.leg.red and not board.decided]
    names = {
        Player.objects.get(id=fold_of(present.id).entries[entry].players[0]).name
        for board in ours
        for entry in board.entries
    }
    assert {"red", "blue"} < names
    assert (present.calls, fold_of(present.id).role(arbiter.id)) == (1, "owner")
    assert fold_of(future.id).status is Status.OPEN
    assert load_events(red=red, blue=blue, arbiter=arbiter) == 0
    assert Announcement.objects.count() == 3

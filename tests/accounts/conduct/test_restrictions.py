"""What a player may not do now."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from accounts.conduct.restrictions import (
    BARS,
    Barred,
    PlayerBarred,
    barred,
    refuse_barred,
)
from accounts.models import Penalty
from tests.accounts.conduct.penalties import impose as imposed

pytestmark = pytest.mark.django_db

Kind = Penalty.Kind
BEGAN = datetime(2026, 5, 1, tzinfo=UTC)
ENDS = BEGAN + timedelta(days=7)


def impose(player: UUID, kind: str, **value: Any) -> Penalty:
    """One that is over by now, unless it says otherwise."""
    return imposed(player, kind, **{"begins": BEGAN, "ends": ENDS, **value})


@pytest.mark.parametrize("kind", Kind.values)
def test_each_kind_bars_what_it_says_and_ends_by_itself(kind: str) -> None:
    player = uuid4()
    impose(player, kind)
    during = {what for what in Barred if barred(player, what, at=ENDS - timedelta(seconds=1))}
    assert during == {what for what in Barred if kind in BARS[what]}
    assert [barred(player, what, at=ENDS) for what in Barred] == [None] * len(Barred)


def test_a_ban_bars_from_everything_and_a_note_from_nothing() -> None:
    assert {what for what in Barred if Kind.BAN in BARS[what]} == set(Barred)
    assert not any(Kind.NOTE in kinds or Kind.RATING in kinds for kinds in BARS.values())


@pytest.mark.parametrize("change", [{"reversed_at": ENDS}, {"acknowledged_at": ENDS}])
def test_what_is_reversed_or_acknowledged_bars_from_nothing(change: dict[str, datetime]) -> None:
    """A warning bars from beginning games until it is acknowledged, for however long."""
    player = uuid4()
    penalty = impose(player, Kind.WARNING, ends=None)
    assert barred(player, Barred.PLAY) == penalty
    Penalty.objects.filter(pk=penalty.pk).update(**change)
    assert barred(player, Barred.PLAY) is None


def test_of_several_the_one_that_lasts_longest_is_told() -> None:
    """For good before for a time; a warning, which a click ends, after all others."""
    player, now = uuid4(), timezone.now()
    warning = impose(player, Kind.WARNING, ends=None)
    assert barred(player, Barred.SEEKS) == warning
    short = impose(player, Kind.NO_SEEKS, ends=now + timedelta(days=1))
    assert barred(player, Barred.SEEKS) == short
    longer = impose(player, Kind.NO_RATED, ends=now + timedelta(days=2))
    assert barred(player, Barred.SEEKS) == short
    assert barred(player, Barred.SEEKS, Barred.RATED) == longer
    ban = impose(player, Kind.BAN, ends=None)
    assert barred(player, Barred.SEEKS, Barred.RATED) == ban


def test_a_refusal_says_what_and_by_which_penalty() -> None:
    player = uuid4()
    penalty = impose(player, Kind.NO_RATED, ends=None)
    refuse_barred(player, Barred.SEEKS, Barred.TALK)
    with pytest.raises(PlayerBarred) as refused:
        refuse_barred(player, Barred.SEEKS, Barred.RATED)
    assert (refused.value.what, refused.value.penalty, refused.value.code) == (
        Barred.RATED,
        penalty,
        "barred-no-rated",
    )
    refuse_barred(uuid4(), Barred.SEEKS, Barred.RATED)

"""What is done to all games of a player is done to each, though others are faster in one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest

from accounts.models import Account
from eventlog import store
from eventlog.aggregate import TRIES
from games.domain import command_handler, creation, vacations
from games.domain.clocks import PRESETS
from games.domain.conflict_retry import ROUNDS
from games.models import Game
from games.rules import Seat, variant
from privacy.erase import delete_account
from tests import scenes

pytestmark = pytest.mark.django_db

ALWAYS = 10**6


@pytest.fixture
def busy(monkeypatch: pytest.MonkeyPatch) -> Callable[[Mapping[UUID, int]], None]:
    """Lets others be faster in a game so many times; they never really write."""

    def make(times: Mapping[UUID, int]) -> None:
        left, append = dict(times), store.append

        def late(*, stream: UUID, expected: int, **told: Any) -> Any:
            if left.get(stream, 0):
                left[stream] -= 1
                raise store.Conflict(stream, expected, expected + 1)
            return append(stream=stream, expected=expected, **told)

        monkeypatch.setattr(command_handler.store, "append", late)

    return make


def games_of(account: Account) -> list[UUID]:
    """Three games that wait for set-ups, in the order in which they are worked through."""
    players, time = {Seat.RED: account.player.pk}, PRESETS["3-days"]
    return sorted(creation.create_game(variant=variant("duel"), players=players, time=time) for _one in range(3))


def resting(games: list[UUID]) -> list[bool]:
    kinds = [{type(event.event).__name__ for event in store.load(game)} for game in games]
    return ["VacationTaken" in kind and "VacationEnded" not in kind for kind in kinds]


@pytest.mark.parametrize(("times", "done"), [(TRIES * (ROUNDS - 1), True), (ALWAYS, False)])
def test_a_vacation(busy, caplog: pytest.LogCaptureFixture, times: int, done: bool) -> None:
    ada = scenes.account("Ada")
    games = games_of(ada)
    busy({games[1]: times})
    vacations.begin(ada.player.pk, datetime.now(UTC) + timedelta(days=3))
    assert resting(games) == [True, done, True]
    assert vacations.current(ada.player.pk) is not None
    assert (str(games[1]) in caplog.text) is not done
    busy({games[0]: times})
    vacations.end(ada.player.pk)
    assert resting(games) == [not done, False, False]
    assert vacations.current(ada.player.pk) is None


@pytest.mark.parametrize(("times", "outcome"), [(TRIES * (ROUNDS - 1), "aborted"), (ALWAYS, "")])
def test_leaving(busy, times: int, outcome: str) -> None:
    ada = scenes.account("Ada")
    games = games_of(ada)
    busy({games[1]: times})
    delete_account(ada)
    result = dict(Game.objects.values_list("id", "outcome"))
    assert [result[game] for game in games] == ["aborted", outcome, "aborted"]
    assert not Account.objects.filter(username="ada").exists()

"""Rings are found, friends are not; pairs are counted from the log, and made again by a rebuild."""

from __future__ import annotations

import random
from datetime import timedelta
from uuid import UUID

import pytest

from eventlog.rebuild import rebuild
from games.rules import Seat
from moderation.cases.models import Case
from moderation.evidence.panels import panels_of
from moderation.evidence.parts import Parts
from moderation.fairness.domain.ring_reports import look_for_rings, partners_of, ring_around
from moderation.fairness.domain.rings import Partner, Ring, ring_of
from moderation.fairness.models import PairDay, RingLook
from tests.moderation.staff.people import moderator
from tests.ratings.domain.test_projections import Clock, clock, duel
from tests.scenes import account

__all__ = ["clock"]

HERE = 1_000
"""Simulated players of each kind."""


def played(chance: random.Random, games: int, won: float, quick: float) -> tuple[int, int, int, int]:
    wins = sum(chance.random() < won for _game in range(games))
    return games, wins, games - wins, sum(chance.random() < quick for _game in range(games - wins))


def partner(
    chance: random.Random, *, games: int, won: float, quick: float, others: int, better: float, age: int
) -> Partner:
    """Somebody with games against the player looked at, and against others."""
    elsewhere, elsewhere_won, _lost, elsewhere_quick = played(chance, others, better, 0.06)
    with_player = played(chance, games, won, quick)
    return Partner(UUID(int=chance.getrandbits(128)), *with_player, elsewhere, elsewhere_won, elsewhere_quick, age)


def around(chance: random.Random, partners: list[Partner], more: int) -> Ring | None:
    """What is found around a player who has won so many games more, of people who lose as people do."""
    return ring_of(partners, sum(item.lost for item in partners) + more)


def fed(chance: random.Random) -> Ring | None:
    """Two to five new accounts that lose to one player, mostly at once, some of them with games of their own."""
    feeders = [
        partner(
            chance,
            games=chance.randint(3, 9),
            won=0.02,
            quick=0.9,
            others=chance.choice((0, 0, 1, 2)),
            better=0.3,
            age=chance.randint(0, 25),
        )
        for _one in range(chance.randint(2, 5))
    ]
    return around(chance, feeders, chance.randint(0, 10))


def let_win(chance: random.Random) -> Ring | None:
    """Somebody who does well against others gives up games with a friend."""
    games = chance.randint(10, 20)
    friend = partner(chance, games=games, won=0.0, quick=0.9, others=chance.randint(12, 40), better=0.5, age=400)
    return around(chance, [friend], chance.randint(0, 20))


def friends(chance: random.Random) -> Ring | None:
    """Friends who play each other a lot and others little, one of them stronger, and now and then a game given up."""
    friend = partner(
        chance,
        games=chance.randint(10, 60),
        won=chance.uniform(0.02, 0.5),
        quick=chance.uniform(0.0, 0.2),
        others=chance.randint(0, 10),
        better=0.4,
        age=chance.randint(0, 500),
    )
    return around(chance, [friend], chance.randint(0, 20))


def strong(chance: random.Random) -> Ring | None:
    """A strong player whom many new people meet once or twice, of whom some give up early."""
    many = [
        partner(
            chance,
            games=chance.choice((1, 1, 1, 2, 3)),
            won=0.1,
            quick=0.15,
            others=chance.randint(0, 9),
            better=0.4,
            age=9,
        )
        for _one in range(40)
    ]
    return around(chance, many, chance.randint(0, 50))


def test_rings_are_found_and_friends_are_not() -> None:
    chance = random.Random(7)
    result = {
        kind.__name__: sum(kind(chance) is not None for _one in range(HERE)) for kind in (fed, let_win, friends, strong)
    }
    assert result["fed"] >= 950
    assert result["let_win"] >= 950
    assert result["friends"] <= 1
    assert result["strong"] <= 1


@pytest.mark.slow
@pytest.mark.django_db
def test_a_ring_is_counted_filed_once_and_made_again(clock: Clock) -> None:
    ada, bea, carl, dora = (account(name).player.id for name in ("Ada", "Bea", "Carl", "Dora"))
    for feeder in (bea, carl):
        for number in range(3):
            seats = (ada, feeder) if number % 2 else (feeder, ada)
            duel(*seats, Seat.RED if number % 2 else Seat.BLUE, plies=12)
    duel(ada, dora, plies=32)
    duel(bea, dora, plies=12, rated=False)
    day = clock.now.date()
    partners = partners_of(ada, day - timedelta(days=60), day)
    assert sorted(
        (item.player, item.games, item.won, item.lost, item.quick, item.elsewhere) for item in partners
    ) == sorted((feeder, 3, 0, 3, 3, 0) for feeder in (bea, carl))
    counted = sorted(
        PairDay.objects.values_list("low", "high", "games", "low_won", "high_won", "low_quick", "high_quick")
    )
    assert len(counted) == 3
    rebuild()
    assert counted == sorted(
        PairDay.objects.values_list("low", "high", "games", "low_won", "high_won", "low_quick", "high_quick")
    )

    assert look_for_rings(day) == 0  # the day is not over
    tomorrow = day + timedelta(days=1)
    assert look_for_rings(tomorrow) == 1
    assert look_for_rings(tomorrow) == 0
    case = Case.objects.get()
    assert (case.kind, case.about, case.source, case.state) == ("boosting", ada, "rings", "open")
    assert list(RingLook.objects.values_list("player", "day", "filed")) == [(ada, day, True)]
    assert ring_around(ada, tomorrow) is None  # these games were told
    panels = {panel.slug: panel.context["parts"] for panel in panels_of(case, moderator().player)}
    quick = panels["quick-wins"]
    assert isinstance(quick, Parts)
    assert sorted([cell.text for cell in row] for row in quick.tables[0].rows) == [
        [name, "3", "0", "3", "3", "0", "0", "plays hardly anybody else, a new account"] for name in ("Bea", "Carl")
    ]
    clock.wait(days=130)
    look_for_rings(clock.now.date())
    assert not RingLook.objects.exists()

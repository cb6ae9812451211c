"""The numbers of ratings: those that are published, and what must hold for any."""

from __future__ import annotations

import itertools
import math
from datetime import UTC, datetime, timedelta

import pytest
from glicko2.math import mu_to_rating, phi_to_rd, rating_to_mu, rd_to_phi, update_rating
from hypothesis import given
from hypothesis import strategies as st

from ratings.domain.glicko import (
    MONTH,
    MOST_DEVIATION,
    MOST_MEETINGS,
    PROVISIONAL,
    START,
    Strength,
    grown,
    rated_duel,
    rated_teams,
    weight_of,
)
from tests.examples import some

NOW = datetime(2026, 11, 21, tzinfo=UTC)
DAY = timedelta(days=1)

strengths = st.builds(
    Strength,
    value=st.floats(900, 2400),
    deviation=st.floats(40, 350),
    volatility=st.floats(0.03, 0.1),
    played=st.just(NOW),
)


def test_the_library_gives_the_numbers_of_the_paper() -> None:
    """M. Glickman, "Example of the Glicko-2 system" (2012): 1464.06, 151.52 and 0.05999, which the paper rounds on
    its way.
    """
    met = [(1400, 30, 1.0), (1550, 100, 0.0), (1700, 300, 0.0)]
    opponents = [(rating_to_mu(value), rd_to_phi(deviation), points) for value, deviation, points in met]
    after = update_rating(rating_to_mu(1500), rd_to_phi(200), 0.06, opponents, tau=0.5)
    assert (mu_to_rating(after.mu), phi_to_rd(after.phi)) == pytest.approx((1464.06, 151.52), abs=0.02)
    assert after.sigma == pytest.approx(0.05999, abs=1e-5)


def as_published(player: Strength, opponent: Strength, points: float) -> tuple[float, float, float]:
    """A second reading of the paper for one game; the volatility is found by halving an interval,
    at the root that is next to the old one: for results beyond belief there are others."""
    scale = 173.7178
    mu, phi, sigma = (player.value - 1500) / scale, player.deviation / scale, player.volatility
    g = 1 / math.sqrt(1 + 3 * (opponent.deviation / scale) ** 2 / math.pi**2)
    expected = 1 / (1 + math.exp(-g * (player.value - opponent.value) / scale))
    v = 1 / (g * g * expected * (1 - expected))
    delta = v * g * (points - expected)

    def f(x: float) -> float:
        square = math.exp(x)
        slope = square * (delta**2 - phi**2 - v - square) / (2 * (phi**2 + v + square) ** 2)
        return slope - (x - math.log(sigma**2)) / 0.5**2

    low = high = math.log(sigma**2)
    while f(low) < 0:
        low -= 0.1
    while f(high) > 0:
        high += 0.1
    for _halving in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    sigma = math.exp(low / 2)
    phi = 1 / math.sqrt(1 / (phi**2 + sigma**2) + 1 / v)
    return scale * (mu + phi**2 * g * (points - expected)) + 1500, min(scale * phi, 350), sigma


@given(strengths, strengths, st.sampled_from((0.0, 0.5, 1.0)))
@some(60, deadline=None)
def test_a_duel_is_rated_as_published(one: Strength, other: Strength, points: float) -> None:
    """At any level: the volatility depends on the difference of two ratings, and not on how high they are."""
    after = rated_duel(one, other, points=points, at=NOW)
    for strength, expected in zip(
        after, (as_published(one, other, points), as_published(other, one, 1 - points)), strict=True
    ):
        assert (strength.value, strength.deviation, strength.volatility) == pytest.approx(expected, abs=1e-3)
        assert strength.played == NOW


@pytest.mark.parametrize("deviation", [30.0, 350.0])
@pytest.mark.parametrize("gap", [3999, 4001, 6600, 8500, 20_000, 10**9])
def test_a_gap_may_be_as_large_as_it_likes(gap: int, deviation: float) -> None:
    """Where the expected score is 1 as far as a float goes the favourite gains nothing, and who loses nothing."""
    low, high = Strength(START.value, deviation), Strength(START.value + gap, deviation)
    loser, winner = rated_duel(low, high, points=0, at=NOW)
    assert (loser.value, winner.value) == (pytest.approx(low.value, abs=1e-3), pytest.approx(high.value, abs=1e-3))
    first = rated_duel(low, high, points=1, at=NOW)
    assert first[0].value - low.value == pytest.approx(high.value - first[1].value, abs=1e-3)
    teams = rated_teams([[low, low], [high, high]], winner=0, at=NOW)
    assert all(math.isfinite(item.value) for team in teams for item in team)


def test_two_newcomers() -> None:
    winner, loser = rated_duel(START, START, points=1, at=NOW)
    assert (round(winner.value), round(loser.value)) == (1662, 1338)
    assert winner.deviation == loser.deviation == pytest.approx(290.3, abs=0.1)
    drawn = rated_duel(START, START, points=0.5, at=NOW)
    assert [strength.value for strength in drawn] == [1500, 1500]


def test_a_deviation_grows_with_the_days_without_a_game() -> None:
    """From that of a regular player to a provisional one in a year, whichever the model; and to 350, no further."""
    for volatility in (0.06, 0.0):
        sure = Strength(1700, 60, volatility, NOW)
        assert grown(sure, NOW) == sure
        assert grown(sure, NOW - DAY) == sure
        assert grown(sure, NOW + 365 * DAY) == Strength(1700, pytest.approx(PROVISIONAL), volatility, NOW)
        half = grown(sure, NOW + 100 * DAY)
        assert grown(sure, NOW + 200 * DAY).deviation ** 2 - half.deviation**2 == pytest.approx(
            half.deviation**2 - 3600
        )
        assert grown(sure, NOW + 100_000 * DAY).deviation == MOST_DEVIATION
    assert grown(START, NOW) == START


def test_who_plays_often_is_no_longer_provisional_after_fifteen_games() -> None:
    item = other = START
    games = 0
    while item.deviation > PROVISIONAL:
        games += 1
        item, other = rated_duel(item, other, points=games % 2, at=NOW + games * timedelta(hours=1))
    assert games == 14


def test_teams_gain_and_lose_together() -> None:
    team = [START, START]
    winners, losers = rated_teams([team, team], winner=0, at=NOW)
    assert [strength.value for strength in winners + losers] == pytest.approx([1632, 1632, 1368, 1368], abs=1)
    assert {strength.deviation < START.deviation for strength in winners + losers} == {True}
    assert {(strength.volatility, strength.played) for strength in winners + losers} == {(0.0, NOW)}
    assert rated_teams([team, team], winner=1, at=NOW) == [losers, winners]
    drawn = rated_teams([team, team], winner=None, at=NOW)
    assert [strength.value for strength in drawn[0] + drawn[1]] == pytest.approx([1500] * 4)


ROUNDING = 1e-9
"""What the last bits of a deviation may do to a change."""


@given(st.lists(strengths, min_size=4, max_size=4), st.sampled_from((0, 1, None)))
@some(50, deadline=None)
def test_a_team_never_loses_by_winning(players: list[Strength], winner: int | None) -> None:
    """And the partner who is known less well changes more."""
    teams = players[:2], players[2:]
    after = rated_teams(teams, winner=winner, at=NOW)
    for side, (team, later) in enumerate(zip(teams, after, strict=True)):
        moved = [new.value - old.value for old, new in zip(team, later, strict=True)]
        if winner is not None:
            assert all(step >= 0 if side == winner else step <= 0 for step in moved)
        if team[0].deviation < team[1].deviation:
            assert abs(moved[0]) <= abs(moved[1]) + ROUNDING
        assert all(new.deviation <= MOST_DEVIATION for new in later)


def teams_after(players: list[Strength], winner: int | None, weight: float) -> list[Strength]:
    teams = rated_teams([players[:2], players[2:]], winner=winner, at=NOW, weight=weight)
    return [*itertools.chain.from_iterable(teams)]


@given(st.lists(strengths, min_size=4, max_size=4), st.sampled_from((0, 1, None)), st.floats(0.05, 0.95))
@some(50, deadline=None)
def test_a_part_of_a_game_does_a_part_of_what_it_does(
    players: list[Strength], winner: int | None, weight: float
) -> None:
    """It moves a rating the same way, not as far, and leaves more unknown; nothing at all leaves all as it was."""
    points = 0.5 if winner is None else 1.0 - winner
    for before, rate in (
        (players[:2], lambda weight: rated_duel(*players[:2], points=points, at=NOW, weight=weight)),
        (
            players,
            lambda weight: teams_after(players, winner, weight),
        ),
    ):
        for old, whole, part, less, none in zip(
            before, rate(1.0), rate(weight), rate(weight / 2), rate(1e-9), strict=True
        ):
            steps = [abs(item.value - old.value) for item in (less, part, whole)]
            assert steps == sorted(steps)
            assert (part.value - old.value) * (whole.value - old.value) >= 0
            assert (none.value, none.deviation) == pytest.approx((old.value, old.deviation), abs=1e-3)
            known = [1 / item.deviation**2 - 1 / old.deviation**2 for item in (less, part, whole)]
            # A rating as sure as can be is unsettled, by a whole game most; where a game hardly tells anything the two
            # effects of a part of it, which are not of one order, are within a hundredth of what is known.
            assert min(known) > -0.01 / old.deviation**2 or known[2] < known[0]
            assert all(item.deviation <= MOST_DEVIATION for item in (less, part, whole))


def ring(partners: int, *, games: int, days: float) -> Strength:
    """What somebody makes up with others who only lose, each game counted by how often the two met in a month."""
    best, others, met, at = START, [START] * partners, [[] for _one in range(partners)], NOW
    for number in range(games):
        at, foe = at + timedelta(days=days) / games, number % partners
        met[foe] = [ended for ended in met[foe] if ended > at - MONTH]
        weight = weight_of(len(met[foe]) + 1)
        if weight:
            met[foe].append(at)
            best, others[foe] = rated_duel(best, others[foe], points=1, at=at, weight=weight)
    return best


@pytest.mark.parametrize(
    ("partners", "month", "year"), [(1, 250, 375), (2, 355, 500), (3, 420, 580), (5, 505, 685), (10, 620, 840)]
)
def test_a_ring_gains_at_most(partners: int, month: int, year: int) -> None:
    """However often its accounts play, it gains no more (docs/ratings.md), and nobody in it reaches the list of the
    strongest, where no rating is provisional. Fourteen games in one evening gave 365 points to two accounts."""
    evening = ring(partners, games=100 * partners, days=1)
    assert 0 < evening.value - 1500 <= month
    for games in (12 * MOST_MEETINGS * partners, 365 * partners):
        long = ring(partners, games=games, days=365)
        assert evening.value < long.value <= 1500 + year
        assert min(evening.deviation, long.deviation) > PROVISIONAL

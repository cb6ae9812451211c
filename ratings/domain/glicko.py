"""The numbers of ratings, from the results of games alone. Pure: no database and no clock (docs/ratings.md).

Two players: Glicko-2 (M. Glickman, "Example of the Glicko-2 system", 2012), one game a rating period. Teams: the
Thurstone-Mosteller model of R. Weng and C.-J. Lin ("A Bayesian approximation method for online ranking", JMLR 12,
2011), on the same scale. Between games a deviation grows, because a strength changes unseen. A game may count in part:
those that the same two play within a month count less and less (`weight_of`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from glicko2.math import mu_to_rating, phi_to_rd, rating_to_mu, rd_to_phi, update_rating
from openskill.models import ThurstoneMostellerFull

START_VALUE, MOST_DEVIATION, START_VOLATILITY = 1500.0, 350.0, 0.06
"""The initial values of the Glicko-2 paper; a deviation never grows above this."""

TAU = 0.5
"""The system constant of Glicko-2: how fast a volatility may change; the paper's 0.3 to 1.2."""

PROVISIONAL = 110.0
"""A rating with a greater deviation is shown as provisional."""

SURE = 60.0
"""The approximate deviation of a regular player."""

YEAR = timedelta(days=365)
"""So long it takes a deviation of `SURE` to grow to `PROVISIONAL`, by a volatility of `START_VOLATILITY`."""

GROWTH_A_DAY = (PROVISIONAL**2 - SURE**2) / YEAR.days
PERIODS_A_DAY = (rd_to_phi(PROVISIONAL) ** 2 - rd_to_phi(SURE) ** 2) / START_VOLATILITY**2 / YEAR.days

MONTH = timedelta(days=30)
"""So long a game makes later ones between the same players count less."""

MOST_MEETINGS = 10
"""So many games between the same two count within a month; further ones do not."""

MOST_GAP = 4000.0
"""Points by which an opponent is stronger or weaker at most: beyond about 6,500 the expected score is 1 as far as a
float goes, and Glicko-2 divides by what is left. Results change by less than a millionth of a point."""

# The defaults of openskill (mu 25, sigma 25/3, beta 25/6, tau 25/300, draws within 0.1), on the scale of Glicko.
_SCALE = MOST_DEVIATION / (25 / 3)
_TEAMS = ThurstoneMostellerFull(
    mu=START_VALUE, sigma=MOST_DEVIATION, beta=MOST_DEVIATION / 2, tau=25 / 300 * _SCALE, epsilon=0.1 * _SCALE
)


@dataclass(frozen=True, slots=True)
class Strength:
    """What is known of a strength at one moment.

    Args:
        value: the rating; 1500 to begin with, and 1500 is where an average player stays.
        deviation: its standard deviation, in the same points.
        volatility: of Glicko-2; 0 for a rating from team games, where the model has none.
        played: when the last game ended; None before the first.
    """

    value: float = START_VALUE
    deviation: float = MOST_DEVIATION
    volatility: float = START_VOLATILITY
    played: datetime | None = None


START = Strength()


def grown(strength: Strength, at: datetime) -> Strength:
    """The strength as it is known at a later time: the deviation has grown with the days since the last game.

    By step 6 of Glicko-2, for as many periods as the days are worth; for teams the same growth with the volatility
    that everybody begins with.
    """
    if strength.played is None or at <= strength.played:
        return strength
    days = (at - strength.played) / timedelta(days=1)
    if strength.volatility:
        phi = math.hypot(rd_to_phi(strength.deviation), strength.volatility * math.sqrt(days * PERIODS_A_DAY))
        deviation = phi_to_rd(phi)
    else:
        deviation = math.sqrt(strength.deviation**2 + days * GROWTH_A_DAY)
    return replace(strength, deviation=min(deviation, MOST_DEVIATION))


def weight_of(meeting: int) -> float:
    """How much of a game counts: the first one between two players in a month whole, the n-th one an n-th part.

    So many games in a month are worth little more than few: ten count as 2.93, and two who play every day gain as much
    from a month as from one game.

    Args:
        meeting: which of their games within `MONTH` it is, from 1; 0 is returned beyond `MOST_MEETINGS`.
    """
    return 1 / meeting if meeting <= MOST_MEETINGS else 0.0


def rated_duel(
    strength: Strength, other: Strength, *, points: float, at: datetime, weight: float = 1.0
) -> tuple[Strength, Strength]:
    """Both players after their game, by Glicko-2.

    Args:
        strength, other: how strong they were after their games before it.
        points: of the first: 1 for a win, a half for a draw, 0 for a loss.
        at: when the game ended, by the log.
        weight: how much of the game counts, above 0 and at most 1.
    """
    strength, other = grown(strength, at), grown(other, at)
    return (
        _in_part(strength, _met(strength, other, points, at), weight),
        _in_part(other, _met(other, strength, 1 - points, at), weight),
    )


def _in_part(before: Strength, after: Strength, weight: float) -> Strength:
    """The strength after a game of which only a part counts.

    A whole game adds to what is known (1/deviation squared) an amount, and moves the value by a slope times the new
    squared deviation. A part of it adds that part of the amount and of the slope, as if it were the likelihood to the
    power of the weight; it is that part of a rating period too, so the deviation grows, and the volatility changes, by
    as much less.
    """
    if weight == 1.0:
        return after
    volatility = after.volatility and before.volatility + weight * (after.volatility - before.volatility)
    whole, part = (
        before.deviation**2 + share * _growth_in_a_period(sigma) ** 2
        for share, sigma in ((1.0, after.volatility), (weight, volatility))
    )
    known = weight * (1 / after.deviation**2 - 1 / whole)
    square = 1 / (1 / part + known)
    slope = (after.value - before.value) / after.deviation**2
    return Strength(
        before.value + weight * slope * square, min(math.sqrt(square), MOST_DEVIATION), volatility, after.played
    )


def _growth_in_a_period(volatility: float) -> float:
    """By what the deviation grows in a period before its game counts, in points: the volatility of Glicko-2, or the tau
    of teams, where there is none."""
    return phi_to_rd(volatility) if volatility else float(_TEAMS.tau)


def _met(player: Strength, opponent: Strength, points: float, at: datetime) -> Strength:
    value = min(max(opponent.value, player.value - MOST_GAP), player.value + MOST_GAP)
    opponents = [(rating_to_mu(value), rd_to_phi(opponent.deviation), float(points))]
    after = update_rating(
        rating_to_mu(player.value), rd_to_phi(player.deviation), player.volatility, opponents, tau=TAU
    )
    return Strength(mu_to_rating(after.mu), min(phi_to_rd(after.phi), MOST_DEVIATION), after.sigma, at)


def rated_teams(
    teams: Sequence[Sequence[Strength]], *, winner: int | None, at: datetime, weight: float = 1.0
) -> list[list[Strength]]:
    """The players of two teams after their game: each gains or loses by the result of the team.

    Args:
        teams: the strengths of the players, team by team.
        winner: the place of the team that won; None for a draw.
        at: when the game ended, by the log.
        weight: how much of the game counts, above 0 and at most 1.
    """
    before = [[grown(player, at) for player in team] for team in teams]
    ratings = [[_TEAMS.rating(mu=player.value, sigma=player.deviation) for player in team] for team in before]
    ranks = [0.0 if winner is None or place == winner else 1.0 for place in range(len(teams))]
    after = _TEAMS.rate(ratings, ranks=ranks)
    return [
        [_in_part(pair, Strength(two.mu, min(two.sigma, MOST_DEVIATION), 0.0, at), weight) for pair, two in pairs]
        for pairs in (zip(team, later, strict=True) for team, later in zip(before, after, strict=True))
    ]

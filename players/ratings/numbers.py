"""The numbers of ratings, from the results of games alone. Pure: no database and no clock (docs/ratings.md).

Two players: Glicko-2 (M. Glickman, "Example of the Glicko-2 system", 2012), one game a rating period. Teams: the
Thurstone-Mosteller model of R. Weng and C.-J. Lin ("A Bayesian approximation method for online ranking", JMLR 12,
2011), on the same scale. Between games a deviation grows, because a strength changes unseen.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from glicko2.math import mu_to_rating, phi_to_rd, rating_to_mu, rd_to_phi, update_rating
from openskill.models import ThurstoneMostellerFull

__all__ = ["MOST_DEVIATION", "PROVISIONAL", "START", "Strength", "grown", "rated_duel", "rated_teams"]

START_VALUE, MOST_DEVIATION, START_VOLATILITY = 1500.0, 350.0, 0.06
"""What the paper of Glicko-2 gives to whoever is unrated; a deviation never grows above this."""

TAU = 0.5
"""The system constant of Glicko-2: how fast a volatility may change; the paper's 0.3 to 1.2."""

PROVISIONAL = 110.0
"""A rating with a greater deviation is shown as provisional."""

SURE = 60.0
"""About where the deviation of a player settles who plays often."""

YEAR = timedelta(days=365)
"""So long it takes a deviation of `SURE` to grow to `PROVISIONAL`, by a volatility of `START_VOLATILITY`."""

GROWTH_A_DAY = (PROVISIONAL**2 - SURE**2) / YEAR.days
PERIODS_A_DAY = (rd_to_phi(PROVISIONAL) ** 2 - rd_to_phi(SURE) ** 2) / START_VOLATILITY**2 / YEAR.days

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


def rated_duel(one: Strength, other: Strength, *, points: float, at: datetime) -> tuple[Strength, Strength]:
    """Both players after their game, by Glicko-2.

    Args:
        points: of the first: 1 for a win, a half for a draw, 0 for a loss.
        at: when the game ended, by the log.
    """
    one, other = grown(one, at), grown(other, at)
    return _met(one, other, points, at), _met(other, one, 1 - points, at)


def _met(player: Strength, opponent: Strength, points: float, at: datetime) -> Strength:
    opponents = [(rating_to_mu(opponent.value), rd_to_phi(opponent.deviation), float(points))]
    after = update_rating(
        rating_to_mu(player.value), rd_to_phi(player.deviation), player.volatility, opponents, tau=TAU
    )
    return Strength(mu_to_rating(after.mu), min(phi_to_rd(after.phi), MOST_DEVIATION), after.sigma, at)


def rated_teams(teams: Sequence[Sequence[Strength]], *, winner: int | None, at: datetime) -> list[list[Strength]]:
    """The players of two teams after their game: each gains or loses by the result of the team.

    Args:
        teams: the strengths of the players, team by team.
        winner: the place of the team that won; None for a draw.
        at: when the game ended, by the log.
    """
    before = [[grown(player, at) for player in team] for team in teams]
    ratings = [[_TEAMS.rating(mu=player.value, sigma=player.deviation) for player in team] for team in before]
    ranks = [0.0 if winner is None or place == winner else 1.0 for place in range(len(teams))]
    after = _TEAMS.rate(ratings, ranks=ranks)
    return [[Strength(player.mu, min(player.sigma, MOST_DEVIATION), 0.0, at) for player in team] for team in after]

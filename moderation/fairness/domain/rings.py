"""When wins look given: rings of accounts that lose to one player on purpose. Pure.

Friends play each other a lot, and one of them may win nearly always; but their games are played. Who is fed wins games
that hardly were, of few partners, who have little else to do, or do better everywhere else. Both are required: quick
losses, and a suspicious partner.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from games.rules import End

WINDOW = 60
"""Days that count."""

QUICK, HARDLY = 3, 2
"""A loss is quick if it was given up, or lost by time, before so many times the plies from which a game is rated; or
ended in any way before the second so many."""

LEAST = 6
"""The number of quick losses of suspicious partners that files a case."""

SHARE = 20
"""Per cent of the winner's rated wins that these are at least."""

OF_A_FEEDER = 2
NEW = 30
"""An account is new for so many days."""

_GIVEN_UP = frozenset({End.RESIGNATION, End.TIME_OUT})


class Oddity(StrEnum):
    """What does not fit with a partner who loses quickly."""

    ALONE = "alone"
    """Most of the partner's rated games are with this player."""
    NEW = "new"
    """The partner's account is new, and many of its rated games are with this player."""
    BETTER = "better"
    """The partner does well against others, and plays these games."""
    ADDRESS = "address"
    """Both used the same address of the network."""


def is_quick(kind: End, plies: int, least: int) -> bool:
    """Whether a decided game hardly was one.

    Args:
        kind: how it ended.
        plies: how many it had.
        least: from how many on a game of the rule book is rated.

    >>> is_quick(End.RESIGNATION, 40, 20), is_quick(End.FLAG_CAPTURED, 50, 20), is_quick(End.FLAG_CAPTURED, 30, 20)
    (True, False, True)
    """
    return plies < (QUICK if kind in _GIVEN_UP else HARDLY) * least


@dataclass(frozen=True, slots=True)
class Partner:
    """Somebody's rated games of the window, with the player looked at and with all others.

    Args:
        player: who.
        games, won, lost, quick: those with the player looked at, as the partner sees them; quick: lost quickly.
        elsewhere, elsewhere_won, elsewhere_quick: those with others.
        age: days that the account was old at the last of them; None if that is not known.
        address: both used the same address of the network.
    """

    player: UUID
    games: int
    won: int
    lost: int
    quick: int
    elsewhere: int = 0
    elsewhere_won: int = 0
    elsewhere_quick: int = 0
    age: int | None = None
    address: bool = False

    @property
    def oddities(self) -> tuple[Oddity, ...]:
        """What is suspicious; nothing for a partner without mostly quick losses."""
        if self.quick < OF_A_FEEDER or 10 * self.quick < 6 * self.lost or 4 * self.won > self.quick:
            return ()
        share = 100 * self.games // (self.games + self.elsewhere)
        fresh = self.age is not None and self.age <= NEW
        better = self.elsewhere >= 5 and 10 * self.elsewhere_won >= 3 * self.elsewhere
        flags = {
            Oddity.ALONE: share >= 60,
            Oddity.NEW: fresh and share >= 40,
            Oddity.BETTER: better and 10 * self.elsewhere_quick <= 4 * (self.elsewhere - self.elsewhere_won),
            Oddity.ADDRESS: self.address,
        }
        return tuple(oddity for oddity, holds in flags.items() if holds)


@dataclass(frozen=True, slots=True)
class Ring:
    """What looks like a ring.

    Args:
        feeders: the partners who seem to lose on purpose, who lost quickly most often first.
        quick: their quick losses.
        wins: all rated wins of the player in the window.
    """

    feeders: tuple[Partner, ...]
    quick: int
    wins: int

    @property
    def score(self) -> int:
        """How sure it is, from 0 to 1000: by how often, and by how much does not fit."""
        oddities = len({oddity for feeder in self.feeders for oddity in feeder.oddities})
        return min(1000, 300 + 30 * self.quick + 100 * oddities)

    @property
    def figures(self) -> dict[str, int]:
        """The data for a case, as whole numbers."""
        numbers = {oddity.value: sum(oddity in feeder.oddities for feeder in self.feeders) for oddity in Oddity}
        return {"partners": len(self.feeders), "quick": self.quick, "wins": self.wins} | numbers


def ring_of(partners: Sequence[Partner], wins: int) -> Ring | None:
    """The ring around a player, or None.

    Args:
        partners: those who lost quickly to the player.
        wins: the player's rated wins of the window.
    """
    feeders = sorted(
        (partner for partner in partners if partner.oddities), key=lambda partner: (-partner.quick, partner.player)
    )
    quick = sum(feeder.quick for feeder in feeders)
    if quick < LEAST or 100 * quick < SHARE * wins:
        return None
    return Ring(tuple(feeders), quick, wins)

"""Combat is a table: for an attacking and a defending rank, who stays (RULES section 3)."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum

from .pieces import Rank
from .readings import SPOTTER_COUNTS_AS, SPY_MEETS_SPY_BOTH_LEAVE


class Result(IntEnum):
    """What an attack does, seen from the attacker."""

    BOTH = 0
    LOSS = 1
    WIN = 2


_RESULTS = tuple(Result)  # by number: to call an enumeration takes longer
_SHIFT = 4


class Combat:
    """The table of one combat rule. `table[attacker << 4 | defender]` is the `Result`."""

    def __init__(self, rule: Callable[[Rank, Rank], Result]) -> None:
        self.table = [int(Result.BOTH)] * (16 << _SHIFT)
        for attacker in Rank:
            for defender in Rank:
                self.table[attacker << _SHIFT | defender] = int(rule(attacker, defender))

    def result(self, attacker: Rank, defender: Rank) -> Result:
        """Who stays when `attacker` attacks `defender`."""
        return _RESULTS[self.table[attacker << _SHIFT | defender]]


def _classic(attacker: Rank, defender: Rank) -> Result:
    if defender is Rank.FLAG:
        return Result.WIN
    if defender is Rank.BOMB:
        return Result.WIN if attacker is Rank.MINER else Result.LOSS
    if attacker is Rank.SPY and defender is Rank.MARSHAL:
        return Result.WIN
    return _by_rank(attacker, defender, equal=Result.BOTH)


def _by_rank(attacker: Rank, defender: Rank, *, equal: Result) -> Result:
    if attacker == defender:
        return equal
    return Result.WIN if attacker > defender else Result.LOSS


classic = Combat(_classic)
"""Higher rank wins, equal ranks both leave, the Bomb stays, the Miner removes it, the attacking Spy beats the
Marshal.
"""


def _aggressive(attacker: Rank, defender: Rank) -> Result:
    if defender in (Rank.FLAG, Rank.CANNON) or attacker is Rank.CANNON:
        return Result.WIN
    if defender is Rank.BOMB:
        return Result.WIN if attacker is Rank.SCOUT else Result.BOTH
    if attacker is Rank.SPY:
        return Result.WIN if defender in (Rank.SPY, Rank.MARSHAL) else Result.LOSS
    if defender is Rank.SPY:
        return Result.WIN
    return _by_rank(attacker, defender, equal=Result.WIN)


aggressive = Combat(_aggressive)
"""Equal ranks: the attacker wins. A Bomb goes with its attacker, or alone before a Scout. The Spy beats Spy, Flag,
Marshal and Cannon.
"""


def _cards(attacker: Rank, defender: Rank) -> Result:
    item, other = (SPOTTER_COUNTS_AS if rank is Rank.SPOTTER else rank for rank in (attacker, defender))
    if item is other is Rank.SPY:
        return Result.BOTH if SPY_MEETS_SPY_BOTH_LEAVE else Result.WIN
    return _classic(item, other)


cards = Combat(_cards)
"""Classic combat with the Spotter. An attacked Spy always loses: every other attacker is higher than it."""

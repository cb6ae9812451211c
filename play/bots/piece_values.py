"""What a piece is worth to a bot: rough numbers, a Scout 3 and a Marshal 45. Only their proportions matter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from games.rules import Combat, Rank, Result

Chances = Mapping[Rank, float]

LAST_FLAG = 1000.0
ONE_OF_TWO_FLAGS = 160.0
_HUNCH = 150.0
"""A likely Flag draws attacks in proportion; a certain one is worth the game."""

_WORTH = {
    Rank.MARSHAL: 45.0,
    Rank.GENERAL: 30.0,
    Rank.COLONEL: 18.0,
    Rank.MAJOR: 12.0,
    Rank.CAPTAIN: 8.0,
    Rank.LIEUTENANT: 6.0,
    Rank.SERGEANT: 4.0,
    Rank.MINER: 4.0,
    Rank.SCOUT: 3.0,
    Rank.SPY: 2.0,
    Rank.BOMB: 7.0,
    Rank.CANNON: 22.0,
    Rank.SPOTTER: 5.0,
    Rank.FLAG: ONE_OF_TWO_FLAGS,
}
_SPY_IN_WAIT = 12.0
_MINERS = 20.0


def worth_of(
    own: Mapping[Rank, int], theirs: Mapping[Rank, int], combat: Combat, *, last_flag: bool
) -> dict[Rank, float]:
    """What each rank of one side is worth while the pieces of both are what they are.

    Args:
        combat: who beats whom in the rule book.
        own, theirs: how many pieces of each rank the side and its enemy have left.
        last_flag: the side loses with the next Flag that is taken.
    """
    worth = dict(_WORTH)
    if theirs.get(Rank.MARSHAL):
        worth[Rank.SPY] = _SPY_IN_WAIT
    bombs, miners = theirs.get(Rank.BOMB, 0), own.get(Rank.MINER, 0)
    if bombs and miners and combat.result(Rank.MINER, Rank.BOMB) is Result.WIN:
        worth[Rank.MINER] += min(10.0, _MINERS / (1 + miners))
    if last_flag:
        worth[Rank.FLAG] = LAST_FLAG
    return worth


def flag_gain(worth: float, chance: float) -> float:
    """What an attack on a piece gains that is the Flag with this chance: nearly nothing for a faint hope, or the
    whole army would run into the Bombs.
    """
    return min(_HUNCH, worth) * chance + max(worth - _HUNCH, 0.0) * chance**3


class Clash(NamedTuple):
    """What is to be expected of an attack.

    Args:
        gain: worth of what the attacker takes; loss: chance to lose the attacker; win: chance that it stays.
        flag: chance that it takes a Flag.
    """

    gain: float
    loss: float
    win: float
    flag: float


def clash(combat: Combat, attacker: Rank, defender: Chances, worth: Mapping[Rank, float]) -> Clash:
    """What to expect if `attacker` attacks a piece of which only the chances are known.

    Args:
        combat: who beats whom in the rule book.
        attacker: its rank.
        defender: how likely each rank is.
        worth: of the defender's ranks.
    """
    gain = loss = win = flag = 0.0
    for rank, chance in defender.items():
        result = combat.result(attacker, rank)
        if rank is Rank.FLAG:
            gain, win, flag = gain + flag_gain(worth[rank], chance), win + chance, flag + chance
        elif result is Result.WIN:
            gain, win = gain + worth[rank] * chance, win + chance
        elif result is Result.BOTH:
            gain, loss = gain + worth[rank] * chance, loss + chance
        else:
            loss += chance
    return Clash(gain, loss, win, flag)

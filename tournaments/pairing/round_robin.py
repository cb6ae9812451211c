"""Round robins by the Berger tables of FIDE (Handbook C.05, annex 1). Pure.

The tables are computed, not stored. There are N players, N even; all but the last stand in a circle. The last one meets
them in a fixed order. The other pairs of a round stand at equal distances on the two sides of that opponent.
"""

from __future__ import annotations

from tournaments.pairing.rounds import Pairing

LEAST = 2


def rounds_of(players: int, *, double: bool = False) -> int:
    """How many rounds a round robin of so many players has.

    Args:
        players: at least 2.
        double: everybody meets twice.
    """
    cycle = players - 1 + players % 2
    return 2 * cycle if double else cycle


def berger(players: int, double: bool = False) -> tuple[tuple[Pairing, ...], ...]:
    """The pairings of all rounds, by the Berger tables.

    The first board of a round is that of the highest number, as in the tables. With an odd number of players that
    number stands for nobody (annex 1: who meets the highest number has a bye); the bye then comes last in its round.

    In a double round robin the second cycle repeats the first with colours changed, and the last two rounds of the
    first cycle are played in reverse order, as annex 1 recommends: so nobody has the same colour three times running.

    Args:
        players: at least 2; pairing numbers are 1 to `players`.
        double: everybody meets twice, once with each colour.

    Raises:
        ValueError: there are fewer than two players.
    """
    if players < LEAST:
        raise ValueError("a round robin needs two players or more")
    size = players + players % 2
    cycle = [_round(number, size=size, players=players) for number in range(1, size)]
    if not double:
        return tuple(cycle)
    if len(cycle) > 1:
        first = [*cycle[:-2], cycle[-1], cycle[-2]]
    else:
        first = cycle
    # The second cycle follows the order of the tables: only the first one has its last rounds reversed.
    return (*first, *(tuple(pairing.reversed for pairing in pairings) for pairings in cycle))


def _round(number: int, *, size: int, players: int) -> tuple[Pairing, ...]:
    """A row of the table for `size` players, an even number."""
    around = size - 1
    odd = number % 2 == 1
    # The opponents of the last player are 1, N/2 + 1, 2, N/2 + 2, ...; it has blue and red in turn.
    pivot = (number + 1) // 2 if odd else size // 2 + number // 2
    pairings = [
        Pairing(red=(pivot + step - 1) % around + 1, blue=(pivot - step - 1) % around + 1)
        for step in range(1, size // 2)
    ]
    if players < size:
        return (*pairings, Pairing(red=pivot, blue=None))
    last = Pairing(red=pivot, blue=size) if odd else Pairing(red=size, blue=pivot)
    return (last, *pairings)

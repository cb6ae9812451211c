"""What the counts come to: shares, bands that are wide enough to be seen, and curves of what is left. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.rules import RANK_OF_SYMBOL, Rank
from library.figures.domain.course import BANDS, PLIES

FEWEST = 10
"""The minimum of games for a figure, except for one's own."""

_WIDTHS = (1, 2, 3, 5, 10, 25)


def banded(counts: Mapping[str, int], words: str) -> Counter[int]:
    """What was counted in each band.

    Args:
        counts: by words.
        words: the text before the number of the band.
    """
    numbers: Counter[int] = Counter()
    for key, number in counts.items():
        before, _space, band = key.rpartition(" ")
        if before == words and band.isdigit():
            numbers[int(band)] += number
    return numbers


def named(counts: Mapping[str, int], words: str) -> Counter[str]:
    """What was counted, by what comes after some words."""
    begin = f"{words} "
    return Counter({key[len(begin) :]: number for key, number in counts.items() if key.startswith(begin)})


def width_of(*bands: Mapping[int, int], most: int) -> int:
    """How many bands of plies are put together, so that there are so many columns at most."""
    last = max((band for numbers in bands for band, number in numbers.items() if number), default=0)
    return next((width for width in _WIDTHS if last // width < most), _WIDTHS[-1])


def widened(bands: Mapping[int, int], width: int) -> list[int]:
    """The numbers of wider bands, each of so many, up to the last one with something in it."""
    last = max((band for band, number in bands.items() if number), default=-1)
    numbers = [0] * (last // width + 1 if last >= 0 else 0)
    for band, number in bands.items():
        if number:
            numbers[band // width] += number
    return numbers


def median_band(bands: Mapping[int, int]) -> int | None:
    """The band in which the middle one lies; None for nothing."""
    half, passed = sum(bands.values()) / 2, 0
    for band in sorted(bands):
        passed += bands[band]
        if passed >= half and passed:
            return band
    return None


def plies_in(place: int, width: int, plies: int = PLIES) -> tuple[int, int | None]:
    """The first and the last ply of a wide band.

    Args:
        place: its number.
        width: its number of bands.
        plies: of each of these.

    Returns:
        No last ply for the one that has no end.
    """
    first, last = place * width * plies + 1, (place + 1) * width * plies
    return first, None if last >= BANDS * plies else last


@dataclass(frozen=True, slots=True)
class LifeBand:
    """A band of plies in a life table.

    Args:
        band: its number.
        standing: how many there are as it begins.
        gone: how many go in it.
        over: how many are lost sight of in it, because their game ends.
        share: the share of all that is left after it, as if no game had ended.
    """

    band: int
    standing: int
    gone: int
    over: int
    share: float


def life_table(gone: Mapping[int, int], over: Mapping[int, int]) -> list[LifeBand]:
    """How many of those that go are left after each band: the actuarial estimate (life table), which counts half of the
    games that end within a band as seen through it.

    Args:
        gone: by band, how many were lost.
        over: by band, how many were left when their game ended.

    >>> [(one.standing, round(one.share, 3)) for one in life_table({0: 2, 1: 2}, {1: 4, 2: 2})]
    [(10, 0.8), (8, 0.533), (2, 0.533)]
    """
    standing = sum(gone.values()) + sum(over.values())
    last = max((band for numbers in (gone, over) for band, number in numbers.items() if number), default=-1)
    result, share = [], 1.0
    for band in range(last + 1):
        went, ended = gone.get(band, 0), over.get(band, 0)
        seen = standing - ended / 2
        if seen > 0:
            share *= 1 - went / seen
        result.append(LifeBand(band, standing, went, ended, share))
        standing -= went + ended
    return result


def bands_shown(lengths: Mapping[int, int], fewest: int) -> int:
    """How many bands from the first on so many games reached at least.

    Args:
        lengths: by band, how many games ended in it.
        fewest: games.
    """
    left, shown = sum(lengths.values()), 0
    for band in range(BANDS):
        if left < fewest or not left:
            break
        shown = band + 1
        left -= lengths.get(band, 0)
    return shown


def ranks_in(counts: Mapping[str, int]) -> list[Rank]:
    """The ranks whose pieces were followed, the highest first, Bombs and Flags last."""
    symbols = {key.split()[1] for key in counts if key.startswith(("fell ", "stood "))}
    return in_order(RANK_OF_SYMBOL[symbol] for symbol in symbols)


def in_order(ranks: Iterable[Rank]) -> list[Rank]:
    """Ranks as people list them: by strength, then what does not move."""
    return sorted(set(ranks), key=lambda rank: "M98765432SPCBF".index(rank.symbol))


def share_of(part: int, whole: int) -> float | None:
    return part / whole if whole else None

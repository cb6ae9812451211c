"""The facts that a game is found by, as numbers. Pure.

Each fact that may be asked for (the rule book, a player, a Bomb on a square) is a number of 36 bits, the hash of its
words, with the *stretch* of the game before it: games lie in stretches of 262,144 places of the log, which are some
hundreds of games each. So a question is put to one stretch at a time, from the newest on, and what it reads does not
grow with the archive: in each stretch the index has the few entries of the facts that are asked for.

A fact narrows down, and a column decides: numbers are told by bands, and two facts may share a hash. So a search finds
what its conditions on columns say (`criteria.py`), however facts are cut.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import blake2b
from itertools import pairwise
from uuid import UUID

from games.rules import RANK_OF_SYMBOL, Rank, Seat
from library.archive.models import SETUP_BITS, SQUARES

STRETCH_BITS = 18
FACT_BITS = 36

EMPTY = "."
_ALPHABET = EMPTY + "".join(RANK_OF_SYMBOL)
_PLACE_OF = {symbol: place for place, symbol in enumerate(_ALPHABET)}

LANDMARKS = "FBC"
"""The pieces that a formation is drawn with: Flag and Bombs, or Cannons in their stead."""

CUTS = (1, 3, 5, 9)
"""Numbers of parts that a set-up is cut in. Two set-ups that differ on k squares share all but k parts at least; the
larger the parts, the fewer others share one."""


def fact(*words: object) -> int:
    """The number of a fact, without its stretch."""
    text = " ".join(map(str, words)).encode()
    return int.from_bytes(blake2b(text, digest_size=5).digest()) >> (40 - FACT_BITS)


_common = lru_cache(maxsize=1 << 12)(fact)
"""The same of facts that many games share: which pieces, on which squares, at about which ply."""


# -- numbers, by bands ----------------------------------------------------------------------------

_STEPS = (*range(0, 256, 16), *range(256, 1024, 64), *(1 << power for power in range(10, 17)))


def band(number: int) -> int:
    """The band in which a number of plies or pieces lies: narrow ones where most games are."""
    return sum(step <= number for step in _STEPS) if number > _STEPS[-1] else _band(max(number, 0))


@lru_cache(maxsize=1 << 12)
def _band(number: int) -> int:
    return next((place for place, (_low, high) in enumerate(pairwise(_STEPS), 1) if number < high), len(_STEPS))


_BLOCK = 8


def facts_of_number(*words: object, number: int) -> Iterator[int]:
    """The band of a number, and the block of bands around it."""
    own = band(number)
    yield _common(*words, "band", own)
    yield _common(*words, "block", own // _BLOCK)


def facts_of_range(*words: object, least: int | None, most: int | None) -> list[int]:
    """The facts of which every number from `least` to `most` has one; without one of them as far as numbers go.

    Args:
        words: as of `facts_of_number`.
        least, most: both included.
    """
    place, last = 1 if least is None else band(least), len(_STEPS) if most is None else band(most)
    results = []
    while place <= last:
        if place % _BLOCK == 0 and place + _BLOCK - 1 <= last:
            results.append(fact(*words, "block", place // _BLOCK))
            place += _BLOCK
        else:
            results.append(fact(*words, "band", place))
            place += 1
    return results


# -- days -----------------------------------------------------------------------------------------

_FIRST_YEAR, _LAST_YEAR = 1900, 2199


def facts_of_day(moment: datetime) -> Iterator[int]:
    """The month, the year and the decade of a moment."""
    day = moment.astimezone(UTC)
    year = min(max(day.year, _FIRST_YEAR), _LAST_YEAR)
    yield _common("month", year, day.month)
    yield _common("year", year)
    yield _common("decade", year // 10)


def facts_of_days(first: datetime | None, last: datetime | None) -> list[int]:
    """The facts of which every moment from `first` to `last` has one: months for some years, years for decades."""
    low = (_FIRST_YEAR, 1) if first is None else _month(first)
    high = (_LAST_YEAR, 12) if last is None else _month(last)
    if high[0] - low[0] > 20:
        return [fact("decade", decade) for decade in range(low[0] // 10, high[0] // 10 + 1)]
    if high[0] - low[0] > 1:
        return [_common("year", year) for year in range(low[0], high[0] + 1)]
    first_month, last_month = low[0] * 12 + low[1] - 1, high[0] * 12 + high[1] - 1
    return [fact("month", month // 12, month % 12 + 1) for month in range(first_month, last_month + 1)]


def _month(moment: datetime) -> tuple[int, int]:
    day = moment.astimezone(UTC)
    return min(max(day.year, _FIRST_YEAR), _LAST_YEAR), day.month


# -- pieces ---------------------------------------------------------------------------------------


def piece_code(side: int, rank: Rank) -> int:
    """A side's rank as a number below 32."""
    return side << 4 | rank


def loss_code(ply: int, side: int, rank: Rank) -> int:
    """A loss as a number: the ply, then the piece.

    Args:
        ply: at which it fell.
        side: whose it was.
        rank: its rank.
    """
    return ply << 5 | piece_code(side, rank)


_LOST_BY = tuple(1 << power for power in range(4, 13))
_MANY = 8


def _span(ply: int) -> int:
    """About when: there are many losses, so they are stored in few spans."""
    return sum(end <= ply for end in _LOST_BY)


def facts_of_losses(losses: Sequence[int]) -> Iterator[int]:
    """For each loss of a side's rank the how-manieth it was, and about when."""
    seen: Counter[int] = Counter()
    for loss in sorted(losses):
        code = loss & 31
        seen[code] += 1
        yield _common("lost", code, seen[code], _span(loss >> 5))


def facts_of_lost(code: int, number: int, ply: int | None) -> list[int]:
    """The facts one of which every game has where a side's rank was lost so often.

    Args:
        code: as of `piece_code`.
        number: how often.
        ply: by which; at all without one.
    """
    last = len(_LOST_BY) if ply is None else _span(ply)
    return [_common("lost", code, number, span) for span in range(last + 1)]


def facts_of_kept(kept: Iterable[int]) -> Iterator[int]:
    """For each side's rank how many were left at the end."""
    for code, number in Counter(kept).items():
        yield _common("kept", code, min(number, _MANY))


def facts_of_left(code: int, number: int) -> list[int]:
    """The facts one of which every game has where so many of a side's rank were left, or more."""
    return [_common("kept", code, count) for count in range(min(number, _MANY), _MANY + 1)]


# -- set-ups --------------------------------------------------------------------------------------


def setup_bits(form: str) -> str:
    """A form (`games.domain.placement`) as bits: one for each square and its possible content, empty squares too. A
    smaller form than the largest has no bits for the rest."""
    return drawn_bits(form, whole=True)


def drawn_bits(form: str, *, whole: bool = False) -> str:
    """The bits of the squares of a form with a piece; if it is `whole`, of all squares."""
    bits = bytearray(b"0" * SETUP_BITS)
    for square, symbol in enumerate(form[:SQUARES]):
        if whole or symbol != EMPTY:
            bits[square * len(_ALPHABET) + _PLACE_OF[symbol]] = ord("1")
    return bits.decode()


def facts_of_setup(side: int, form: str) -> Iterator[int]:
    """The squares of a set-up's Flag and Bombs, and each of its parts.

    Args:
        side: 0 for red, 1 for blue.
        form: as in `games.domain.placement`.
    """
    yield from facts_of_drawn(side, "".join(text if text in LANDMARKS else EMPTY for text in form))
    for cut in CUTS:
        for part in range(cut):
            yield fact_of_part(side, form, part, cut)


def facts_of_drawn(side: int, pattern: str) -> list[int]:
    """The squares of the Flag and Bombs of a drawn pattern, for a side."""
    return [_common("stands", side, symbol, square) for square, symbol in enumerate(pattern) if symbol in LANDMARKS]


def fact_of_part(side: int, form: str, part: int, cut: int) -> int:
    """The content of the squares of one part of a set-up.

    Args:
        side: 0 for red, 1 for blue.
        form: the set-up, as its maker sees it.
        part, cut: the part has every `cut`-th square.
    """
    return fact("part", side, len(form), cut, part, form[part::cut])


def facts_of_near(side: int, form: str, near: int) -> list[int]:
    """The facts of which every set-up has one that differs from a form on so many squares at most: those of the parts
    with the most pieces, since fewest others share them.

    Args:
        side: 0 for red, 1 for blue.
        form: the set-up that is looked for.
        near: squares on which another one may differ.
    """
    cut = next(cut for cut in CUTS if cut > near)
    parts = sorted(range(cut), key=lambda part: (form[part::cut].count(EMPTY), part))
    return [fact_of_part(side, form, part, cut) for part in parts[: near + 1]]


# -- all of a game --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, repr=False)
class EntryFacts:
    """What is public of a game now, as its entry holds it. It is not printed: once the game is over it has ranks.

    Args:
        event: the key of its event, or empty.
        sitting: `people`, `mixed` or `computers`.
        rated: it was made as a rated game.
        plies, noted, attacked, losses, red_left, blue_left: None while it is in play for everybody; losses as
            `loss_code`. `attacked` is None, too, if there was no attack.
        kept: the pieces that were left, as `piece_code`; None before the reveal.
        forms: by seat the set-ups as their makers see them; empty before the reveal.
    """

    variant: str
    source: str
    red: tuple[UUID, ...]
    blue: tuple[UUID, ...]
    sitting: str
    event: str
    round: int | None
    rated: bool
    result: str
    outcome: str
    played: datetime
    plies: int | None = None
    noted: int | None = None
    attacked: int | None = None
    losses: tuple[int, ...] | None = None
    red_left: int | None = None
    blue_left: int | None = None
    kept: tuple[int, ...] | None = None
    forms: Mapping[Seat, str] = field(default_factory=dict)

    @property
    def facts(self) -> list[int]:
        """All facts of it, without its stretch."""
        numbers = {
            fact("book", self.variant),
            fact("source", self.source),
            fact("sitting", self.sitting),
            fact("result", self.result),
            *(fact("red", player) for player in self.red),
            *(fact("blue", player) for player in self.blue),
            *facts_of_day(self.played),
            *facts_of_losses(self.losses or ()),
            *facts_of_kept(self.kept or ()),
        }
        if self.event:
            numbers |= {fact("event", self.event), fact("event", self.event, self.round)}
        if self.outcome:
            numbers.add(fact("outcome", self.outcome))
        if self.rated:
            numbers.add(fact("rated"))
        if self.noted is not None:
            numbers.add(fact("noted", self.noted > 0))
        for name in ("plies", "attacked", "red_left", "blue_left"):
            if (number := getattr(self, name)) is not None:
                numbers |= set(facts_of_number(name, number=number))
        for seat, form in self.forms.items():
            numbers |= set(facts_of_setup(seat.side, form))
        return sorted(numbers)

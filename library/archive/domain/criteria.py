"""Search criteria: each narrows down by facts, and decides by columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import product
from typing import Any, NamedTuple
from uuid import UUID

from games.domain.placement import mirrored
from games.models import Game
from games.rules import RANK_OF_SYMBOL, VARIANTS, Variant
from library.archive.domain.facts import (
    EMPTY,
    FACT_BITS,
    LANDMARKS,
    drawn_bits,
    fact,
    facts_of_days,
    facts_of_drawn,
    facts_of_left,
    facts_of_lost,
    facts_of_near,
    facts_of_range,
    piece_code,
    setup_bits,
)
from library.archive.models import SETUP_BITS

NEAR_AT_MOST = 8
"""Squares on which a set-up may differ from the one that is looked for, of those that have many pieces."""


def near_at_most(form: str) -> int:
    """On how many squares others may differ from a set-up: not so many that most others are near it."""
    return min(NEAR_AT_MOST, 2 * (len(form) - form.count(EMPTY)) // 5)


SIDES = ("red", "blue")
_SETUPS = (("red_setup", "red2_setup"), ("blue_setup", "blue2_setup"))


class Condition(NamedTuple):
    """A condition on an entry: `sql` with its parameters."""

    sql: str
    values: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Criteria:
    """The search. None or empty values are no criteria.

    Args:
        variant: slug of a rule book.
        player, opponent: the ids of their names; empty if nobody has the name.
        side: the player's, 0 for red and 1 for blue.
        won: True for games that the player won, False for those lost.
        lowest, highest: all players' ratings before the game lie between them.
        sitting: `people`, `mixed` or `computers`.
        event: the key of an event; round: in it.
        first, last: moments between which the game was played.
        shortest, longest: plies of the whole game.
        outcomes: allowed values of `End`.
        result: a `Game.Result`; cancelled games only if requested.
        attack_from, attack_to: plies between which the first attack came.
        lost: for each side the ranks that it lost, as often as they are named.
        lost_by: the ply by which it had; at all without one.
        kept: for each side the ranks that it had left at the end.
        left: for each side how many pieces it had left, at least and at most.
        pattern: a form with Flags and Bombs on their squares; mirror images are equal. One with nothing drawn
            fits all set-ups that lie so.
        setup: a whole form; near: on so many squares it may differ.
        setup_side: whose set-up that is, 0 or 1; either's.
        like: the rule book that says how the forms of `pattern` and `setup` lie.
        source: a `Game.Source`: played here, from a record, or played on from another game.
        noted: True for games with plies against a repetition rule, False for those without.
    """

    variant: str = ""
    player: Sequence[UUID] | None = None
    side: int | None = None
    opponent: Sequence[UUID] | None = None
    won: bool | None = None
    lowest: int | None = None
    highest: int | None = None
    sitting: str = ""
    event: str = ""
    round: int | None = None
    first: datetime | None = None
    last: datetime | None = None
    shortest: int | None = None
    longest: int | None = None
    outcomes: tuple[str, ...] = ()
    result: str = ""
    attack_from: int | None = None
    attack_to: int | None = None
    lost: tuple[str, str] = ("", "")
    lost_by: int | None = None
    kept: tuple[str, str] = ("", "")
    left: tuple[tuple[int | None, int | None], tuple[int | None, int | None]] = ((None, None), (None, None))
    pattern: str = field(default="", repr=False)
    setup: str = field(default="", repr=False)
    near: int = 0
    setup_side: int | None = None
    like: Variant | None = None
    source: str = ""
    noted: bool | None = None

    @property
    def by_ratings(self) -> bool:
        return self.lowest is not None or self.highest is not None

    @property
    def nobody(self) -> bool:
        """Whether the search names somebody who has played no game."""
        return self.player == [] or self.opponent == []

    def parts(self) -> list[Condition]:
        """The conditions. In each of them `w.n` is the stretch that is looked through."""
        conditions: list[Condition] = []
        for asked in _ASKED:
            conditions += asked(self)
        return conditions


def has(*facts: int) -> Condition:
    return Condition(f"facts @> ARRAY[{_listed(facts)}]::int8[]", facts)


def has_any(facts: Sequence[int]) -> Condition:
    """One of these facts at least. No game has one of none."""
    if not facts:
        return Condition("w.n IS NULL")
    return Condition(f"facts && ARRAY[{_listed(facts)}]::int8[]", tuple(facts))


def _listed(facts: Sequence[int]) -> str:
    return ", ".join([f"(w.n << {FACT_BITS}) | %s::int8"] * len(facts))


def either(parts: Sequence[Sequence[Condition]]) -> Condition:
    """One of several conditions, each with several parts."""
    text = " OR ".join("(" + " AND ".join(part.sql for part in conditions) + ")" for conditions in parts)
    return Condition(f"({text})", tuple(value for conditions in parts for part in conditions for value in part.values))


# -- what may be asked, in the order of the page --------------------------------------------------


def _book(asked: Criteria) -> Iterator[Condition]:
    if asked.variant:
        yield has(fact("book", asked.variant))
        yield Condition("variant = %s", (asked.variant,))


def _players(asked: Criteria) -> Iterator[Condition]:
    if asked.player is None and asked.opponent is None:
        return
    sides = (0, 1) if asked.side is None else (asked.side,)
    for who, at in ((asked.player, sides), (asked.opponent, [1 - side for side in sides])):
        if who is not None:
            yield has_any([fact(SIDES[side], player) for side in at for player in who])
    chosen = []
    for side in sides:
        item = []
        for who, column in ((asked.player, SIDES[side]), (asked.opponent, SIDES[1 - side])):
            if who is not None:
                item.append(Condition(f"{column} && %s::uuid[]", (list(who),)))
        if asked.won is not None:
            item.append(Condition("result = %s", (SIDES[side if asked.won else 1 - side],)))
        chosen.append(item)
    yield either(chosen)
    if asked.won is not None:
        yield has_any([fact("result", side) for side in SIDES])


def _ratings(asked: Criteria) -> Iterator[Condition]:
    if asked.by_ratings:
        yield has(fact("rated"))
        bounds = [("lowest >= %s", asked.lowest), ("highest <= %s", asked.highest)]
        result = [(sql, bound) for sql, bound in bounds if bound is not None]
        where = " AND ".join(sql for sql, _bound in result)
        yield Condition(
            f"game IN (SELECT game FROM archive_entryratings WHERE stretch = w.n AND {where})",  # noqa: S608
            tuple(bound for _sql, bound in result),
        )


def _sitting(asked: Criteria) -> Iterator[Condition]:
    if asked.sitting:
        yield has(fact("sitting", asked.sitting))
        yield Condition("sitting = %s", (asked.sitting,))


def _event(asked: Criteria) -> Iterator[Condition]:
    if asked.event:
        yield has(fact("event", asked.event, *(() if asked.round is None else (asked.round,))))
        yield Condition("event = %s", (asked.event,))
        if asked.round is not None:
            yield Condition("round = %s", (asked.round,))


def _days(asked: Criteria) -> Iterator[Condition]:
    if asked.first is None and asked.last is None:
        return
    yield has_any(facts_of_days(asked.first, asked.last))
    if asked.first is not None:
        yield Condition("played >= %s", (asked.first,))
    if asked.last is not None:
        yield Condition("played < %s", (asked.last,))


def _between(name: str, least: int | None, most: int | None) -> Iterator[Condition]:
    if least is None and most is None:
        return
    yield has_any(facts_of_range(name, least=least, most=most))
    if least is not None:
        yield Condition(f"{name} >= %s", (least,))
    if most is not None:
        yield Condition(f"{name} <= %s", (most,))


def _numbers(asked: Criteria) -> Iterator[Condition]:
    yield from _between("plies", asked.shortest, asked.longest)
    yield from _between("attacked", asked.attack_from, asked.attack_to)
    for side, (least, most) in zip(SIDES, asked.left, strict=True):
        yield from _between(f"{side}_left", least, most)


def _end(asked: Criteria) -> Iterator[Condition]:
    if asked.outcomes:
        yield has_any([fact("outcome", outcome) for outcome in asked.outcomes])
        yield Condition("outcome = ANY(%s::text[])", (list(asked.outcomes),))
    if asked.result:
        yield has(fact("result", asked.result))
        yield Condition("result = %s", (asked.result,))
    else:
        # In other words than the index of all others, which would be read whole.
        yield Condition("coalesce(result, '') <> %s", (Game.Result.CALLED_OFF.value,))


def _counted(asked: tuple[str, str]) -> Iterator[tuple[int, int]]:
    for side, symbols in enumerate(asked):
        for symbol, number in Counter(symbols).items():
            yield piece_code(side, RANK_OF_SYMBOL[symbol]), number


def _losses(asked: Criteria) -> Iterator[Condition]:
    for code, number in _counted(asked.lost):
        yield has_any(facts_of_lost(code, number, asked.lost_by))
        by, values = ("", ()) if asked.lost_by is None else (" AND loss >> 5 <= %s", (asked.lost_by,))
        yield Condition(
            f"(SELECT count(*) FROM unnest(losses) loss WHERE loss & 31 = %s{by}) >= %s",  # noqa: S608
            (code, *values, number),
        )
    for code, number in _counted(asked.kept):
        yield has_any(facts_of_left(code, number))
        yield Condition("cardinality(array_positions(kept, %s::int2)) >= %s", (code, number))


def _setups(asked: Criteria) -> Iterator[Condition]:
    """A drawn formation, and a set-up that is met or nearly so: on either side, mirrored or not."""
    sides = (0, 1) if asked.setup_side is None else (asked.setup_side,)
    if asked.pattern and asked.like is not None:
        images = list(product(sides, _images(asked.pattern, asked.like)))
        # One mark of each image, then another: an index takes that, and no choice among whole images.
        for marks in zip(*(facts_of_drawn(side, pattern) for side, pattern in images), strict=True):
            yield has_any(marks)
        needed = len(asked.pattern) - asked.pattern.count(EMPTY)
        yield either([_alike(column, drawn_bits(form), needed) for side, form in images for column in _SETUPS[side]])
    if asked.setup and asked.like is not None:
        images = list(product(sides, _images(asked.setup, asked.like)))
        yield has_any([number for side, form in images for number in facts_of_near(side, form, asked.near)])
        needed = len(asked.setup) - asked.near
        yield either([_alike(column, setup_bits(form), needed) for side, form in images for column in _SETUPS[side]])
    if asked.like is not None:
        books = books_like(asked.like)
        yield has_any([fact("book", book) for book in books])  # a pattern may have nothing drawn
        yield Condition("variant = ANY(%s::text[])", (books,))


def _images(form: str, like: Variant) -> list[str]:
    return list(dict.fromkeys((form, mirrored(form, like))))


def _alike(column: str, bits: str, needed: int) -> list[Condition]:
    return [Condition(f"bit_count({column} & %s::bit({SETUP_BITS})) >= %s", (bits, needed))]


def books_like(like: Variant) -> list[str]:
    """The rule books whose home squares lie as those of one: forms mean the same there."""
    return [slug for slug, book in VARIANTS.items() if shape(book) == shape(like)]


def shape(rules: Variant) -> tuple[int, str]:
    """How the home squares of a rule book lie: two that agree have the same forms."""
    homes = len(rules.board.homes[0])
    letters = "".join(chr(ord("a") + number) for number in range(homes))
    return homes, mirrored(letters, rules)


def _other(asked: Criteria) -> Iterator[Condition]:
    if asked.source:
        yield has(fact("source", asked.source))
        yield Condition("source = %s", (asked.source,))
    if asked.noted is not None:
        yield has(fact("noted", asked.noted))
        yield Condition("noted > 0" if asked.noted else "noted = 0")


_ASKED: tuple[Callable[[Criteria], Iterator[Condition]], ...] = (
    _book,
    _players,
    _ratings,
    _sitting,
    _event,
    _days,
    _numbers,
    _end,
    _losses,
    _setups,
    _other,
)


def symbols_in(text: str) -> str | None:
    """The ranks that a text names, a character each, in their order; None if one of them is none.

    >>> symbols_in("m 3b"), symbols_in("x")
    ('3MB', None)
    """
    symbols = "".join(text.split()).upper()
    if not set(symbols) <= set(RANK_OF_SYMBOL):
        return None
    return "".join(sorted(symbols, key=lambda symbol: RANK_OF_SYMBOL[symbol]))


def landmarks(text: str) -> bool:
    """Whether a form holds what formations are drawn with, and nothing else."""
    return set(text) <= {EMPTY, *LANDMARKS}

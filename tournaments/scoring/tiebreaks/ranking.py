"""Players by points and tie-breaks, and where a value comes from. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.scoring.crosstable import Crosstable
from tournaments.scoring.points import TENTHS
from tournaments.scoring.tiebreaks.catalogue import TIEBREAKS, Tiebreak, drawn
from tournaments.scoring.tiebreaks.tallies import HUNDREDTHS, Count, TiebreakPart

# -- direct encounter (article 6) -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Encounter:
    """What the games of tied players say of one of them.

    Args:
        made: the points made against the other tied players, in hundredths; the mean where two met more than once
            (6.1.2).
        missing: how many of the others were not met.
    """

    made: Fraction
    missing: int


def _met(count: Count, group: Iterable[int], number: int) -> dict[int, list[TiebreakPart]]:
    """The games of a player against others of a group, by opponent."""
    tied = set(group)
    games: dict[int, list[TiebreakPart]] = {}
    for index, result in enumerate(count.results[number - 1]):
        mark = result.mark
        if result.opponent not in tied or mark is None:
            continue
        if mark.played or count.predetermined:
            value = count.worth[mark] * HUNDREDTHS // TENTHS
            part = TiebreakPart(index + 1, result.opponent, mark, value, "tied", value)
            games.setdefault(result.opponent, []).append(part)
    return games


def _encounter(count: Count, group: Sequence[int], number: int) -> Encounter:
    """The points of a player among the tied (6.1)."""
    games = _met(count, group, number)
    made = sum((Fraction(sum(part.value for part in parts), len(parts)) for parts in games.values()), Fraction(0))
    return Encounter(made=made, missing=len(group) - 1 - len(games))


def direct_encounter(count: Count, group: Sequence[int]) -> list[list[int]]:
    """Tied players in the order of article 6: lists of those who are still tied, the best first.

    If all of them have met, the points from these games rank them, and the rule is used again for those who are still
    level (6.2). If not, whoever is first whatever the missing games had brought is first, and the rule is used again
    for the rest; if nobody is, all stay tied (6.3). In a Swiss only games on the board count (6.1.1).

    Args:
        group: pairing numbers that everything before has left tied.
    """
    if len(group) == 1:
        return [list(group)]
    encounters = {number: _encounter(count, group, number) for number in group}
    if any(encounter.missing for encounter in encounters.values()):
        first = _certain(count, encounters)
        if first is None:
            return [sorted(group)]
        return [[first], *direct_encounter(count, [number for number in group if number != first])]
    tiers = _tiers(group, lambda number: encounters[number].made)
    if len(tiers) == 1:
        return tiers
    return [part for tier in tiers for part in direct_encounter(count, tier)]


def _certain(count: Count, encounters: Mapping[int, Encounter]) -> int | None:
    """Who is first whatever the missing games had brought (6.3)."""
    most = max(count.table.scoring.win, count.table.scoring.draw) * HUNDREDTHS // TENTHS
    first = max(encounters, key=lambda number: encounters[number].made)
    best = encounters[first].made
    if all(
        best > encounter.made + encounter.missing * most for number, encounter in encounters.items() if number != first
    ):
        return first
    return None


def _tiers(group: Iterable[int], value: Callable[[int], Fraction]) -> list[list[int]]:
    """Those of the same value together, the highest first."""
    tiers: dict[Fraction, list[int]] = {}
    for number in sorted(group):
        tiers.setdefault(value(number), []).append(number)
    return [tiers[made] for made in sorted(tiers, reverse=True)]


def _encounter_values(count: Count, group: Sequence[int]) -> dict[int, int]:
    """The points, in hundredths, of those whom article 6 ranks by them: of all if all have met (6.2), else of who is
    first for certain, and so on among the rest (6.3).
    """
    if len(group) == 1:
        return {}
    encounters = {number: _encounter(count, group, number) for number in group}
    if not any(encounter.missing for encounter in encounters.values()):
        return {number: round(encounter.made) for number, encounter in encounters.items()}
    first = _certain(count, encounters)
    if first is None:
        return {}
    rest = [number for number in group if number != first]
    return {first: round(encounters[first].made), **_encounter_values(count, rest)}


# -- ranking and explaining -----------------------------------------------------------------------


def rank(count: Count, tiebreaks: Sequence[str]) -> tuple[list[list[int]], dict[int, list[int]]]:
    """The players by points and tie-breaks.

    Args:
        tiebreaks: slugs, the first to be looked at first.

    Returns:
        lists of those who share a place, the best first; and for each player the value of each tie-break.

    Raises:
        KeyError: a slug is unknown.
    """
    chosen = [TIEBREAKS[slug] for slug in tiebreaks]
    values: dict[int, list[int]] = {row.number: [] for row in count.table.rows}
    groups = _split([sorted(values)], lambda number: -count.points[number - 1])
    for tiebreak in chosen:
        if tiebreak.among_tied:
            for group in groups:
                made = _encounter_values(count, group)
                for number in group:
                    values[number].append(made.get(number, 0))
            groups = [tier for group in groups for tier in direct_encounter(count, group)]
            continue
        numbers = _values(count, tiebreak, values)
        for number, value in numbers.items():
            values[number].append(value)
        sign = 1 if tiebreak.ascending else -1
        groups = _split(groups, lambda number, group=numbers, sign=sign: sign * group[number])  # type: ignore[misc]
    return groups, values


def _values(count: Count, tiebreak: Tiebreak, numbers: Iterable[int]) -> dict[int, int]:
    if tiebreak.slug == "lot":
        return drawn(count)
    return {number: tiebreak.value(count, number) for number in numbers}


def _split(groups: Iterable[Sequence[int]], key: Callable[[int], int]) -> list[list[int]]:
    """Each group in parts of equal keys, the lowest key first."""
    split = []
    for group in groups:
        if len(group) == 1:
            split.append(list(group))
            continue
        tiers: dict[int, list[int]] = {}
        for number in group:
            tiers.setdefault(key(number), []).append(number)
        split += [tiers[value] for value in sorted(tiers)]
    return split


@dataclass(frozen=True, slots=True)
class Explanation:
    """Where a value comes from.

    Args:
        slug, number: of the tie-break and the player.
        parts: round by round; those that are cut add nothing.
        total: the value, in `unit`.
        unit: of the parts and the total.
        mean: the total is the mean of the parts, rounded, and not their sum.
        tied: for a direct encounter, the players it was looked at for.
    """

    slug: str
    number: int
    parts: tuple[TiebreakPart, ...]
    total: int
    unit: int
    mean: bool = False
    tied: tuple[int, ...] = ()


def explain(
    table: Crosstable | Count,
    slug: str,
    number: int,
    *,
    before: Sequence[str] = (),
    after: int | None = None,
    predetermined: bool = False,
    lot: int = 0,
) -> Explanation:
    """Open a value to the rounds behind it.

    Args:
        table: the event; counted already, or with `after`, `predetermined` and `lot` as for `Count.of`.
        slug: of the tie-break.
        number: the pairing number.
        before: the slugs that were looked at before it; they say who is still tied (direct encounter only).

    Raises:
        KeyError: the slug is unknown.
    """
    count = table
    if isinstance(count, Crosstable):
        count = Count.of(count, after=after, predetermined=predetermined, lot=lot)
    tiebreak = TIEBREAKS[slug]
    if tiebreak.among_tied:
        return _explained_encounter(count, tiebreak, number, before)
    parts = tuple(tiebreak.parts(count, number))
    return Explanation(slug, number, parts, tiebreak.value(count, number), tiebreak.unit, tiebreak.mean)


def _explained_encounter(count: Count, tiebreak: Tiebreak, number: int, before: Sequence[str]) -> Explanation:
    """The games with those who were still tied. They are marked as cut where they say nothing (6.3)."""
    groups, _values = rank(count, before)
    group = next(group for group in groups if number in group)
    made = _encounter_values(count, group)
    games = [part for parts in _met(count, group, number).values() for part in parts]
    parts = tuple(
        part if number in made else part._replace(cut=True, why="not-counted")
        for part in sorted(games, key=lambda part: part.round)
    )
    tied = tuple(other for other in group if other != number)
    return Explanation(tiebreak.slug, number, parts, made.get(number, 0), tiebreak.unit, tied=tied)

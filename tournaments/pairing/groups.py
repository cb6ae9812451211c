"""Groups, and who goes on from them into a knockout. Pure.

plan_for(16, groups=4, advance=2) -> `Plan`
  -> `groups_of(plan, drawn="snake")`: the pairing numbers of each group
  -> `boards_of(groups, round)`: a round of all groups by their Berger tables
  -> `ranked(table, groups, rounds, tiebreaks)`: the places in each group
  -> `seeds_of(plan, ranked, table)`: who goes on, in the order of the bracket's seeds
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, combinations, groupby
from typing import NamedTuple

from tournaments.pairing import knockout
from tournaments.pairing.round_robin import berger, rounds_of
from tournaments.scoring.crosstable import Crosstable, RoundResult, Row
from tournaments.scoring.points import Mark
from tournaments.scoring.standings import Standing, standings

Groups = tuple[tuple[int, ...], ...]
TieOrder = Callable[[Sequence[int], int, Callable[[int], object]], Sequence[int]]
"""Orders pairing numbers of which so many go on, by what makes two of them level."""

LEAST = 2
"""Players of a group, and players of a knockout."""


class Plan(NamedTuple):
    """How many groups there are and how many go on, as far as the field allows.

    Args:
        players: of all groups.
        groups: how many.
        advance: of each group the best so many go on,
        others: and so many of all those of the next place.
        double: everybody of a group meets twice.
    """

    players: int
    groups: int
    advance: int
    others: int
    double: bool = False

    @property
    def rounds(self) -> int:
        """Those of the groups."""
        return rounds_of(-(-self.players // self.groups), double=self.double)

    @property
    def qualified(self) -> int:
        return self.groups * self.advance + self.others


def plan_for(players: int, *, groups: int, advance: int, others: int = 0, double: bool = False) -> Plan:
    """What is possible of what is wanted: a group has two players at least, and so has the knockout.

    Args:
        players: at least 2.
        groups, advance, others, double: as of `Plan`, for as many players as are needed.
    """
    groups = max(1, min(groups, players // LEAST))
    smallest, larger = divmod(players, groups)
    advance = min(max(advance, LEAST if groups == 1 else 1), smallest)
    next_ones = groups if smallest > advance else larger
    return Plan(players, groups, advance, min(others, next_ones), double)


def groups_of(plan: Plan, *, drawn: str, lot: int) -> Groups:
    """The pairing numbers of each group, by rank. As many as there are groups make a pot, the highest the first.

    Args:
        drawn: `snake`: the first pot fills the groups from the first to the last, the next one back, and so on; `pots`:
            each pot is drawn by lot.
        lot: chance, drawn once for the event; anybody who knows it can check the draw.
    """
    groups: list[list[int]] = [[] for _number in range(plan.groups)]
    for pot, first in enumerate(range(1, plan.players + 1, plan.groups)):
        numbers = list(range(first, min(first + plan.groups, plan.players + 1)))
        if drawn == "pots":
            places = sorted(range(plan.groups), key=lambda place: _drawn(lot, pot, place))
        else:
            places = list(range(plan.groups))[:: -1 if pot % 2 else 1]
        for number, place in zip(numbers, places, strict=False):
            groups[place].append(number)
    return tuple(map(tuple, groups))


def _drawn(lot: int, pot: int, place: int) -> bytes:
    return hashlib.sha256(f"{lot} {pot} {place}".encode()).digest()


def boards_of(groups: Groups, round: int, *, double: bool) -> tuple[list[tuple[int, int]], list[int]]:
    """The boards of a round (red, blue), group by group, and who is free in it.

    Args:
        round: from 1; a group of fewer players is over sooner.
        double: everybody meets twice.
    """
    boards, free = [], []
    for group in groups:
        tables = berger(len(group), double)
        for pairing in tables[round - 1] if round <= len(tables) else ():
            red = group[pairing.red - 1]
            if pairing.blue is None:
                free.append(red)
            else:
                boards.append((red, group[pairing.blue - 1]))
    return boards, free


def ranked(
    table: Crosstable, groups: Groups, rounds: int, tiebreaks: Sequence[str], *, lot: int = 0
) -> tuple[tuple[Standing, ...], ...]:
    """The places in each group, by the pairing numbers of the event.

    Args:
        table: of the event.
        rounds: of its rounds, those that the groups have.
        tiebreaks, lot: as for `tournaments.scoring.standings.standings`.
    """
    results = []
    for group in groups:
        places = standings(table_of(table, group, rounds), tiebreaks, predetermined=True, lot=lot)
        results.append(tuple(replace(standing, number=group[standing.number - 1]) for standing in places))
    return tuple(results)


def table_of(table: Crosstable, group: Sequence[int], rounds: int) -> Crosstable:
    """The crosstable of a group, its players numbered from 1.

    Args:
        table, rounds: as for `ranked`.
        group: the pairing numbers of its players.
    """
    numbers = {number: place for place, number in enumerate(group, 1)}
    rows = []
    for number in group:
        row = table.row(number)
        results = tuple(
            replace(result, opponent=None if result.opponent is None else numbers[result.opponent])
            for result in row.results[:rounds]
        )
        rows.append(replace(row, number=numbers[number], results=results))
    return replace(table, rows=tuple(rows), rounds=rounds, forbidden=frozenset())


def seeds_of(
    plan: Plan,
    places: Sequence[Sequence[Standing]],
    table: Crosstable,
    here: frozenset[int] | None = None,
    order_tie: TieOrder | None = None,
) -> tuple[int, ...]:
    """Who goes on, by pairing number, in the order of the bracket's seeds.

    First come the winners of the groups, then the second ones, and so on; among those of the same place the better
    share of points comes first, then the better share of wins, then the higher pairing number. Then those of the same
    place change seats until two of one group meet as late as can be.

    Args:
        plan: as far as the field allows.
        places: those in each group.
        table: as for `ranked`.
        here: the pairing numbers that may go on; None for all. Who comes next moves up for others.
        order_tie: orders those who are level for the last place that goes on; None: tie-breaks and merit do.
    """

    def points(number: int) -> int:
        return table.points(number, plan.rounds)

    def share(number: int) -> Fraction:
        return _merit(table, number, plan.rounds)[0]

    able = [[item.number for item in group if here is None or item.number in here] for group in places]
    if order_tie is not None:
        able = [list(order_tie(group, plan.advance, points)) for group in able]
    through, wanted = [], plan.qualified
    for at, tier in enumerate(_tiers(able, table, plan.rounds)):
        if order_tie is not None and at >= plan.advance:
            tier = list(order_tie(tier, wanted, share))
        through.append(tier if at < plan.advance else tier[:wanted])
        wanted -= len(through[-1])
    groups = tuple(tuple(standing.number for standing in group) for group in places)
    return _apart(tuple(tuple(tier) for tier in through if tier), groups)


def _tiers(groups: Sequence[Sequence[int]], table: Crosstable, rounds: int) -> list[list[int]]:
    """Those of the same place in their groups together, the better ones first."""
    together = [[group[at] for group in groups if len(group) > at] for at in range(max(map(len, groups)))]
    return [sorted(same, key=lambda number: _merit(table, number, rounds)) for same in together]


def standings_of(
    plan: Plan,
    places: Sequence[Sequence[Standing]],
    table: Crosstable,
    final: Sequence[Standing] | None,
    here: frozenset[int] | None = None,
) -> tuple[Standing, ...]:
    """The places of the whole event: those of the final stage, and below by the places in the groups.

    Args:
        plan, places, table, here: as for `seeds_of`.
        final: the places in the final stage; None before the groups are over.
    """
    gone = {standing.number for group in places for standing in group if standing.annulled}
    first = seeds_of(plan, places, table, here) if final is None else ()
    ahead = {*first, *(standing.number for standing in final or ())}
    tiers = _tiers([[item.number for item in group] for group in places], table, plan.rounds)
    left = [*first, *(number for tier in tiers for number in tier if number not in ahead)]
    left.sort(key=gone.__contains__)
    below = enumerate(left, len(final or ()) + 1)
    rest = (Standing(place, number, table.points(number), (), False, number in gone) for place, number in below)
    return (*(final or ()), *rest)


def places_in_final(
    table: Crosstable,
    numbers: Sequence[int],
    *,
    first: int,
    before: int,
    carried: str,
    tiebreaks: Sequence[str],
    all_meet: bool = False,
    all_met: bool = False,
    lot: int = 0,
) -> tuple[Standing, ...]:
    """The places of those who play a final with points, by the pairing numbers of the event.

    Args:
        table: of the event.
        numbers: the pairing numbers of who is in the final.
        first: rounds of the first stage.
        before: rounds of the event before the final; those of a play-off never count.
        carried: `none`; `between`: games of the first stage between two of them; or `all` of the first stage.
        tiebreaks, lot: as for `tournaments.scoring.standings.standings`.
        all_meet: everybody meets everybody in the final,
        all_met: and did in the first stage.
    """
    if carried == "all":
        rows = tuple(replace(row, results=(*row.results[:first], *row.results[before:])) for row in table.rows)
        ranked = standings(replace(table, rows=rows), tiebreaks, predetermined=all_met, lot=lot)
        return _among([standing for standing in ranked if standing.number in numbers])
    new = {number: place for place, number in enumerate(numbers, 1)}
    rows = tuple(_row_of_final(table.row(number), new, first if carried == "between" else 0, before) for number in new)
    final = replace(table, rows=rows, forbidden=frozenset())
    ranked = standings(final, tiebreaks, predetermined=all_meet, lot=lot)
    return tuple(replace(standing, number=numbers[standing.number - 1]) for standing in ranked)


def _row_of_final(row: Row, new: Mapping[int, int], first: int, before: int) -> Row:
    results = (
        result
        if result.opponent is None
        else replace(result, opponent=new[result.opponent])
        if result.opponent in new
        else RoundResult(Mark.ABSENT)
        for result in (*row.results[:first], *row.results[before:])
    )
    return replace(row, number=new[row.number], results=tuple(results), acceleration=(), annulled=False)


def _among(ranked: Sequence[Standing]) -> tuple[Standing, ...]:
    """The places of some, by those that they have among all."""
    result: list[Standing] = []
    for _place, level in groupby(ranked, key=lambda standing: standing.place):
        together, place = list(level), len(result) + 1
        result += [replace(item, place=place, shared=len(together) > 1, annulled=False) for item in together]
    return tuple(result)


def _merit(table: Crosstable, number: int, rounds: int) -> tuple[Fraction, Fraction, int]:
    results = table.row(number).results[:rounds]
    games = max(1, sum(result.opponent is not None for result in results))
    wins = sum(result.mark in (Mark.WIN, Mark.WIN_UNRATED, Mark.FORFEIT_WIN) for result in results)
    return -Fraction(table.points(number, rounds), games), -Fraction(wins, games), number


@lru_cache(maxsize=64)  # it is asked for with each result of the knockout
def _apart(tiers: Groups, groups: Groups) -> tuple[int, ...]:
    """The seeds, with those of one place exchanged until no exchange has two of one group meet later."""
    group_of = {number: index for index, group in enumerate(groups) for number in group}
    order = [number for tier in tiers for number in tier]
    if len(order) < knockout.LEAST:
        return tuple(order)
    places = {seed: place for place, seed in enumerate(knockout.seeds(len(order))) if seed}
    depth = knockout.rounds_of(len(order))

    def cost(seats: Sequence[int]) -> int:
        """The sooner some of these may meet another of their group, the more."""
        total = 0
        for seat in seats:
            for other, number in enumerate(order):
                if other != seat and group_of[number] == group_of[order[seat]]:
                    meeting = (places[seat + 1] ^ places[other + 1]).bit_length()
                    total += 1 << 4 * (depth - meeting)
        return total

    def improve(first: int, end: int) -> bool:
        better = False
        for pair in combinations(range(first, end), 2):
            before, (seat, other) = cost(pair), pair
            order[seat], order[other] = order[other], order[seat]
            if cost(pair) < before:
                better = True
            else:
                order[seat], order[other] = order[other], order[seat]
        return better

    # The winners of the groups keep their seats where those below them can give way.
    bounds = [(end - len(tier), end) for tier, end in zip(tiers, accumulate(map(len, tiers)), strict=True)]
    while any(improve(*tier) for tier in reversed(bounds)):
        pass
    return tuple(order)

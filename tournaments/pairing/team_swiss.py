"""The Swiss of teams: FIDE's Swiss Team Pairing System (C.04.6), as in force since 1 February 2026.

It is not the Dutch system with teams for players. The bye is given first (3.4). Then, from the top, each score group is
paired as a whole, with as few teams from below as that takes, the upfloaters (3.5, C4 to C7); nobody floats down. A
bracket takes the first pairing by numbers of those that fulfil C8 to C10 best (3.6), and colours come last (4): they
keep no two teams apart. The score is match points, and board points say who is first of two for colours (1.2.2).

Each of the two choices is the matching of least cost in one graph: a cost is a number whose digits are the criteria in
their order, and the order of sets (3.5.4) or of pairings (3.6.3) last. Upfloaters who met each other would not be
needed in their bracket. So in the best round of all teams those float up who meet somebody of the score group.

Where the text leaves a choice, this is how it is read here:

- A match is played if a game was played at one of its boards. One that was not keeps nobody apart (C.04.2, 3.5), gives
  no colour (1.6.1), makes no floater, and is none of the matches that who gets the bye has played (3.4.3).
- C4 and C5 choose among sets that leave a legal pairing, as C3 comes first.
- C6 is fulfilled as far as possible (2.3): the next score group shall need as few upfloaters as it can. FIDE's own
  program asks whether it needs none, or one if it is odd; where that cannot be, it may choose other teams.
- "The first that complies with" a criterion that asks for the least is the first of those with the least (3.5.5,
  3.6.4).
- Floaters are those by the score with which a round was paired, virtual points included.
- Colours of type B: a strong preference stands in the last round too, where no mild one follows from a difference of 0.
- 4.3.6 compares the colours of matches played, from the last one back (C.04.2, 3.4).

What it does not do: game points as the first score (1.2.1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, groupby

from py4swiss.dynamicuint import DynamicUint
from py4swiss.matching_computer import ComputerDutchOptimality

from tournaments.pairing.cards import Card
from tournaments.pairing.choices import possible, who_may_meet
from tournaments.pairing.colours import ColourPreference
from tournaments.pairing.rounds import CannotPair, Pairing
from tournaments.scoring.crosstable import Colour, Crosstable

Pair = tuple[Card, Card]
_CHUNK = 31  # bits that the matching code takes at once


def ask(table: Crosstable, cards: Iterable[Card]) -> tuple[Pairing, ...]:
    """The next round, boards in the order of C.04.2, 3.6, and the bye last.

    Args:
        table: of teams.
        cards: those of its rows.

    Raises:
        CannotPair: `no-pairing`.
    """
    teams = sorted((card for card in cards if card.present), key=_rank)
    field = _Field(table)
    bye = field.bye(teams)
    left = [team for team in teams if team is not bye]
    pairs: list[Pair] = []
    while left:
        bracket = field.bracket(left)
        pairs += field.paired(bracket)
        left = [team for team in left if team not in bracket]
    boards = [field.with_colours(*pair) for pair in sorted(pairs, key=_board_order)]
    return (*boards, *([Pairing(bye.number, None)] if bye else []))


def _rank(team: Card) -> tuple[int, int]:
    return -team.score, team.number


def _board_order(pair: Pair) -> tuple[int, int, int]:
    higher, lower = sorted(pair, key=lambda team: (-team.points, team.number))
    return -higher.points, -lower.points, higher.number


class _Field:
    """What a round is paired by, beside the cards."""

    def __init__(self, table: Crosstable) -> None:
        self._may_meet = who_may_meet(table)
        self._first_colour = table.first_colour
        self._board_points = {row.number: sum(item.board_points for item in row.results) for row in table.rows}
        self._spares_floaters = not table.rounds or table.paired < table.rounds - 2

    def bye(self, teams: Sequence[Card]) -> Card | None:
        """Who has no opponent, of an odd number (3.4). Raises `CannotPair` if there is no pairing at all."""
        if len(teams) % 2:
            free = (team for team in teams if not team.bye)
            for team in sorted(free, key=lambda team: (team.score, -_played(team), -team.number)):
                if self._possible([item for item in teams if item is not team]):
                    return team
        elif self._possible(teams):
            return None
        raise CannotPair("no-pairing")

    def _possible(self, teams: Sequence[Card]) -> bool:
        return possible(list(teams), self._may_meet)

    # -- one bracket --

    def bracket(self, left: Sequence[Card]) -> list[Card]:
        """The teams with the highest score and those that float up to them (3.5).

        Args:
            left: the teams without an opponent, highest first.
        """
        groups = [list(group) for _score, group in groupby(left, key=lambda team: team.score)]
        top, below = groups[0], [team for group in groups[1:] for team in group]
        if len(top) % 2 == 0 and self._possible(top) and self._possible(below):
            return top
        level = {team.number: at for at, group in enumerate(groups) for team in group}
        digit, most = len(left) + 1, 1 << len(below)
        powers: list[int] = [digit**at for at in range(len(groups))]
        order = {team.number: most - (most >> (at + 1)) for at, team in enumerate(below)}

        def cost(team: Card, other: Card) -> int:
            """C4, C5, C6, C7 and the order of sets, by digits; `other` comes after `team`."""
            at, to = level[team.number], level[other.number]
            if at == 0 < to:  # the other one floats up
                criteria = (powers[-1] + powers[to - 1]) * digit * digit + self._floated(other)
                return criteria * most * digit + order[other.number]
            return digit * most * digit if at == 1 < to else 0  # the next score group needs somebody: C6

        pairs = self._cheapest(left, cost)
        floaters = [other for team, other in pairs if level[team.number] == 0 < level[other.number]]
        return [*top, *floaters]

    def paired(self, bracket: Sequence[Card]) -> list[Pair]:
        """Who meets whom in it (3.6)."""
        teams = sorted(bracket, key=lambda team: team.number)
        half, size = len(teams) // 2, len(teams)
        first = list(zip(teams[:half], teams[half:], strict=True))
        highest = max(team.score for team in teams)

        def quality(team: Card, other: Card) -> tuple[int, int, int]:
            """C8, C9 and C10 of a pair. Of two who want one colour one gets it, who wants it more (4.3)."""
            same = team.due is not None and team.due is other.due
            strong = same and team.strength is other.strength is ColourPreference.STRONG
            resident = team if team.score == highest else other
            return same, strong, self._floated(resident) if team.score != other.score else 0

        if all(self._may_meet(*pair) and not any(quality(*pair)) for pair in first):
            return first  # there is none before it
        place = {team.number: at for at, team in enumerate(teams)}

        def cost(team: Card, other: Card) -> int:
            """C8, C9, C10 and the identifier (3.6.2), by digits; `team` has the smaller number."""
            at, result = place[team.number], 0
            for count in quality(team, other):
                result = result * (size + 1) + count
            result = result * size * (1 << size) + (1 << size) - (1 << (size - 1 - at))
            return int(result * size**size + place[other.number] * size ** (size - 1 - at))

        return self._cheapest(teams, cost)

    def _floated(self, team: Card) -> int:
        """1 for a floater of the previous round, before the last two rounds (C7, C10)."""
        return int(self._spares_floaters and bool(team.floats) and team.floats[-1] is not None)

    def _cheapest(self, teams: Sequence[Card], cost: Callable[[Card, Card], int]) -> list[Pair]:
        """The pairs of all teams of least cost in sum, each in the order of the teams. There is a way to pair them."""
        costs = {
            (at, to): cost(teams[at], teams[to])
            for at, to in combinations(range(len(teams)), 2)
            if self._may_meet(teams[at], teams[to])
        }
        whole = (max(costs.values()) + 1) * len(teams)  # so that one pair more is worth any cost
        bits = whole.bit_length()
        most = _unsigned((1 << bits) - 1, bits + 2)
        computer = ComputerDutchOptimality(len(teams), most)
        none = most & 0
        for at in range(len(teams)):
            computer.add_vertex()
            for before in range(at):
                key = before, at
                computer.set_edge_weight(*key, _unsigned(whole - costs[key], bits + 2) if key in costs else none)
        computer.compute_matching()
        return [(teams[at], teams[to]) for at, to in enumerate(computer.get_matching()) if at < to]

    # -- colours --

    def with_colours(self, team: Card, other: Card) -> Pairing:
        """A pair with the colours of its first board (4.3)."""
        first, second = sorted((team, other), key=self._first_of_two)
        colour = self._colour_of(first, second)
        red, blue = (first, second) if colour is Colour.RED else (second, first)
        return Pairing(red.number, blue.number)

    def _first_of_two(self, team: Card) -> tuple[int, int, int]:
        """The order that tells the first of two teams (4.2)."""
        return -team.score, -self._board_points[team.number], team.number

    def _colour_of(self, first: Card, other: Card) -> Colour:
        """The colour of the first of two teams."""
        mine, theirs = ([colour for colour in item.colours if colour is not None] for item in (first, other))
        if not mine and not theirs:  # 4.3.1
            return self._first_colour if first.number % 2 else self._first_colour.other
        if first.due is not other.due or first.strength is not other.strength:  # 4.3.2, 4.3.3, 4.3.4
            granted = first.due if first.strength >= other.strength else other.due and other.due.other
            assert granted is not None
            return granted
        if first.difference != other.difference:  # 4.3.5
            return Colour.RED if first.difference < other.difference else Colour.BLUE
        for own, opposite in zip(reversed(mine), reversed(theirs), strict=False):  # 4.3.6
            if own is not opposite:
                return own.other
        if first.due is not None:  # 4.3.7
            return first.due
        return mine[-1].other if mine else theirs[-1]  # 4.3.8, 4.3.9


def _played(team: Card) -> int:
    return sum(colour is not None for colour in team.colours)


def _unsigned(value: int, bits: int) -> DynamicUint:
    """A number of the matching code with room for so many bits."""
    result = DynamicUint(1)
    result.shift_grow(bits)
    result = result & 0
    for at in reversed(range(0, bits, _CHUNK)):
        result <<= _CHUNK
        result |= (value >> at) & ((1 << _CHUNK) - 1)
    return result

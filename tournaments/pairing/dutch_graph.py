"""The graph of a bracket of the Dutch system, and its matching by the code of py4swiss."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager

from py4swiss.dynamicuint import DynamicUint
from py4swiss.engines.dutch.bracket.bracket_matcher import BracketMatcher
from py4swiss.engines.dutch.criteria.abstract import QualityCriterion
from py4swiss.engines.dutch.player import Player, PlayerRole
from py4swiss.matching_computer import ComputerDutchOptimality

from tournaments.pairing.dutch_criteria import CRITERIA, OF_PAIRS_BELOW, Situation
from tournaments.pairing.dutch_field import PairingField

WeightStep = tuple[type[QualityCriterion], int]


class Weights:
    """What it is worth that two players meet, by the criteria of 2026.

    Players who look alike to all criteria have the same weights, so that of each two kinds is computed once, and is one
    object. None is ever changed.
    """

    def __init__(self, bracket: Situation, field: PairingField, rest: set[int], *, whole: bool) -> None:
        self.bracket, self.field = bracket, field
        self._rest = rest
        self._whole = whole
        self._unplayed = bracket.unplayed
        self._shifts = [criterion.get_shift(bracket) for criterion in CRITERIA]
        self._order = 3 * bracket.bracket_bits + 1
        self._here, self._below, self._far = self._steps(CRITERIA), self._steps(OF_PAIRS_BELOW), self._steps(())
        self.players = [*bracket.mdp_list, *bracket.resident_list, *bracket.lower_list]
        numbers: dict[object, int] = {}
        self.kinds = {player.id: numbers.setdefault(self._kind(player), len(numbers)) for player in self.players}
        self.most = self._most()
        self.none = self.most & 0
        self._known: dict[tuple[int, int], DynamicUint] = {}

    def _kind(self, player: Player) -> object:
        return (
            player.role,
            player.id in self._rest,
            player.points_with_acceleration,
            player.color_preference.side,
            player.color_preference.strength,
            player.color_difference,
            player.color_double,
            player.float_1,
            player.float_2,
            player.bye_received,
            player.top_scorer,
            self._unplayed.get(player.id),
        )

    def _most(self) -> DynamicUint:
        """All bits of a weight set: completion, criteria, and order."""
        weight = DynamicUint(1)
        weight.shift_grow(2 + sum(self._shifts) + self._order + 1)  # the last one is a margin of the matching code
        weight >>= 1
        weight -= (weight & 0) | 1
        return weight

    def of(self, player_1: Player, player_2: Player) -> DynamicUint:
        """The weight of two players who may meet, the higher one first; 0 for others.

        Two who floated down cannot: the bracket above would have had one pair more. Without their edges no criterion
        counts more pairs than there are residents, which is what its bits are for.
        """
        both_floated = player_2.role is PlayerRole.MDP
        if both_floated or not self.field.is_allowed_pair(player_1, player_2):
            return self.none
        return self.of_kinds(player_1, player_2)

    def of_kinds(self, player_1: Player, player_2: Player) -> DynamicUint:
        """The weight of two players such as these, if they may meet."""
        kinds = self.kinds[player_1.id], self.kinds[player_2.id]
        if kinds not in self._known:
            self._known[kinds] = self._computed_weight(player_1, player_2)
        return self._known[kinds]

    def _steps(self, criteria: Collection[type[QualityCriterion]]) -> tuple[list[WeightStep], int]:
        """How a weight is made of some criteria: each that has bits here, with how far to shift before it is added; and
        how far after the last."""
        steps, bits = [], 0
        for criterion, shift in zip(CRITERIA, self._shifts, strict=True):
            bits += shift
            if shift and criterion in criteria:
                steps.append((criterion, bits))
                bits = 0
        return steps, bits + self._order

    def _computed_weight(self, player_1: Player, player_2: Player) -> DynamicUint:
        weight = DynamicUint(self.none)
        if self._whole:
            weight |= 1 + player_1.bye_received + player_2.bye_received
        below = player_2.role is PlayerRole.LOWER
        steps, last = self._far if player_2.id in self._rest else self._below if below else self._here
        for criterion, shift in steps:
            weight <<= shift
            weight += criterion.get_weight(player_1, player_2, self.none, self.bracket)
        weight <<= last
        return weight


class Matcher(BracketMatcher):
    def __init__(self, weights: Weights) -> None:
        self._worth = weights
        self._changed: dict[tuple[int, int], tuple[DynamicUint, DynamicUint]] = {}
        self._pinned: list[tuple[int, int]] = []
        self._done: set[int] = set()
        self._told = True
        super().__init__(weights.bracket, weights.field)

    def _get_max_weight(self) -> DynamicUint:
        return self._worth.most

    def _get_index(self, player: Player) -> int:
        return self._places[player.id]

    # -- the graph: weights are values that many edges share, and none is changed in place --

    def _set_up_computer(self) -> None:
        """The weights, and the matching computed while players are added to it: first those who will meet, if no
        criterion has anything against it. Added all at once they take the third power of their number."""
        players, self._zero_weight = self._player_list, self._worth.none  # one object, which `is` finds
        self._places = {player.id: place for place, player in enumerate(players)}
        for place, player in enumerate(players):
            row = self._weights[place]
            for other in range(place + 1, len(players)):
                row[other] = self._weights[other][place] = self._worth.of(player, players[other])
        half = sum(player.role is not PlayerRole.LOWER for player in players) // 2
        here = [place for number in range(half) for place in (number, number + half)]
        self._grow([*here, *range(len(here), len(players))])

    def _grow(self, order: Sequence[int]) -> None:
        """The matching of these players by their places, two by two."""
        self._vertices = {place: vertex for vertex, place in enumerate(order)}
        self._order_of_places = tuple(order)
        self._computer = ComputerDutchOptimality(max(len(order), 1), self._max_weight)
        for vertex, place in enumerate(order):
            self._computer.add_vertex()
            row = self._weights[place]
            for other in range(vertex):
                self._computer.set_edge_weight(vertex, other, row[order[other]])
            if vertex % 2:
                self._computer.compute_matching()

    @contextmanager
    def anew(self) -> Iterator[None]:
        """Changes of weights inside the block are many: the matching is computed from nothing after the last one."""
        self._told = False
        try:
            yield
        finally:
            self._told = True

    def update_matching(self) -> None:
        self._tell_pinned()
        if not self._told:
            self._told = True
            self._grow([place for place in self._by_pairs() if place not in self._done])
        self._computer.compute_matching()
        for vertex, mate in enumerate(self._computer.get_matching()):
            place, other = self._order_of_places[vertex], self._order_of_places[mate]
            self.matching[self._player_list[place]] = self._player_list[other]

    def _by_pairs(self) -> list[int]:
        """The places of all who are matched, each with the opponent after it, and then of the others."""
        pairs = [(self._places[player.id], self._places[other.id]) for player, other in self.matching.items()]
        paired = [place for pair in pairs if pair[0] < pair[1] for place in pair]
        return [*paired, *(pair for pair, other in pairs if pair == other)]

    def _set_weight(self, i: int, j: int, weight: DynamicUint) -> None:
        self._weights[i][j] = self._weights[j][i] = weight
        if self._told and i in self._vertices and j in self._vertices:
            self._computer.set_edge_weight(self._vertices[i], self._vertices[j], weight)

    def _remove_weight(self, i: int, j: int) -> None:
        if self._weights[i][j] is not self._zero_weight:
            self._set_weight(i, j, self._zero_weight)

    def add_to_weight(self, player_1: Player, player_2: Player, value: int) -> None:
        """Add to the weight of two who may meet.

        Args:
            player_1, player_2: they, in any order.
            value: may be less than 0.
        """
        i, j = self._places[player_1.id], self._places[player_2.id]
        weight = self._weights[i][j]
        if weight is not self._zero_weight:
            self._set_weight(i, j, self._sum(weight, value))

    def add_to_weights(self, player: Player, player_list: list[Player], value: int, increment: bool = False) -> None:
        """Add to the weights of a player with some others, as far as they may meet.

        Args:
            player: who.
            player_list: the others.
            value: for the first of them; not less than 0 with `increment`.
            increment: one more for each that follows.
        """
        if not increment:
            for other in player_list:
                self.add_to_weight(player, other, value)
            return
        place, more, uint = self._places[player.id], self._zero_weight | value, self._zero_weight | 1
        for other in player_list:
            weight = self._weights[place][self._places[other.id]]
            if weight is not self._zero_weight:
                self._set_weight(place, self._places[other.id], weight + more)
            more = more + uint

    def _sum(self, weight: DynamicUint, value: int) -> DynamicUint:
        """A weight with a number added; the same object for the same two."""
        key = id(weight), value
        if key not in self._changed:
            more = self._zero_weight | abs(value)
            self._changed[key] = weight, weight + more if value > 0 else weight - more
        return self._changed[key][1]

    def swapped(self, resident: Player, left: Sequence[Player]) -> Player | None:
        """The first opponent whom a resident may have, if there is a best pairing with it by a swap of two pairs; or
        None, if that is not known.
        """
        own = self._weights[self._places[resident.id]]
        first = next((player for player in left if own[self._places[player.id]] is not self._zero_weight), None)
        if first is None:
            return None
        now, other = self.matching[resident], self.matching[first]
        if first is now:
            return first
        if now is resident or other is first:
            return None
        j, k, m = (self._places[player.id] for player in (first, now, other))
        new = self._weights[k][m]
        if new is self._zero_weight or own[j] + new != own[k] + self._weights[j][m]:
            return None
        self.matching |= {resident: first, first: resident, now: other, other: now}
        return first

    def finalize_match(self, player_1: Player, player_2: Player) -> None:
        """These two meet. The matching code is told before it is asked again."""
        self._pinned.append((self._places[player_1.id], self._places[player_2.id]))

    def _tell_pinned(self) -> None:
        for i, j in self._pinned:
            self._done |= {i, j}
            for k in self._order_of_places:
                self._remove_weight(i, k)
                self._remove_weight(j, k)
            if i in self._vertices:
                self._set_weight(i, j, self._max_weight)
        self._pinned.clear()

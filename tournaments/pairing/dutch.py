"""The Dutch system under the rules in force since 1 February 2026, on the matching code and criteria of py4swiss.

py4swiss has the rules before. What changed (C.04.3 of 2026; the numbers are the new ones):

- Completion is a condition, not an afterthought: a bracket takes the best pairing among those that leave the others
  something to play (C4). There are no collapsed brackets any more.
- The bye goes to the lowest score that it can go to (C5), and in there to who has missed the fewest games (C9).
- Who has won a full point without a game, by whatever bye or forfeit, gets no bye (C2).
- Who did not play has floated down only if that was worth more than a loss (1.4.3).

A bracket is first paired with the score group below it alone, which is quick. If everybody who is left then can be
paired, that is the best pairing there is. If not, the bracket is paired again with all that is left in one graph, where
the number of pairs in the whole round counts before everything else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from py4swiss.dynamicuint import DynamicUint
from py4swiss.engines.common import ColorPreference, ColorPreferenceSide, ColorPreferenceStrength
from py4swiss.engines.common import Float as EngineFloat
from py4swiss.engines.dutch.bracket.bracket import Bracket
from py4swiss.engines.dutch.bracket.bracket_matcher import BracketMatcher
from py4swiss.engines.dutch.bracket.bracket_pairer import BracketPairer
from py4swiss.engines.dutch.criteria import QUALITY_CRITERIA
from py4swiss.engines.dutch.criteria.abstract import QualityCriterion
from py4swiss.engines.dutch.criteria.quality import C7, C9
from py4swiss.engines.dutch.player import Player, PlayerRole
from py4swiss.engines.dutch.validity_matcher import ValidityMatcher
from py4swiss.matching_computer import ComputerDutchValidity

from tournaments.counting.crosstable import Colour, Crosstable
from tournaments.pairing.cards import Card, ColourPreference, Float
from tournaments.pairing.rounds import CannotPair, Pairing

Pair = tuple[Player, Player]


def ask(table: Crosstable, cards: Iterable[Card], *, quick: bool = True) -> tuple[Pairing, ...]:
    """The next round, boards in order.

    Args:
        cards: of the players of the table.
        quick: False pairs every bracket in the graph of all that is left. The round is the same.

    Raises:
        CannotPair: `no-pairing`.
    """
    players = sorted((_player(card) for card in cards if card.present), reverse=True)
    field = _Field(players, table)
    bye_score = _limit_byes(players, field)
    pairs: list[Pair] = []
    groups = [list(group) for _score, group in groupby(players, key=_score_of)]
    floaters: list[Player] = []
    for index, residents in enumerate(groups):
        following = groups[index + 1] if index + 1 < len(groups) else []
        rest = [player for group in groups[index + 2 :] for player in group]
        bracket = _Bracket(floaters, residents, following, rest, field, bye_score)
        pairs += bracket.paired(quick=quick)
        done = {player.id for pair in pairs for player in pair}
        floaters = [player for player in [*floaters, *residents] if player.id not in done]
    if floaters:
        raise CannotPair("no-pairing")
    return tuple(_pairing(pair) for pair in sorted(pairs, key=_board_order, reverse=True))


# -- players --------------------------------------------------------------------------------------

_SIDES = {Colour.RED: ColorPreferenceSide.WHITE, Colour.BLUE: ColorPreferenceSide.BLACK, None: ColorPreferenceSide.NONE}
_STRENGTHS = {strength: ColorPreferenceStrength(strength.value) for strength in ColourPreference}
_FLOATS = {Float.DOWN: EngineFloat.DOWN, Float.UP: EngineFloat.UP, None: EngineFloat.NONE}


def _player(card: Card) -> Player:
    """A player as the engine knows one. Our values are right by their types, so they are not checked again."""
    before = (None, None, *card.floats)
    return Player.model_construct(
        id=card.number,
        number=card.number,
        points=card.points,
        points_with_acceleration=card.score,
        color_preference=ColorPreference.model_construct(side=_SIDES[card.due], strength=_STRENGTHS[card.strength]),
        color_difference=card.difference,
        color_double=card.twice is not None,
        float_1=_FLOATS[before[-1]],
        float_2=_FLOATS[before[-2]],
        opponents=set(card.met),
        colors=[colour is Colour.RED for colour in card.colours if colour is not None],
        bye_received=card.bye,
        top_scorer=card.top,
        role=PlayerRole.LOWER,
    )


def _score_of(player: Player) -> int:
    return player.points_with_acceleration


def _board_order(pair: Pair) -> tuple[int, int, int]:
    """C.04.2.D.9: the higher score, the other score, the higher pairing number; the bye last."""
    higher, lower = sorted(pair, key=lambda player: (-player.points, player.number))
    return (-1, -1, 0) if higher is lower else (higher.points, lower.points, -higher.number)


def _pairing(pair: Pair) -> Pairing:
    red, blue = pair
    return Pairing(red.id, None if red is blue else blue.id)


# -- who may meet ---------------------------------------------------------------------------------


class _Field(ValidityMatcher):
    """Everybody who is to be paired: who may meet (C1, C3, forbidden pairs), and whether some can all be paired."""

    def __init__(self, players: list[Player], table: Crosstable) -> None:
        self.initial = table.first_colour is Colour.RED
        self.round = table.paired + 1
        self._may_meet: dict[int, set[int]] = {}
        super().__init__(players, {(min(pair), max(pair)) for pair in table.forbidden})

    def _set_up_computer(self) -> None:
        """Who may meet whom, once, with sets instead of a question for every pair."""
        everybody = {player.id for player in self._players}
        stuck = {side: {one.id for one in self._players if _insists(one, side)} for side in ColorPreferenceSide}
        for player in self._players:
            never = player.opponents | {player.id}
            if _insists(player, player.color_preference.side):
                never |= stuck[player.color_preference.side]
            self._may_meet[player.id] = everybody - never
        for one, other in self._forbidden_pairs:
            self._may_meet.get(one, set()).discard(other)
            self._may_meet.get(other, set()).discard(one)

    def is_allowed_pair(self, player_1: Player, player_2: Player) -> bool:
        """Whether two may meet."""
        return player_2.id in self._may_meet[player_1.id]

    def finalize_match(self, player_1: Player, player_2: Player) -> None:
        """Nothing: `completable` is asked about those who are left."""

    def completable(self, players: Sequence[Player]) -> bool:
        """Whether all of these can be paired among themselves; of an odd number one has the bye, if it may."""
        byes = [player.id for player in players if not player.bye_received] if len(players) % 2 else []
        if len(players) % 2 and not byes:
            return False
        here = {player.id for player in players}
        return self._crowded(here - set(byes[-1:])) or self._matched(players, here)

    def _crowded(self, here: set[int]) -> bool:
        """Whether each of an even number may meet at least half of them: then all can be paired (Dirac's theorem)."""
        return all(2 * len(self._may_meet[number] & here) >= len(here) for number in here)

    def _matched(self, players: Sequence[Player], here: set[int]) -> bool:
        """The same question, put to the matching code. The bye is one more vertex."""
        size = len(players) + len(players) % 2
        computer = ComputerDutchValidity(size, 1)
        for _ in range(size):
            computer.add_vertex()
        places = {player.id: place for place, player in enumerate(players)}
        for player in players:
            for other in self._may_meet[player.id] & here:
                if player.id < other:
                    computer.set_edge_weight(places[player.id], places[other], 1)
            if size > len(players) and not player.bye_received:
                computer.set_edge_weight(places[player.id], size - 1, 1)
        computer.compute_matching()
        return all(place != mate for place, mate in enumerate(computer.get_matching()))


def _insists(player: Player, side: ColorPreferenceSide) -> bool:
    """Whether C3 keeps a player from others who are absolutely due the same colour."""
    preference = player.color_preference
    return preference.strength is ColorPreferenceStrength.ABSOLUTE and preference.side is side and not player.top_scorer


def _limit_byes(players: Sequence[Player], field: _Field) -> int | None:
    """Mark who may not have the bye, so that it goes to the lowest score that it can go to (C2, C5).

    Returns:
        That score; None if the number of players is even.

    Raises:
        CannotPair: `no-pairing`.
    """
    if len(players) % 2 == 0:
        if not field.completable(players):
            raise CannotPair("no-pairing")
        return None
    had = {player.id: player.bye_received for player in players}
    for score in sorted({_score_of(player) for player in players}):
        for player in players:
            player.bye_received = had[player.id] or _score_of(player) > score
        if field.completable(players):
            return score
    raise CannotPair("no-pairing")


# -- criteria -------------------------------------------------------------------------------------


class _Situation(Bracket):
    """A bracket with what the new criterion needs: the unplayed games of those who may get the bye in it, by number."""

    unplayed: dict[int, int] = {}


class FewestUnplayed(QualityCriterion):
    """C9 of 2026: minimise the unplayed games of the assignee of the pairing-allocated bye.

    One player stays unpaired in the bracket, and gets the bye. So those who are paired should have missed as many games
    as possible.
    """

    @classmethod
    def get_shift(cls, bracket: Bracket) -> int:
        """Bits for all games that were missed."""
        assert isinstance(bracket, _Situation)
        return sum(bracket.unplayed.values()).bit_length()

    @classmethod
    def get_weight(cls, player_1: Player, player_2: Player, zero: DynamicUint, bracket: Bracket) -> DynamicUint:
        """The games that the two have missed.

        Args:
            player_1, player_2: the two whom the edge would pair.
            zero: no weight, as wide as the weights of the bracket.
            bracket: the bracket that is paired.
        """
        assert isinstance(bracket, _Situation)
        return zero | (bracket.unplayed.get(player_1.id, 0) + bracket.unplayed.get(player_2.id, 0))


class ThirdInARow(C9):
    """C11 of 2026, among top scorers: as few as possible get the same colour three times in a row.

    If two are due the same colour absolutely, the one with the wider colour difference gets it (5.2.2), so it is the
    last two games of the other one that matter.
    """

    @classmethod
    def get_weight(cls, player_1: Player, player_2: Player, zero: DynamicUint, bracket: Bracket) -> DynamicUint:
        """One, unless somebody gets a colour for the third time.

        Args:
            player_1, player_2: the two whom the edge would pair.
            zero: no weight, as wide as the weights of the bracket.
            bracket: the bracket that is paired.
        """
        if player_2.role is PlayerRole.LOWER:
            return DynamicUint(zero)
        return zero | int(not _third_in_a_row(player_1, player_2))


def _third_in_a_row(one: Player, other: Player) -> bool:
    absolute = ColorPreferenceStrength.ABSOLUTE
    if one.color_preference.strength is not absolute or other.color_preference.strength is not absolute:
        return False
    if one.color_preference.side is not other.color_preference.side:
        return False
    wide, narrow = sorted((one, other), key=lambda player: -abs(player.color_difference))
    if abs(wide.color_difference) == abs(narrow.color_difference):
        return wide.color_double and narrow.color_double
    return narrow.color_double


def _criteria() -> tuple[type[QualityCriterion], ...]:
    """The older criteria with the new one in its place after C8 (which was C7)."""
    found: list[type[QualityCriterion]] = []
    for criterion in QUALITY_CRITERIA:
        found.append(ThirdInARow if criterion is C9 else criterion)
        if criterion is C7:
            found.append(FewestUnplayed)
    return tuple(found)


CRITERIA = _criteria()


# -- one bracket ----------------------------------------------------------------------------------


class _Bracket:
    """The players of a score group, those who floated down to it, and everybody below."""

    def __init__(
        self,
        floaters: list[Player],
        residents: list[Player],
        following: list[Player],
        rest: list[Player],
        field: _Field,
        bye_score: int | None,
    ) -> None:
        self.floaters, self.residents, self.following, self.rest = floaters, residents, following, rest
        self.field, self.bye_score = field, bye_score

    def paired(self, *, quick: bool) -> list[Pair]:
        """The pairs of this bracket, red first; one with the same player twice is the bye."""
        for players, role in (
            (self.floaters, PlayerRole.MDP),
            (self.residents, PlayerRole.RESIDENT),
            (self.following, PlayerRole.LOWER),
            (self.rest, PlayerRole.LOWER),
        ):
            for player in players:
                player.role = role
        if self._keeps_the_bye():
            return self._solved([], [], whole=True).get_player_pairs()
        if quick or not self.rest:
            near = self._solved(self.following, [], whole=not self.rest)
            if not self.rest or self.field.completable([*near.unmatched(), *self.rest]):
                return near.get_player_pairs()
        return self._solved(self.following, self.rest, whole=True).get_player_pairs()

    def _keeps_the_bye(self) -> bool:
        """Whether everybody here can be paired but for one, who gets the bye, and everybody below as well."""
        here = [*self.floaters, *self.residents]
        if self.bye_score is None or self.bye_score < _score_of(self.residents[-1]) or len(here) % 2 == 0:
            return False
        below = [*self.following, *self.rest]
        return len(below) % 2 == 0 and self.field.completable(here) and self.field.completable(below)

    def _solved(self, following: list[Player], rest: list[Player], *, whole: bool) -> _Pairer:
        """The best pairing, with `following` and `rest` below; `whole`: that is everybody who is left."""
        bracket = _Situation.from_data(self.floaters, self.residents, [*following, *rest], self.field.round, False)
        alone = not following
        bracket.unplayed = self._unplayed() if alone and self.bye_score is not None else {}
        pairer = _Pairer(bracket, self.field, {player.id for player in rest}, whole=whole)
        pairer.determine_heterogeneous_s1()
        pairer.determine_heterogeneous_s2()
        pairer.determine_homogeneous_exchanges()
        pairer.determine_moves_from_s1_to_s2()
        pairer.determine_moves_from_s2_to_s1()
        pairer.perform_homogeneous_exchanges()
        pairer.transpose_homogeneous_s2()
        return pairer

    def _unplayed(self) -> dict[int, int]:
        here = [*self.floaters, *self.residents]
        games = self.field.round - 1
        return {player.id: games - len(player.colors) for player in here if _score_of(player) == self.bye_score}


class _Pairer(BracketPairer):
    """The steps of py4swiss over our graph."""

    def __init__(self, bracket: _Situation, field: _Field, rest: set[int], *, whole: bool) -> None:
        # Not that of the base class, which would build the graph of the older rules first.
        self._bracket = bracket
        self._validity_matcher = field
        self._initial_color = field.initial
        # More than any wish among residents, and small enough for the bits that are kept for it.
        self._num = len(bracket.resident_list) + 1
        self._matcher = _Matcher(bracket, field, rest, whole=whole)
        self._bracket_matcher = self._matcher
        self._heterogeneous_s1 = []
        self._heterogeneous_s2 = []
        self._homogeneous_s1 = []
        self._homogeneous_s2 = []
        self._exchanges = 0

    def unmatched(self) -> list[Player]:
        """Who has no opponent, here and below."""
        return [one for one, other in self._matcher.matching.items() if one is other]


class _Matcher(BracketMatcher):
    """The graph of a bracket, by the criteria of 2026.

    Players who look alike to all criteria have the same weights, so that of each two kinds is computed once.
    """

    def __init__(self, bracket: _Situation, field: _Field, rest: set[int], *, whole: bool) -> None:
        self._rest = rest
        self._whole = whole
        self._unplayed = bracket.unplayed
        self._shifts = [criterion.get_shift(bracket) for criterion in CRITERIA]
        self._order = 3 * bracket.bracket_bits + 1
        everybody = [*bracket.mdp_list, *bracket.resident_list, *bracket.lower_list]
        self._kinds = {player.id: self._kind(player) for player in everybody}
        self._known: dict[tuple[object, object], DynamicUint] = {}
        super().__init__(bracket, field)

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

    def _get_max_weight(self) -> DynamicUint:
        """All bits of a weight set: completion, criteria, and order."""
        weight = DynamicUint(1)
        weight.shift_grow(2 + sum(self._shifts) + self._order + 1)  # the last one is a margin of the matching code
        weight >>= 1
        weight -= (weight & 0) | 1
        return weight

    def _get_weight(self, player_1: Player, player_2: Player) -> DynamicUint:
        """The weight of two players who may meet, the higher one first; 0 for others.

        Two who floated down cannot: the bracket above would have had one pair more. Without their edges no criterion
        counts more pairs than there are residents, which is what its bits are for.
        """
        both_floated = player_2.role is PlayerRole.MDP
        if both_floated or not self._validity_matcher.is_allowed_pair(player_1, player_2):
            return DynamicUint(self._zero_weight)
        kinds = self._kinds[player_1.id], self._kinds[player_2.id]
        if kinds not in self._known:
            self._known[kinds] = self._computed_weight(player_1, player_2)
        return DynamicUint(self._known[kinds])  # weights are changed in place

    def _computed_weight(self, player_1: Player, player_2: Player) -> DynamicUint:
        weight = DynamicUint(self._zero_weight)
        if self._whole:
            weight |= 1 + player_1.bye_received + player_2.bye_received
        if player_2.id in self._rest:
            weight <<= sum(self._shifts)
        else:
            for criterion, shift in zip(CRITERIA, self._shifts, strict=True):
                weight <<= shift
                weight += criterion.get_weight(player_1, player_2, self._zero_weight, self._bracket)
        weight <<= self._order
        return weight

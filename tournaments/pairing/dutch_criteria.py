"""The quality criteria of the Dutch system of 2026: those of py4swiss, with what has changed since."""

from __future__ import annotations

from collections import Counter

from py4swiss.dynamicuint import DynamicUint
from py4swiss.engines.common import ColorPreferenceStrength
from py4swiss.engines.dutch.bracket.bracket import Bracket
from py4swiss.engines.dutch.criteria import QUALITY_CRITERIA
from py4swiss.engines.dutch.criteria.abstract import QualityCriterion
from py4swiss.engines.dutch.criteria.quality import C7, C9
from py4swiss.engines.dutch.player import Player, PlayerRole


def score_of(player: Player) -> int:
    """The score group of a player, in tenths."""
    return player.points_with_acceleration


class Situation(Bracket):
    """A bracket with what the new criterion needs: the unplayed games of those who may get the bye in it, by number."""

    unplayed: dict[int, int] = {}

    @staticmethod
    def _get_score_difference_bits(mdp_list: list[Player], resident_list: list[Player]) -> tuple[int, dict[int, int]]:
        """As in the base class, which counts each difference once more for each player; in one walk."""
        least = score_of(resident_list[-1])
        counts = Counter(score_of(player) - least + 10 for player in (*mdp_list, *resident_list))
        here = {score_of(resident) for resident in resident_list}
        for floater in mdp_list:
            counts.update({score_of(floater) - score for score in here})
        below: set[int] = set()
        for resident in reversed(resident_list):
            counts.update({score_of(resident) - score for score in below})
            below.add(score_of(resident))
        bits, total = {}, 0
        for difference in sorted(counts):
            bits[difference] = total
            total += counts[difference].bit_length()
        return total, bits


class FewestUnplayed(QualityCriterion):
    """C9 of 2026: minimise the unplayed games of the assignee of the pairing-allocated bye.

    One player stays unpaired in the bracket, and gets the bye. So those who are paired should have missed as many games
    as possible.
    """

    @classmethod
    def get_shift(cls, bracket: Bracket) -> int:
        """Bits for all games that were missed."""
        assert isinstance(bracket, Situation)
        return sum(bracket.unplayed.values()).bit_length()

    @classmethod
    def get_weight(cls, player_1: Player, player_2: Player, zero: DynamicUint, bracket: Bracket) -> DynamicUint:
        """The games that the two have missed.

        Args:
            player_1, player_2: the two whom the edge would pair.
            zero: no weight, as wide as the weights of the bracket.
            bracket: the bracket that is paired.
        """
        assert isinstance(bracket, Situation)
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


def _third_in_a_row(item: Player, other: Player) -> bool:
    absolute = ColorPreferenceStrength.ABSOLUTE
    if item.color_preference.strength is not absolute or other.color_preference.strength is not absolute:
        return False
    if item.color_preference.side is not other.color_preference.side:
        return False
    wide, narrow = sorted((item, other), key=lambda player: -abs(player.color_difference))
    if abs(wide.color_difference) == abs(narrow.color_difference):
        return wide.color_double and narrow.color_double
    return narrow.color_double


def _criteria() -> tuple[type[QualityCriterion], ...]:
    """The older criteria with the new one in its place after C8 (which was C7)."""
    result: list[type[QualityCriterion]] = []
    for criterion in QUALITY_CRITERIA:
        result.append(ThirdInARow if criterion is C9 else criterion)
        if criterion is C7:
            result.append(FewestUnplayed)
    return tuple(result)


CRITERIA = _criteria()

OF_PAIRS_BELOW = frozenset({C7, FewestUnplayed})
"""The criteria that a pair counts in whose lower player is below the bracket: of such ones all others count none."""

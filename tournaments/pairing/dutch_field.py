"""Everybody whom the Dutch system is to pair: who may meet, and whether some can all be paired."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from py4swiss.engines.common import ColorPreferenceSide, ColorPreferenceStrength
from py4swiss.engines.dutch.player import Player
from py4swiss.engines.dutch.validity_matcher import ValidityMatcher
from py4swiss.matching_computer import ComputerDutchValidity

from tournaments.scoring.crosstable import Colour, Crosstable


class PairingField(ValidityMatcher):
    """Everybody who is to be paired: who may meet (C1, C3, forbidden pairs), and whether some can all be paired."""

    def __init__(self, players: list[Player], table: Crosstable) -> None:
        self.initial = table.first_colour is Colour.RED
        self.round = table.paired + 1
        self._never: dict[int, set[int]] = {}
        self._stuck: dict[int, frozenset[int]] = {}
        super().__init__(players, {(min(pair), max(pair)) for pair in table.forbidden})

    def _set_up_computer(self) -> None:
        """Who may not meet whom: few for each, and the same for all who insist on a colour."""
        sides = {
            side: frozenset(player.id for player in self._players if _insists(player, side))
            for side in ColorPreferenceSide
        }
        for player in self._players:
            self._never[player.id] = player.opponents | {player.id}
            side = player.color_preference.side
            self._stuck[player.id] = sides[side] if _insists(player, side) else frozenset()
        for pair, other in self._forbidden_pairs:
            self._never.get(pair, set()).add(other)
            self._never.get(other, set()).add(pair)

    def is_allowed_pair(self, player_1: Player, player_2: Player) -> bool:
        """Whether two may meet."""
        return self._may_meet(player_1.id, player_2.id)

    def _may_meet(self, number: int, other: int) -> bool:
        return other not in self._never[number] and other not in self._stuck[number]

    def opponents(self, number: int, here: set[int], stuck: dict[frozenset[int], int]) -> int:
        """How many of some a player may meet.

        Args:
            number: the player, who may be one of them.
            here: them.
            stuck: how many of them insist on each colour, as far as it was counted; it is counted once for all.
        """
        side = self._stuck[number]
        if side not in stuck:
            stuck[side] = len(side & here)
        never = sum(other in here and other not in side for other in self._never[number])
        return len(here) - stuck[side] - never

    def always_pairs(self, above: Iterable[Player], below: Sequence[Player]) -> bool:
        """Whether all of `below` can be paired whoever of `above` joins them, and but for any one of them, if the
        number is odd then: each may meet more than half of them (Dirac's theorem, with one to spare)."""
        here, stuck = {player.id for player in below}, dict[frozenset[int], int]()
        enough = len(here) // 2 + 2
        return all(self.opponents(player.id, here, stuck) >= enough for player in (*below, *above))

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
        stuck = dict[frozenset[int], int]()
        return all(2 * self.opponents(number, here, stuck) >= len(here) for number in here)

    def _matched(self, players: Sequence[Player], here: set[int]) -> bool:
        """The same question, put to the matching code. The bye is one more vertex."""
        size = len(players) + len(players) % 2
        computer = ComputerDutchValidity(size, 1)
        for _ in range(size):
            computer.add_vertex()
        places = {player.id: place for place, player in enumerate(players)}
        for player in players:
            for other in here:
                if player.id < other and self._may_meet(player.id, other):
                    computer.set_edge_weight(places[player.id], places[other], 1)
            if size > len(players) and not player.bye_received:
                computer.set_edge_weight(places[player.id], size - 1, 1)
        computer.compute_matching()
        return all(place != mate for place, mate in enumerate(computer.get_matching()))


def _insists(player: Player, side: ColorPreferenceSide) -> bool:
    """Whether C3 keeps a player from others who are absolutely due the same colour."""
    preference = player.color_preference
    return preference.strength is ColorPreferenceStrength.ABSOLUTE and preference.side is side and not player.top_scorer

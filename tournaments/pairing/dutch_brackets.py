"""One bracket of the Dutch system: its best pairing, with as little work for the matching code as possible."""

from __future__ import annotations

from collections.abc import Iterable

from py4swiss.engines.dutch.bracket.bracket_pairer import BracketPairer
from py4swiss.engines.dutch.player import Player, PlayerRole

from tournaments.pairing.dutch_criteria import Situation, score_of
from tournaments.pairing.dutch_field import PairingField
from tournaments.pairing.dutch_graph import Matcher, Weights

Pair = tuple[Player, Player]

STAND_INS = 24
"""Players who stand for a large score group below; an even number."""


class ScoreBracket:
    """The players of a score group, those who floated down to it, and everybody below."""

    def __init__(
        self,
        floaters: list[Player],
        residents: list[Player],
        following: list[Player],
        rest: list[Player],
        field: PairingField,
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
        if quick and (first := self._first_candidate()):
            return first
        if self._keeps_the_bye():
            return self._solved([], [], whole=True).get_player_pairs()
        if quick and (stand_ins := self._stand_ins()):
            few = self._solved(stand_ins, [], whole=not self.rest)
            if self._suffices(few):
                return few.get_player_pairs()
        if quick or not self.rest:
            near = self._solved(self.following, [], whole=not self.rest)
            if not self.rest or self.field.completable([*near.unmatched(), *self.rest]):
                return near.get_player_pairs()
        return self._solved(self.following, self.rest, whole=True).get_player_pairs()

    def _first_candidate(self) -> list[Pair]:
        """The first candidate of all, the upper half against the lower one in order, if nobody floats and no two of
        this bracket could meet with fewer wishes left open than each of its pairs; else nothing.

        So is the first round of an event, which is the largest bracket of all.
        """
        half, odd = divmod(len(self.residents), 2)
        below = [*self.following, *self.rest]
        if self.floaters or (odd and below) or not half or not (odd or self.field.completable(below)):
            return []
        weights = self._weights([], [], whole=True)
        alike = {weights.kinds[player.id]: player for player in self.residents}
        if odd and (len(alike) > 1 or self.residents[-1].bye_received):
            return []
        best = max(weights.of_kinds(player, other) for player in alike.values() for other in alike.values())
        pairs = list(zip(self.residents[:half], self.residents[half:], strict=False))
        if any(weights.of(pair, other) != best for pair, other in pairs):
            return []
        last = self.residents[-1]
        bye = [(last, last)] if odd else []
        return [*(Pairer.board(pair, other, self.field) for pair, other in pairs), *bye]

    def _stand_ins(self) -> list[Player]:
        """A few of the score group below that stand for all of it; nobody, if they might not.

        Of those below, the criteria ask how many can be paired (C8), and nothing else. If all of them can be paired
        whoever comes down, so can a few of them, and each choice in this bracket is worth the same more with all.
        """
        below = self.following
        if len(below) <= 2 * STAND_INS:
            return []
        few = below[-STAND_INS - len(below) % 2 :]  # as odd or even as all of them
        here = [*self.floaters, *self.residents]
        bye = not self.rest and (len(here) + len(below)) % 2  # for somebody below, who has to stand here too
        if bye and (not all(player.bye_received for player in here) or all(player.bye_received for player in few)):
            return []
        alike = self.field.always_pairs(here, few) and self.field.always_pairs(here, below)
        return few if alike else []

    def _suffices(self, few: Pairer) -> bool:
        """Whether what was paired with a few players below is the best pairing with all of them: at most the odd one
        floats down, and everybody can be paired then."""
        here = {player.id for player in (*self.floaters, *self.residents)}
        inside = sum(player.id in here and other.id in here and player is not other for player, other in few.matched())
        if len(here) - inside != len(here) % 2:
            return False
        return not self.rest or self.field.completable([*few.unmatched(), *self.rest])

    def _keeps_the_bye(self) -> bool:
        """Whether everybody here can be paired but for one, who gets the bye, and everybody below as well."""
        here = [*self.floaters, *self.residents]
        if self.bye_score is None or self.bye_score < score_of(self.residents[-1]) or len(here) % 2 == 0:
            return False
        below = [*self.following, *self.rest]
        return len(below) % 2 == 0 and self.field.completable(here) and self.field.completable(below)

    def _solved(self, following: list[Player], rest: list[Player], *, whole: bool) -> Pairer:
        """The best pairing, with `following` and `rest` below; `whole`: that is everybody who is left."""
        pairer = Pairer(self._weights(following, rest, whole=whole))
        pairer.determine_heterogeneous_s1()
        pairer.determine_heterogeneous_s2()
        pairer.determine_homogeneous_exchanges()
        pairer.determine_moves_from_s1_to_s2()
        pairer.determine_moves_from_s2_to_s1()
        pairer.perform_homogeneous_exchanges()
        pairer.transpose_homogeneous_s2()
        return pairer

    def _weights(self, following: list[Player], rest: list[Player], *, whole: bool) -> Weights:
        bracket = Situation.from_data(self.floaters, self.residents, [*following, *rest], self.field.round, False)
        alone = not following
        bracket.unplayed = self._unplayed() if alone and self.bye_score is not None else {}
        return Weights(bracket, self.field, {player.id for player in rest}, whole=whole)

    def _unplayed(self) -> dict[int, int]:
        here = [*self.floaters, *self.residents]
        games = self.field.round - 1
        return {player.id: games - len(player.colors) for player in here if score_of(player) == self.bye_score}


class Pairer(BracketPairer):
    """The steps of py4swiss over our graph."""

    def __init__(self, weights: Weights) -> None:
        # Not that of the base class, which would build the graph of the older rules first.
        self._bracket = weights.bracket
        self._validity_matcher = weights.field
        self._initial_color = weights.field.initial
        # More than any wish among residents, and small enough for the bits that are kept for it.
        self._num = len(weights.bracket.resident_list) + 1
        self._matcher = Matcher(weights)
        self._bracket_matcher = self._matcher
        self._heterogeneous_s1 = []
        self._heterogeneous_s2 = []
        self._homogeneous_s1 = []
        self._homogeneous_s2 = []
        self._exchanges = 0

    @classmethod
    def board(cls, player: Player, other: Player, field: PairingField) -> Pair:
        """Two who meet, by the colours that they get, red first.

        Args:
            player, other: the higher player, and the lower one.
            field: of the round, which knows the colours of the first one.
        """
        return cls._get_player_pair(player, other, field.initial)

    def unmatched(self) -> list[Player]:
        """Who has no opponent, here and below."""
        return [player for player, other in self._matcher.matching.items() if player is other]

    def matched(self) -> Iterable[Pair]:
        """Everybody in the graph with the opponent; oneself for none."""
        return self._matcher.matching.items()

    def determine_homogeneous_exchanges(self) -> None:
        """As in the base class. All weights among residents change, so the matching begins anew."""
        with self._matcher.anew():
            super().determine_homogeneous_exchanges()

    def transpose_homogeneous_s2(self) -> None:
        """As in the base class: each of S1 in turn gets the first of S2 that the best pairings leave.

        That is the first whom one may meet, if a swap with that one's opponent gives a pairing as good as the one
        there is: nobody comes before. Only else the matching code is asked.
        """
        left = list(self._homogeneous_s2)
        for resident in self._homogeneous_s1:
            match = self._matcher.swapped(resident, left)
            if match is None:
                self._matcher.add_to_weights(resident, left[::-1], 0, increment=True)
                self._matcher.update_matching()
                match = self._matcher.matching[resident]
            self._matcher.finalize_match(resident, match)
            if match in left:
                left.remove(match)

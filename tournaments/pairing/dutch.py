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

The matching code takes time with the third power of the players in its graph, so a large bracket asks it as little as
possible (docs/pairing.md). Some score groups below can be paired whoever comes down to them: there a few players stand
for all. A first candidate is taken at once if none can be better. `dutch_graph` finds most opponents
by swaps that cost nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from py4swiss.engines.common import ColorPreference, ColorPreferenceSide, ColorPreferenceStrength
from py4swiss.engines.common import Float as EngineFloat
from py4swiss.engines.dutch.player import Player, PlayerRole

from tournaments.pairing.cards import Card, Float
from tournaments.pairing.colours import ColourPreference
from tournaments.pairing.dutch_brackets import ScoreBracket
from tournaments.pairing.dutch_criteria import score_of
from tournaments.pairing.dutch_field import PairingField
from tournaments.pairing.rounds import CannotPair, Pairing
from tournaments.scoring.crosstable import Colour, Crosstable

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
    field = PairingField(players, table)
    bye_score = _limit_byes(players, field)
    pairs: list[Pair] = []
    groups = [list(group) for _score, group in groupby(players, key=score_of)]
    floaters: list[Player] = []
    for index, residents in enumerate(groups):
        following = groups[index + 1] if index + 1 < len(groups) else []
        rest = [player for group in groups[index + 2 :] for player in group]
        bracket = ScoreBracket(floaters, residents, following, rest, field, bye_score)
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


def _board_order(pair: Pair) -> tuple[int, int, int]:
    """C.04.2.D.9: the higher score, the other score, the higher pairing number; the bye last."""
    higher, lower = sorted(pair, key=lambda player: (-player.points, player.number))
    return (-1, -1, 0) if higher is lower else (higher.points, lower.points, -higher.number)


def _pairing(pair: Pair) -> Pairing:
    red, blue = pair
    return Pairing(red.id, None if red is blue else blue.id)


# -- the bye --------------------------------------------------------------------------------------


def _limit_byes(players: Sequence[Player], field: PairingField) -> int | None:
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
    for score in sorted({score_of(player) for player in players}):
        for player in players:
            player.bye_received = had[player.id] or score_of(player) > score
        if field.completable(players):
            return score
    raise CannotPair("no-pairing")

"""Double elimination: who loses twice is out. Pure.

The winners' bracket is that of a knockout. Who loses in it falls into the losers' bracket. Its odd rounds are among
those who are there, its even rounds against those who have just fallen. The winners of both meet in the grand final. If
the one of the losers' bracket wins it, both have lost once, and they meet again.

Both brackets are played together. Round r of the event has round r - 1 of the losers' bracket, and every other one also
has the winners' next round. So who falls plays in the very next round, and nobody without a bye waits for two rounds.
With 2^k places there are 2k rounds, and the second grand final.

Where those who fall land: see `landing`. Byes are those of the first round and what follows from them in the first two
rounds of the losers' bracket. Between two byes everybody has a match.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.pairing import knockout
from tournaments.pairing.knockout import Bracket, BracketPart, BracketTree, Match, decide, seeds
from tournaments.scoring.crosstable import Crosstable

Slots = tuple[int | None, ...]


def landing(depth: int, round: int, position: int) -> int:
    """Where in the losers' bracket the loser of a match falls, from 0: the position that his match has from 0, turned.

    From the second round the halves change places, from the third one the halves of each half, from the fourth one
    both, and so on: round l turns the bits of l - 1, read from the right, of the position, read from the left. So who
    lost in round l meets somebody whom he beat in round k < l at the earliest in `soonest_rematch`.

    Args:
        depth: rounds of the winners' bracket.
        round: of the winners' bracket, from 2.
        position: of the match, from 0.
    """
    bits = depth - round
    turned = sum(1 << (bits - 1 - bit) for bit in range(bits) if (round - 1) >> bit & 1)
    return position ^ turned


def soonest_rematch(depth: int, earlier: int, later: int) -> int:
    """The first round of the losers' bracket, from 1, in which two can meet again of whom one beat the other.

    Two who lost in rounds an odd number apart meet again in its last round but one at the soonest, or in its last one;
    of each power of 2 in that number it is two rounds sooner, but never before both have fallen.

    Args:
        depth: rounds of the winners' bracket.
        earlier, later: the rounds of it in which the two lost.
    """
    distance = later - earlier
    shared = (distance & -distance).bit_length() - 1
    return max(2 * later - 2, 2 * depth - 3 - 2 * shared)


def rematches_avoided(depth: int) -> int:
    """The last round of the losers' bracket in which a rematch can be avoided, and is.

    The losers of rounds 1 to l of the winners' bracket on the way of one player: each of them may have beaten any of
    those before. So no two of them may meet, and they need l matches in the losers' bracket, wherever they land. Up to
    this round there are as many, and `landing` gives each their own; in the next one there are not.

    Args:
        depth: rounds of the winners' bracket.
    """
    rounds = range(1, 2 * depth - 1)
    return max((round for round in rounds if fallen_by(round) <= matches_in(depth, round)), default=0)


def fallen_by(round: int) -> int:
    """How many rounds of the winners' bracket have their losers in a round of the losers' bracket."""
    return round // 2 + 1


def matches_in(depth: int, round: int) -> int:
    """How many matches, with byes, a round of the losers' bracket has."""
    return 1 << (depth - 2 - (round - 1) // 2)


@dataclass(frozen=True, slots=True)
class DoubleBracket(Bracket):
    """Both brackets and the grand final after some of their matches, by rounds of the event. The last round is the
    second grand final; there is none once it is not needed.
    """

    @property
    def final(self) -> Match:
        """The match that decides it all, as far as that is known."""
        return (*self.rounds[-2], *self.rounds[-1])[-1]

    @property
    def trees(self) -> tuple[BracketTree, ...]:
        """The winners' bracket with the grand final, and the losers' bracket, if there is one."""
        both = [
            BracketTree(BracketPart.WINNERS, self._of(BracketPart.WINNERS, BracketPart.FINAL)),
            BracketTree(BracketPart.LOSERS, self._of(BracketPart.LOSERS)),
        ]
        return tuple(tree for tree in both if tree.rounds)

    def _of(self, *parts: BracketPart) -> tuple[tuple[Match, ...], ...]:
        rounds = (tuple(match for match in matches if match.part in parts) for matches in self.rounds)
        return tuple(matches for matches in rounds if matches)

    @property
    def out(self) -> dict[int, int]:
        """The round in which each player lost for the second time, or a match that nobody won."""
        lost: set[int] = set()
        result: dict[int, int] = {}
        for matches in self.rounds:
            for match in matches:
                for number in match.players:
                    if match.winner in (None, number):
                        continue
                    if number in lost or match.winner == knockout.NOBODY:
                        result[number] = match.round
                    lost.add(number)
        return result


def rounds_of(players: int) -> int:
    """How many rounds there are, with the second grand final, which may not be needed."""
    return 2 * knockout.rounds_of(players) + 1


def bracket(players: int, winners: Sequence[Sequence[int | None]] = ()) -> DoubleBracket:
    """Both brackets as far as they are decided.

    Who loses a match that nobody wins is out at once.

    Args:
        players: how many; at least 2.
        winners: for each round of the event that was paired, the winner of each board, as for `knockout.bracket`.

    Raises:
        ValueError: as for `knockout.bracket`.
    """
    if len(winners) > rounds_of(players):
        raise ValueError("there are winners of more rounds than the bracket has")
    depth = knockout.rounds_of(players)
    top: Slots = seeds(players)
    low: Slots = ()
    fallen: Slots = ()
    rounds: list[tuple[Match, ...]] = []

    def play(*matches: Match) -> list[Match]:
        number = len(rounds) + 1
        decided = decide(matches, winners[number - 1] if number <= len(winners) else ())
        rounds.append(tuple(decided))
        return decided

    def pairs(places: Slots, part: BracketPart) -> list[Match]:
        return [
            Match(len(rounds) + 1, place // 2 + 1, places[place], places[place + 1], part=part)
            for place in range(0, len(places), 2)
        ]

    decided = play(*pairs(top, BracketPart.WINNERS))
    top, low = _winners(decided), _losers(decided)
    for round in range(2, depth + 1):
        upper = pairs(top, BracketPart.WINNERS)
        decided = play(*upper, *pairs(low, BracketPart.LOSERS))
        top, fallen, low = (
            _winners(decided[: len(upper)]),
            _losers(decided[: len(upper)]),
            _winners(decided[len(upper) :]),
        )
        places = [fallen[landing(depth, round, place)] for place in range(len(fallen))]
        both = tuple(number for pair in zip(low, places, strict=True) for number in pair)
        low = _winners(play(*pairs(both, BracketPart.LOSERS)))
    [final] = play(*pairs((*top, *low), BracketPart.FINAL))
    if final.winner is None:
        play(Match(len(rounds) + 1, 1, None, None, part=BracketPart.FINAL))
    elif final.board is not None and final.winner == final.lower:
        play(replace(final, round=len(rounds) + 1, winner=None, board=None))
    else:
        play()
    return DoubleBracket(players=players, rounds=tuple(rounds))


def _winners(matches: Sequence[Match]) -> Slots:
    return tuple(match.winner for match in matches)


def _losers(matches: Sequence[Match]) -> Slots:
    return tuple(match.loser for match in matches)


def bracket_of(table: Crosstable) -> Bracket:
    """Both brackets that a crosstable was played by: see `knockout.bracket_of`."""
    return knockout.followed(table, lambda winners: bracket(len(table.rows), winners))

"""What pairing knows of each player: score, colours, preference, floats, byes; by the rules of C.04.3, and of teams by
those of C.04.6, on its own.

The pages show it, and the engine's answer is checked against it, so nothing here asks the engine.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate

from tournaments.pairing.colours import ColourPreference, colour_preference, team_preference
from tournaments.scoring.crosstable import Colour, Crosstable, RoundResult, Row
from tournaments.scoring.points import Mark, Scoring


class Float(StrEnum):
    """How a player left the score group in a round (C.04.3.A.4)."""

    DOWN = "down"
    UP = "up"


@dataclass(frozen=True, slots=True)
class Card:
    """A player as the pairing of the next round sees it.

    Args:
        number: the pairing number.
        points: without acceleration, in tenths.
        score: the score group: points with the virtual ones of the next round, in tenths.
        present: is to be paired.
        colours: of each round; None where no game was played.
        difference: games with red minus games with blue.
        due: the colour that the player should get; None if any will do.
        strength: how much so.
        floats: of each round; None where the opponent had the same score, or where, under the rules of 2026, no game
            was played and that was worth no more than a loss (C.04.3, 1.4.3).
        bye: may not get the pairing-allocated bye, having had it before, or as much as for a win without a game
            (C.04.1.4).
        top: has more than half of what can be had, and the next round is the last one (C.04.3.A.7).
        met: the opponents of games that were played.
    """

    number: int
    points: int
    score: int
    present: bool
    colours: tuple[Colour | None, ...]
    difference: int
    due: Colour | None
    strength: ColourPreference
    floats: tuple[Float | None, ...]
    bye: bool
    top: bool
    met: frozenset[int]

    @property
    def twice(self) -> Colour | None:
        """The colour of both of the last two games, if it was the same."""
        played = [colour for colour in self.colours if colour is not None][-2:]
        return played[0] if len(played) == 2 and played[0] is played[1] else None


_TEAMS = "teams"


def explain(table: Crosstable, rules: str = "2026") -> dict[int, Card]:
    """The card of each player by pairing number, for the next round; of teams always by the rules of 2026."""
    played, rules = table.paired, _TEAMS if table.team_colours else rules
    scores = {row.number: _scores(row, table, played) for row in table.rows}
    last = played == table.rounds - 1
    half = max(table.scoring.win, table.scoring.draw) * played / 2
    down = _floating_marks(table.scoring, rules)
    full = _full_marks(table.scoring, rules)
    cards = {}
    for row in table.rows:
        top = last and not table.team_colours and scores[row.number][-1] > half
        floats = tuple(_float(row, number, scores, down) for number in range(len(row.results)))
        bye = any(result.mark in full for result in row.results)
        colours = tuple(result.colour if _played(result) else None for result in row.results)
        played_with = [colour for colour in colours if colour is not None]
        preference = (
            team_preference(played_with, table.team_colours, last=last)
            if table.team_colours
            else colour_preference(played_with)
        )
        due, strength, difference = preference
        cards[row.number] = Card(
            number=row.number,
            points=table.points(row.number),
            score=scores[row.number][-1],
            present=not row.absent,
            colours=colours,
            difference=difference,
            due=due,
            strength=strength,
            floats=floats,
            bye=bye,
            top=top,
            met=frozenset(result.opponent for result in row.results if _played(result) and result.opponent is not None),
        )
    return cards


def _floating_marks(scoring: Scoring, rules: str) -> frozenset[Mark]:
    """The marks without a game after which a player has floated down. A team floats in matches alone."""
    if rules == _TEAMS:
        return frozenset()
    unplayed = [mark for mark in Mark if not mark.played]
    return frozenset(mark for mark in unplayed if rules == "2017" or scoring.points(mark) > scoring.loss)


def _full_marks(scoring: Scoring, rules: str) -> frozenset[Mark]:
    """The marks without a game that rule out a pairing-allocated bye later on (C.04.1.4, in 2017 C.04.1.d; of teams
    C.04.6, C2).
    """
    if rules == _TEAMS:
        return frozenset({Mark.PAIRING_BYE, Mark.FULL_BYE, Mark.FORFEIT_WIN})
    if rules == "2017":
        return frozenset({Mark.PAIRING_BYE, Mark.FORFEIT_WIN})
    unplayed = [mark for mark in Mark if not mark.played]
    full = {mark for mark in unplayed if scoring.points(mark) >= scoring.win}
    return frozenset(full | {Mark.PAIRING_BYE, Mark.FULL_BYE, Mark.FORFEIT_WIN})


def _scores(row: Row, table: Crosstable, played: int) -> list[int]:
    """The score of a player, virtual points included, before each round and before the next one."""
    worth = [0 if result.mark is None else table.scoring.points(result.mark) for result in row.results]
    worth += [table.scoring.points(Mark.ABSENT)] * (played - len(worth))
    virtual = (*row.acceleration, *[0] * (len(worth) + 1))
    return [points + more for points, more in zip(accumulate(worth, initial=0), virtual, strict=False)]


def _played(result: RoundResult) -> bool:
    return result.mark is not None and result.mark.played


def _float(row: Row, number: int, scores: dict[int, list[int]], down: frozenset[Mark]) -> Float | None:
    result = row.results[number]
    if not _played(result) or result.opponent is None:
        return Float.DOWN if result.mark in down else None
    own, other = scores[row.number][number], scores[result.opponent][number]
    if own == other:
        return None
    return Float.DOWN if own > other else Float.UP

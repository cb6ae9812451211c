"""The Swiss of teams (C.04.6): its rounds are those that a search through all sets and all pairings finds."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from tests.examples import some
from tests.tournaments.played import absent, entered, with_results
from tests.tournaments.tables import table
from tournaments.pairing.cards import explain
from tournaments.pairing.colours import TEAM_COLOURS, ColourPreference, team_preference
from tournaments.pairing.rounds import CannotPair, PairedRound
from tournaments.pairing.swiss import broken, pair_round
from tournaments.scoring.crosstable import Colour, Crosstable, RoundResult
from tournaments.scoring.points import SCORINGS, Mark

BOARDS = 4
TEAM_SCORING = replace(SCORINGS["2-1-0"], pairing_bye=10)


def teams(number: int, rounds: int, kind: str = "a", **more: object) -> Crosstable:
    return replace(entered(number, rounds), scoring=TEAM_SCORING, team_colours=kind, **more)  # type: ignore[arg-type]


def results(text: str, *, rounds: int, kind: str = "a") -> Crosstable:
    return replace(table(text, scoring=TEAM_SCORING, rounds=rounds), team_colours=kind)


def pairs(paired: PairedRound) -> list[tuple[int, int]]:
    return [(pairing.red, pairing.blue or 0) for pairing in paired.pairings]


def after(event: Crosstable, paired: PairedRound, chance: random.Random) -> Crosstable:
    """The event after a round in which each board is played, drawn, or a match forfeited."""
    outcome = {row.number: RoundResult(chance.choice((Mark.ABSENT, Mark.HALF_BYE))) for row in event.rows if row.absent}
    for pairing in paired.pairings:
        if pairing.blue is None:
            outcome[pairing.red] = RoundResult(Mark.PAIRING_BYE, board_points=5 * BOARDS)
            continue
        made = chance.choice((0, 10, 20, 20, 30, 40))
        marks = [Mark.DRAW] * 2 if made == 20 else [Mark.WIN, Mark.LOSS] if made > 20 else [Mark.LOSS, Mark.WIN]
        if made in (0, 40) and chance.random() < 0.2:
            marks = [{Mark.WIN: Mark.FORFEIT_WIN, Mark.LOSS: Mark.FORFEIT_LOSS}[mark] for mark in marks]
        outcome[pairing.red] = RoundResult(marks[0], pairing.blue, Colour.RED, made)
        outcome[pairing.blue] = RoundResult(marks[1], pairing.red, Colour.BLUE, 10 * BOARDS - made)
    return with_results(event, outcome)


# -- the same by search ---------------------------------------------------------------------------


class Search:
    """C.04.6 from the results alone, by a look at every set of upfloaters and every pairing."""

    def __init__(self, event: Crosstable) -> None:
        self.event, self.next = event, event.paired + 1
        self.here = [row.number for row in event.rows if not row.absent]
        self.score = {row.number: event.points(row.number) for row in event.rows}
        self.late = self.next > event.rounds - 2
        self.played = {
            row.number: [item for item in row.results if item.mark is not None and item.mark.played]
            for row in event.rows
        }
        self.colours = {number: [item.colour for item in games] for number, games in self.played.items()}

    def allowed(self, one: int, two: int) -> bool:
        met = {item.opponent for item in self.played[one]}
        return two not in met and frozenset((one, two)) not in self.event.forbidden

    def perfect(self, numbers: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
        """Every legal pairing of some teams, smaller number first."""
        if not numbers:
            yield []
            return
        first, *rest = sorted(numbers)
        for other in rest:
            if self.allowed(first, other):
                for more in self.perfect([item for item in rest if item != other]):
                    yield [(first, other), *more]

    def legal(self, numbers: Sequence[int]) -> bool:
        return len(numbers) % 2 == 0 and next(self.perfect(numbers), None) is not None

    def bye(self) -> int | None:
        if len(self.here) % 2 == 0:
            return None
        barred = {Mark.PAIRING_BYE, Mark.FORFEIT_WIN, Mark.FULL_BYE}
        may = [
            number
            for number in self.here
            if barred.isdisjoint({item.mark for item in self.event.row(number).results})
            and self.legal([item for item in self.here if item != number])
        ]
        lowest = min(self.score[number] for number in may)
        may = [number for number in may if self.score[number] == lowest]
        most = max(len(self.played[number]) for number in may)
        return max(number for number in may if len(self.played[number]) == most)

    def floated(self, number: int) -> bool:
        if self.event.paired == 0:
            return False
        last, before = self.event.row(number).results[-1], self.event.paired - 1
        if last.mark is None or not last.mark.played or last.opponent is None:
            return False
        return self.event.points(number, before) != self.event.points(last.opponent, before)

    def upfloaters(self, left: list[int]) -> list[int]:
        top = [number for number in left if self.score[number] == max(self.score[item] for item in left)]
        below = sorted(set(left) - set(top), key=lambda number: (-self.score[number], number))
        for size in range(len(top) % 2, len(below) + 1, 2):
            sets = [
                chosen
                for chosen in combinations(below, size)
                if self.legal([*top, *chosen]) and self.legal([item for item in below if item not in chosen])
            ]
            if sets:
                best = max(sorted(self.score[item] for item in chosen) for chosen in sets)
                sets = [chosen for chosen in sets if sorted(self.score[item] for item in chosen) == best]
                return list(min(sets, key=lambda chosen: (self.c6(below, chosen), self.c7(chosen), chosen)))
        raise AssertionError

    def c6(self, below: list[int], chosen: tuple[int, ...]) -> int:
        """How many upfloaters the following score group will need."""
        following = [item for item in below if self.score[item] == self.score[below[0]] and item not in chosen]
        if not following:
            return 0
        rest = [item for item in below if item not in chosen and item not in following]
        for size in range(len(following) % 2, len(rest) + 1, 2):
            for more in combinations(rest, size):
                if self.legal([*following, *more]) and self.legal([item for item in rest if item not in more]):
                    return size
        raise AssertionError

    def c7(self, chosen: tuple[int, ...]) -> int:
        return 0 if self.late else sum(map(self.floated, chosen))

    def bracket(self, numbers: list[int]) -> list[tuple[int, int]]:
        high = max(self.score[number] for number in numbers)

        def quality(pairing: list[tuple[int, int]]) -> tuple[int, int, int, list[int]]:
            c8 = c9 = c10 = 0
            for one, two in pairing:
                boards = frozenset((self.given(one, two), (one, two)))
                red = self.given(one, two)
                blue = two if red == one else one
                del boards
                for number, colour in ((red, Colour.RED), (blue, Colour.BLUE)):
                    due, strength = self.preference(number)
                    c8 += due not in (None, colour)
                    c9 += due not in (None, colour) and strength is ColourPreference.STRONG
                if self.score[one] != self.score[two]:
                    c10 += not self.late and self.floated(one if self.score[one] == high else two)
            tops = [one for one, _two in sorted(pairing)]
            return c8, c9 if self.event.team_colours == "b" else 0, c10, tops + [two for _one, two in sorted(pairing)]

        return min(self.perfect(numbers), key=quality)

    def preference(self, number: int) -> tuple[Colour | None, ColourPreference]:
        colours = [colour for colour in self.colours[number] if colour is not None]
        due, strength, _difference = team_preference(
            colours, self.event.team_colours, last=self.next == self.event.rounds
        )
        return due, strength

    def given(self, one: int, two: int) -> int:
        """Who of two has red."""
        made = {row.number: sum(item.board_points for item in row.results) for row in self.event.rows}
        first, other = sorted((one, two), key=lambda item: (-self.score[item], -made[item], item))
        mine, theirs = self.colours[first], self.colours[other]
        (due, strength), (due_2, strength_2) = self.preference(first), self.preference(other)
        difference, difference_2 = (
            sum(1 if colour is Colour.RED else -1 for colour in colours) for colours in (mine, theirs)
        )
        turns = [(own, opposite) for own, opposite in zip(mine[::-1], theirs[::-1], strict=False) if own != opposite]
        red = None
        if not mine and not theirs:
            red = (first % 2 == 1) == (self.event.first_colour is Colour.RED)
        elif due and not due_2:
            red = due is Colour.RED
        elif due_2 and not due:
            red = due_2 is Colour.BLUE
        elif due and due is not due_2:
            red = due is Colour.RED
        elif due and strength is not strength_2:
            red = (due is Colour.RED) == (strength is ColourPreference.STRONG)
        elif difference != difference_2:
            red = difference < difference_2
        elif turns:
            red = turns[0][0] is Colour.BLUE
        elif due:
            red = due is Colour.RED
        elif mine:
            red = mine[-1] is Colour.BLUE
        else:
            red = theirs[-1] is Colour.RED
        return first if red else other

    def round(self) -> set[tuple[int, int]]:
        bye = self.bye()
        left = [number for number in self.here if number != bye]
        found: set[tuple[int, int]] = set() if bye is None else {(bye, 0)}
        while left:
            top = [number for number in left if self.score[number] == max(self.score[item] for item in left)]
            bracket = [*top, *self.upfloaters(left)]
            for one, two in self.bracket(bracket):
                red = self.given(one, two)
                found.add((red, two if red == one else one))
            left = [number for number in left if number not in bracket]
        return found


@given(
    st.integers(4, 9), st.integers(3, 7), st.sampled_from(TEAM_COLOURS), st.sampled_from(Colour), st.integers(0, 10**6)
)
@some(25)
def test_each_round_is_the_one_that_a_search_finds(number: int, rounds: int, kind: str, colour: Colour, seed: int):
    chance = random.Random(seed)
    forbidden = frozenset({frozenset({1, 3})} if chance.random() < 0.3 else ())
    event = teams(number, rounds, kind, first_colour=colour, forbidden=forbidden)
    for _round in range(rounds):
        event = absent(event, {row.number for row in event.rows if chance.random() < 0.08})
        try:
            paired = pair_round(event)
        except CannotPair:
            here = [row for row in event.rows if not row.absent]
            assert len(here) < 2 or not any(
                Search(event).legal([row.number for row in here if row is not out])
                for out in (here if len(here) % 2 else [None])
                if out is None or not explain(event)[out.number].bye
            )
            return
        assert set(pairs(paired)) == Search(event).round()
        assert broken(event, paired.pairings) is None
        event = after(event, paired, chance)

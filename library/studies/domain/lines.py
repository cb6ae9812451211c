"""The lines of a study: its game, and the variations that leave it or one another, played again from their turns.

A line has a number: 0 is the game, others are the numbers of variations. A place is a line and a ply of it; the plies
of a line count from the beginning of the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from games.models import Game
from games.replay import Branch, Timeline, timeline
from games.rules import View, Viewer
from library.studies.models import Study, StudyVariation

GAME = 0
"""The number of the line that was played."""

DEEPEST = 2
"""A variation may leave the game, or a variation that does."""


@dataclass(frozen=True, slots=True)
class StudyPlace:
    """Where somebody looks, writes or draws.

    Args:
        line: the number of a line.
        ply: of that line; in a variation one of its own.
    """

    line: int
    ply: int


class StudyLines:
    """The lines of a study.

    Args:
        study: which.
        game: its game, which is open.
    """

    def __init__(self, study: Study, game: Game) -> None:
        self.study = study
        self._game = game
        self._branches: dict[int, Branch] = {}

    @cached_property
    def game(self) -> Timeline:
        """The game as everybody sees it: all of it."""
        return timeline(self._game)

    @cached_property
    def variations(self) -> dict[int, StudyVariation]:
        """All variations by their numbers, in that order."""
        return {variation.number: variation for variation in self.study.variations.order_by("number")}

    @cached_property
    def _by_id(self) -> dict[int, StudyVariation]:
        return {variation.pk: variation for variation in self.variations.values()}

    def parent(self, variation: StudyVariation) -> StudyVariation | None:
        """The variation that another one leaves; None if that is the game."""
        return None if variation.parent_id is None else self._by_id[variation.parent_id]

    def parent_line(self, line: int) -> int:
        """The number of the line that a variation leaves."""
        parent = self.parent(self.variations[line])
        return GAME if parent is None else parent.number

    def depth(self, line: int) -> int:
        """The number of variations from a line to the game, itself included: 0 for the game."""
        return 0 if line == GAME else 1 + self.depth(self.parent_line(line))

    def leaving(self, line: int) -> list[StudyVariation]:
        parent = None if line == GAME else self.variations[line].pk
        variations = [variation for variation in self.variations.values() if variation.parent_id == parent]
        return sorted(variations, key=lambda variation: (variation.ply, variation.number))

    def branch(self, line: int) -> Branch:
        """A variation, played. Raises `KeyError` if there is none of this number."""
        if line not in self._branches:
            variation = self.variations[line]
            parent = self.parent_line(line)
            if parent == GAME:
                made = self.game.branch(min(variation.ply, self.game.plies), variation.plies)
            else:
                before = self.branch(parent)
                made = before.branch(max(before.first, min(variation.ply, before.last)), variation.plies)
            self._branches[line] = made
        return self._branches[line]

    def first(self, line: int) -> int:
        """The first ply that is a line's own."""
        return 0 if line == GAME else self.branch(line).first + 1

    def last(self, line: int) -> int:
        return self.game.plies if line == GAME else self.branch(line).last

    def place(self, line: int, ply: int | None) -> StudyPlace:
        """The existing place nearest to that of an address: the game if there is no such line."""
        line = line if line == GAME or line in self.variations else GAME
        first, last = self.first(line), self.last(line)
        if last < first:  # no ply of it can be played any more
            return self.place(self.parent_line(line), self.variations[line].ply)
        wanted = (first if line != GAME else 0) if ply is None else ply
        return StudyPlace(line, min(max(wanted, first), last))

    def has(self, place: StudyPlace) -> bool:
        if place.line != GAME and place.line not in self.variations:
            return False
        return self.first(place.line) <= place.ply <= self.last(place.line)

    def view(self, place: StudyPlace) -> View:
        """The position there, everything open."""
        if place.line == GAME:
            # Where the game ended off the board its last position is shown as it goes on.
            return self.game.view(Viewer.ALL, place.ply)
        return self.branch(place.line).view(place.ply)

    def from_here(self, place: StudyPlace) -> Branch:
        """The line at a place as one that can be played on: of the game, its position."""
        return self.game.branch(place.ply, ()) if place.line == GAME else self.branch(place.line)

    def legal(self, place: StudyPlace) -> list[str]:
        """What can be played there, in notation."""
        return self.from_here(place).legal(place.ply)

    def submissions(self, line: int, ply: int) -> tuple[str, ...]:
        """What was played at a ply of a line; nothing for one that it does not have."""
        return self.game.submissions(ply) if line == GAME else self.branch(line).submissions(ply)

    def next_place(self, place: StudyPlace) -> StudyPlace | None:
        return StudyPlace(place.line, place.ply + 1) if place.ply < self.last(place.line) else None

    def previous_place(self, place: StudyPlace) -> StudyPlace | None:
        """The place before, in the line that this one leaves if it is the first of its own."""
        if place.ply > self.first(place.line):
            return StudyPlace(place.line, place.ply - 1)
        return None if place.line == GAME else self.place(self.parent_line(place.line), place.ply - 1)


def same_turn(kept: Sequence[str], turn: str) -> bool:
    """Whether a ply is this turn and nothing else; the order of cards that it shuffled is not compared."""
    return len(kept) == 1 and kept[0].partition("!")[0] == turn.partition("!")[0]

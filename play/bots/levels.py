"""The levels of the computer. The lower ones err as people do: they forget, do not reckon with Scouts from afar, attack
what they can see and fear what they cannot; the upper ones look ahead."""

from __future__ import annotations

import random
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.people.bots import NAMES, USUAL_LEVEL
from games.rules import Variant, variant
from play.bots.cards import choose_at_cards
from play.bots.evaluation import choose_on_board
from play.bots.field import Field
from play.bots.memory import remembered
from play.bots.sight import Sight


@dataclass(frozen=True)
class Level:
    """How well the computer plays.

    Attributes:
        number: from 1, the weakest.
        about: what it is like, in a sentence.
        memory: for how many plies it remembers what was shown, about; None for always.
        scouts: whether it reckons with Scouts at a distance.
        fear: how much it shrinks from what a loss costs, 1 for as much as is right.
        whim: by how much it takes turns for equal that are not; a Scout is worth 3.
        positions: how many it looks at in a turn when it looks ahead; 0 if it does not.
    """

    number: int
    about: Promise
    memory: int | None = None
    scouts: bool = True
    fear: float = 1.0
    whim: float = 0.04
    positions: int = 0

    @property
    def name(self) -> str:
        """The first name of its bots."""
        return NAMES[self.number][0]

    def choose(self, sight: Sight, chance: random.Random) -> str:
        """The turn that it plays: one of `sight.legal`.

        Args:
            sight: what the seat may know.
            chance: its whims. The same sight and chance give the same turn.

        Raises:
            ValueError: there is nothing to choose.
        """
        if not sight.legal:
            raise ValueError("the seat has no legal turn")
        if len(sight.legal) == 1:
            return sight.legal[0]
        seen = remembered(sight, self.memory)
        if variant(sight.view.variant, sight.view.edition).deals:
            return choose_at_cards(seen, chance, self.whim)
        field = Field(seen, scouts=self.scouts, fear=self.fear)
        if not self.positions:
            return choose_on_board(field, chance, self.whim)
        from play.bots.search import choose_by_search  # a process that does not look ahead need not load Numba

        return choose_by_search(field, chance, self.positions, self.whim)


LEVELS = (
    Level(
        1,
        _("Plays what comes to mind, and forgets a piece as soon as it has been shown."),
        memory=3,
        scouts=False,
        fear=0.4,
        whim=40.0,
    ),
    Level(
        2,
        _("Likes to attack, forgets soon, and does not see Scouts coming."),
        memory=8,
        scouts=False,
        fear=0.5,
        whim=12.0,
    ),
    Level(
        3,
        _("Takes whatever it can beat, and remembers the last few fights."),
        memory=20,
        scouts=False,
        fear=0.7,
        whim=8.0,
    ),
    Level(
        4,
        _("Careful with its high pieces, but does not remember all of yours."),
        memory=40,
        fear=1.3,
        whim=4.0,
    ),
    Level(5, _("Forgets nothing and weighs each turn, but does not look ahead.")),
    Level(
        6, _("Looks a turn or two ahead, and forgets what was shown long ago."), memory=100, whim=1.0, positions=1_000
    ),
    Level(7, _("Looks some turns ahead, and forgets nothing."), whim=1.0, positions=4_000),
    Level(8, _("Looks further ahead, in many of the positions that may be the real one."), positions=60_000),
)


def levels_of(book: Variant) -> tuple[Level, ...]:
    """The levels that a rule book has, the weakest first: those that look ahead play on boards of two."""
    return LEVELS[:USUAL_LEVEL] if book.deals or len(book.seats) > 2 else LEVELS


def choose(sight: Sight, chance: random.Random, level: int = USUAL_LEVEL) -> str:
    """The turn that the computer plays: one of `sight.legal`.

    Args:
        sight, chance: as for `Level.choose`.
        level: its number; the best one of a rule book that has fewer.

    Raises:
        ValueError: there is nothing to choose.
    """
    return level_of(variant(sight.view.variant, sight.view.edition), level).choose(sight, chance)


def level_of(book: Variant, number: int) -> Level:
    """The level of that number, or the best one that a rule book has."""
    levels = levels_of(book)
    return levels[min(number, len(levels)) - 1]

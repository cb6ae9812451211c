"""What is to be played: the terms that a seek offers and that a game takes over."""

from __future__ import annotations

from dataclasses import dataclass

from games.domain.clocks import TimeControl
from games.domain.limits import usual_limit
from games.presentation.reveal import POLICIES
from games.rules import VARIANTS, Options, Variant, variant
from play.lobby.models import Seek

LEAST_LIMIT, MOST_LIMIT = 20, 1000


@dataclass(frozen=True, slots=True)
class GameTerms:
    """The terms of a game.

    Args:
        variant: slug of a rule book.
        time: the time control; every game of the lobby has one.
        rated: whether it counts for the ratings.
        notes: whether notes to oneself and guesses are allowed.
        no_attack_limit: plies without an attack until a draw; None for the usual number of the variant.
        spotter: a 24th card in each deck; only where cards are dealt (RULES section 8).
        memory: which pieces have moved and which ranks are still out is shown to all; not where cards are dealt.
        reveal: when the game is opened: `end`, `delay` or `never`, as in `GameCreated`.
        reveal_after: seconds after its end, for `delay`.
        colour: the side of the host, as in `Seek.Colour`.
        partners: how a table of four finds its partners, as in `Seek.Partners`.
        rating_from, rating_to: whose rating may join an open seek; None for no bound.
        bots: whether accounts that programs play for may join a seek; they need no leave of one another.
    """

    variant: str
    time: TimeControl
    rated: bool = False
    notes: bool = True
    no_attack_limit: int | None = None
    spotter: bool = False
    memory: bool = False
    reveal: str = "end"
    reveal_after: int | None = None
    colour: str = Seek.Colour.RANDOM
    partners: str = Seek.Partners.CHOSEN
    rating_from: int | None = None
    rating_to: int | None = None
    bots: bool = False

    def __post_init__(self) -> None:
        if self.variant not in VARIANTS:
            raise ValueError(f"there is no variant {self.variant!r}")
        if self.spotter and not self.rules.deals:
            raise ValueError("only rule books that deal cards have the Spotter")
        if self.memory and self.rules.deals:
            raise ValueError("cards do not move: a card game has no memory marks")
        if self.reveal not in POLICIES or (self.reveal == "delay") != (self.reveal_after is not None):
            raise ValueError("a game of the lobby is opened at its end, some time after it, or never")
        if self.rating_from is not None and self.rating_to is not None and self.rating_from > self.rating_to:
            raise ValueError("the lowest rating is above the highest")

    @property
    def rules(self) -> Variant:
        return variant(self.variant)

    @property
    def limit(self) -> int:
        """The plies without an attack until a draw."""
        return self.no_attack_limit or usual_limit(self.rules)

    @property
    def options(self) -> Options:
        return Options(no_attack_limit=self.limit, spotter=self.spotter, memory=self.memory)


def terms_of(seek: Seek) -> GameTerms:
    return GameTerms(
        variant=seek.variant,
        time=TimeControl.from_value(seek.time),
        rated=seek.rated,
        notes=seek.notes,
        no_attack_limit=seek.no_attack_limit,
        spotter=seek.spotter,
        memory=seek.memory,
        reveal=seek.reveal,
        reveal_after=seek.reveal_after,
        colour=seek.colour,
        partners=seek.partners,
        rating_from=seek.rating_from,
        rating_to=seek.rating_to,
        bots=seek.bots,
    )

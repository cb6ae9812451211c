"""The parts of a rule book. A variant is data: a board, an army, a combat table and the parts it picks (RULES
sections 2 to 8).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import Any

from .board import Board
from .combat import Combat
from .pieces import Rank, Seat
from .readings import FOURTH_CROSSING, THIRD_CROSSING
from .turn import GAIT_BENT, GAIT_FAR, GAIT_NONE, GAIT_SHOT, GAIT_STEP, GAIT_TWO, Turn


class Repetition(StrEnum):
    """Whether sections 4 to 6 are enforced, or only marked as in records played under other house rules (RULES
    section 7).
    """

    ENFORCED = "enforced"
    NOTED = "noted"


class Reserve(StrEnum):
    """What a seat has in reserve at the start (RULES section 2)."""

    NONE = "none"
    SECOND_ARMY = "second-army"
    REST = "rest"
    """What of the army is not set up."""


@dataclass(frozen=True, slots=True)
class Options:
    """What a game chooses on top of its rule book.

    Args:
        no_attack_limit: plies without an attack after which the game is drawn; None for no limit.
        repetition: enforce sections 4 to 6, or only mark the plies that break them.
        free_setup: a set-up may have fewer pieces than the army (the archive's `classicfree`).
        spotter: a 24th card, the Spotter, is in each deck (RULES section 8, cards).
        memory: views say what everybody could have noted: which pieces have moved, and which ranks were neither lost
            nor shown. Not at cards. It changes no rule.
    """

    no_attack_limit: int | None = None
    repetition: Repetition = Repetition.ENFORCED
    free_setup: bool = False
    spotter: bool = False
    memory: bool = False

    def __post_init__(self) -> None:
        if self.no_attack_limit is not None and self.no_attack_limit < 1:
            raise ValueError("no_attack_limit must be at least 1, or None for no limit")


def _plain_gaits() -> dict[Rank, int]:
    gaits: dict[Rank, int] = {rank: GAIT_STEP for rank in Rank if rank not in (Rank.FLAG, Rank.BOMB)}
    gaits[Rank.SCOUT] = GAIT_STEP | GAIT_TWO | GAIT_FAR
    return gaits


PLAIN = _plain_gaits()
"""How pieces go: one square, the Scout any number, Flag and Bomb not at all (RULES section 3)."""

CAVALRY = PLAIN | {Rank.CAPTAIN: GAIT_STEP | GAIT_TWO | GAIT_BENT}
"""The same with the Captain as cavalry."""


MARCHING_FLAG = CAVALRY | {Rank.FLAG: GAIT_STEP, Rank.CANNON: GAIT_STEP | GAIT_SHOT}
"""The same with a Flag and a Cannon that go one square (RULES section 8, alliance)."""

AT_A_DISTANCE = CAVALRY | {Rank.CANNON: GAIT_SHOT}
"""How they attack there: the Cannon by firing, the Flag never."""


_GAITS = {GAIT_NONE} | {
    GAIT_STEP | far | shot for far in (0, GAIT_TWO | GAIT_FAR, GAIT_TWO | GAIT_BENT) for shot in (0, GAIT_SHOT)
}
_STRIKES = _GAITS | {GAIT_SHOT}


@dataclass(frozen=True, eq=False)
class Variant:
    """One rule book.

    Args:
        slug: its name in addresses and records.
        name: its English name, a message id for translation.
        board: where it is played.
        army: how many pieces of each rank a seat has.
        combat: who stays after an attack.
        gaits: how each rank may move, as a mask of gaits; a rank that is missing never moves.
        strikes: how each rank may attack, if that is not how it moves; GAIT_SHOT is the Cannon's.
        cannon_returns: a fired Cannon goes to its owner's reserve; else it moves to the taken piece's square.
        revealing: the gaits that reveal a piece to all (section 3).
        two_squares: N of section 4, one of those that reading 1 names; 0 where nothing moves.
        more_squares: section 5 holds.
        chase_limit: section 6 holds.
        drawn_if_blocked: an attack that removes both pieces and leaves neither seat a legal turn draws (section 7).
        drawn_without_movers: neither side having a movable piece draws (section 7).
        rank_names: names that differ from the usual ones.
        rescues: how many pieces a seat may rescue in a game (section 8, lightning).
        reserve: what a seat has in reserve.
        flag_first: a Flag in reserve must enter before all else, and is shown (section 8, campaign).
        bonus_entry: a won attack allows an entry.
        position: the class that plays it, None for the engine's `Position`.
        notation: reads a submission's text for its board, None for moves alone (docs/notation.md).
        archive_types: its game types in the Gravon archive; with whether a set-up may have fewer pieces there.
        deals: each seat's cards are shuffled before the set-ups: `start` needs the orders as `chance`.
        drawn: how many cards a seat then draws from the top of its deck, to choose its set-up from.
        secret_turns: the text of a turn or a choice may hold what not all may know (a rank that enters, a claim, the
            order of a shuffle), so in the log each of them has random bytes of its own (docs/eventlog.md).
        rated_from: the plies from which on a rated game counts (docs/ratings.md).
        shows_united: both united Flags are shown to all, and the claim with them (section 8, uniting).
        breach_frees: a rescue of a Flag is due with a move that breaks section 4 in a `noted` game, too.
        earlier: for each edition before this one, the first edition first, the values that it has other than the
            edition after it.
    """

    slug: str
    name: str
    board: Board
    army: Mapping[Rank, int]
    combat: Combat
    two_squares: int
    gaits: Mapping[Rank, int] = field(default_factory=lambda: PLAIN)
    strikes: Mapping[Rank, int] | None = None
    cannon_returns: bool = False
    revealing: int = GAIT_TWO | GAIT_FAR
    more_squares: bool = False
    chase_limit: bool = False
    drawn_if_blocked: bool = False
    drawn_without_movers: bool = False
    seats: tuple[Seat, ...] = (Seat.RED, Seat.BLUE)
    rank_names: Mapping[Rank, str] = field(default_factory=dict)
    rescues: int = 0
    reserve: Reserve = Reserve.NONE
    flag_first: bool = False
    bonus_entry: bool = False
    position: type[Any] | None = None
    notation: Callable[[Board, str], Turn] | None = None
    archive_types: Mapping[str, bool] = field(default_factory=dict)
    deals: bool = False
    drawn: int = 0
    secret_turns: bool = False
    rated_from: int = 20
    shows_united: bool = True
    breach_frees: bool = True
    earlier: tuple[Mapping[str, Any], ...] = ()

    @property
    def edition(self) -> int:
        """Which edition of the rule book this is, from 1."""
        return len(self.earlier) + 1

    @cached_property
    def editions(self) -> tuple[Variant, ...]:
        """This edition and those before it, the first edition first."""
        if not self.earlier:
            return (self,)
        before = replace(self, earlier=self.earlier[:-1], **self.earlier[-1])
        return (*before.editions, self)

    def __post_init__(self) -> None:
        """Raises `ValueError` for what no class of position plays: better than a rule that quietly is another one."""
        crossings = (THIRD_CROSSING, FOURTH_CROSSING) if self.board.shared_turns else (0,)
        plain = self.position is None
        wrong = {
            f"two_squares is {' or '.join(map(str, crossings))} on this board": self.two_squares not in crossings,
            "more_squares and chase_limit exclude each other": self.more_squares and self.chase_limit,
            "chases are judged between two seats": (self.more_squares or self.chase_limit) and len(self.seats) != 2,
            "two seats play, or all four, in their order": self.seats not in (tuple(Seat)[:2], tuple(Seat)),
            "each seat has its home squares": len(self.board.homes) != len(self.seats),
            "a piece goes as RULES section 3 says": not _GAITS.issuperset(self.gaits.values()),
            "it attacks as it goes, or by a shot, or never": not _STRIKES.issuperset((self.strikes or {}).values()),
            "numbers are not negative": min(self.rescues, self.drawn, *self.army.values()) < 0,
            "rescues, reserves and shots need a position that plays them": plain
            and (self.rescues > 0 or self.reserve is not Reserve.NONE or self.strikes is not None),
            "what enters comes from a reserve": self.reserve is Reserve.NONE
            and (self.flag_first or self.bonus_entry or self.cannon_returns),
            "cards are drawn where they are dealt": bool(self.drawn) != self.deals,
        }
        for rule, broken in wrong.items():
            if broken:
                raise ValueError(f"{self.slug}: {rule}")

    @cached_property
    def order(self) -> tuple[int, ...]:
        """For each seat the one that has the next turn."""
        return tuple((seat + 1) % len(self.seats) for seat in self.seats)

    @property
    def army_size(self) -> int:
        """How many pieces a seat has in all."""
        return sum(self.army.values())

    @cached_property
    def whole_army(self) -> list[str]:
        """The symbols of a seat's pieces, in their order: those of a set-up with all of them and no square empty."""
        return sorted(rank.symbol for rank, number in self.army.items() for _piece in range(number))

    @cached_property
    def gaits_by_rank(self) -> tuple[int, ...]:
        """As `gaits`, by the number of the rank."""
        return tuple(self.gaits.get(rank, GAIT_NONE) for rank in Rank)

    def turn(self, text: str) -> Turn:
        """The submission that `text` writes. Raises `Illegal` with `notation` or `off-board`."""
        return self.board.turn(text) if self.notation is None else self.notation(self.board, text)

    def __repr__(self) -> str:
        return f"Variant({self.slug!r})" if not self.earlier else f"Variant({self.slug!r}, edition {self.edition})"

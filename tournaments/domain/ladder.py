"""What a ladder has beside its boards: challenges, who stands where, who pauses. Pure; values of `TournamentFold`.

How events change it is in `tournaments.domain.ladder_transitions`, who may challenge whom in
`tournaments.domain.challenges`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from tournaments.domain.persistent_lists import Numbered
from tournaments.scoring.formats import OwnTerms
from tournaments.scoring.ladder import LadderMove

DAY = 86_400  # seconds


@dataclass(frozen=True)
class LadderTerms(OwnTerms):
    """Its own part of the terms.

    Args:
        ladder_days: how long it lasts; 0: until the arbiter sets an end.
        ladder_order: who stands where at first: `ranking` (as the seeding says) or `entry` (who came first).
        challenge_range: one may challenge so many places above, without counting who pauses.
        answer_days: who does not answer a challenge for so long loses it by default.
        rematch_days: so long after their game, or a challenge that came to none and was not called off, two do not
            challenge each other again; 0: at once.
        at_once: so many challenges, and games of them, somebody has at most at the same time.
        idle_days: who neither plays nor challenges nor answers for so long falls; 0: nobody does.
        idle_places: by so many places; 0: such people are off the ladder until they come back, at the bottom.
        pause_days: for so long in all somebody may pause and keep the place; 0: not at all.
    """

    ladder_days: int = 30
    ladder_order: str = "ranking"
    challenge_range: int = 3
    answer_days: int = 3
    rematch_days: int = 7
    at_once: int = 1
    idle_days: int = 14
    idle_places: int = 2
    pause_days: int = 14

    @property
    def lasts(self) -> int | None:
        return self.ladder_days * DAY or None


class ChallengeState(StrEnum):
    """What came of a challenge. Who declines, or does not answer in time, loses by default."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    LAPSED = "lapsed"
    TAKEN_BACK = "taken-back"
    CALLED_OFF = "called-off"  # by an arbiter, or because one of the two has left or the ladder is over


LOST = frozenset({ChallengeState.DECLINED, ChallengeState.LAPSED})


@dataclass(frozen=True, slots=True)
class LadderChallenge:
    """A challenge of an entry to another one above.

    Args:
        number: from 1.
        board: of the game, once it is accepted.
    """

    number: int
    challenger: int
    challenged: int
    made_at: datetime
    answer: ChallengeState = ChallengeState.OPEN
    answered_at: datetime | None = None
    board: int = 0

    @property
    def both(self) -> tuple[int, int]:
        return self.challenger, self.challenged


class LadderPause(NamedTuple):
    """That somebody may not be challenged for a time.

    Args:
        began, until: from when, and until when; aware.
        used: seconds of all pauses before it.
    """

    began: datetime
    until: datetime
    used: int = 0


@dataclass(frozen=True, slots=True)
class LadderState:
    """A ladder.

    Args:
        challenges: by number.
        moves: after which somebody may stand elsewhere, in order.
        moved_at: when each of them was.
        order: who stands where now, the first one first.
        in_play: the numbers of the challenges whose games are not decided.
        active: when each entry last played, challenged or answered, later by all pauses since.
        pauses: the last pause of each entry that had one.
    """

    challenges: Numbered[LadderChallenge] = field(default_factory=Numbered)
    moves: tuple[LadderMove, ...] = ()
    moved_at: tuple[datetime, ...] = ()
    order: tuple[int, ...] = ()
    in_play: frozenset[int] = frozenset()
    active: Mapping[int, datetime] = field(default_factory=dict)
    pauses: Mapping[int, LadderPause] = field(default_factory=dict)

    @property
    def open(self) -> tuple[LadderChallenge, ...]:
        """The challenges that wait for an answer."""
        return self.challenges.once(_open)

    @property
    def engaged(self) -> Counter[int]:
        """How many challenges each entry has that wait for an answer, or are being played."""
        going_on = (*self.open, *(self.challenges[number] for number in self.in_play))
        return Counter(entry for challenge in going_on for entry in challenge.both)

    def pause_of(self, entry: int, now: datetime) -> LadderPause | None:
        """The pause that an entry has now, or None."""
        pause = self.pauses.get(entry)
        return pause if pause is not None and now < pause.until else None


def _open(challenges: Numbered[LadderChallenge]) -> tuple[LadderChallenge, ...]:
    return tuple(item for item in challenges.values() if item.answer is ChallengeState.OPEN)

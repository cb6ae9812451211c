"""The events of ladders: challenges and their answers, pauses, and who falls. See `tournaments.domain.events`."""

from __future__ import annotations

from dataclasses import dataclass

from eventlog.field_types import Slug
from eventlog.registry import event


@event("challenge-made", version=1)
@dataclass(frozen=True, slots=True)
class ChallengeMade:
    """An entry challenges another one above it on the ladder.

    Args:
        challenge: its number, one more than the last one's.
        entry: who challenges.
        other: who is challenged.
    """

    challenge: int
    entry: int
    other: int


@event("challenge-answered", version=1)
@dataclass(frozen=True, slots=True)
class ChallengeAnswered:
    """A challenge is `accepted` (its board follows), `declined` or `lapsed` (both are lost by default), `taken-back` by
    who made it, or `called-off` by an arbiter."""

    challenge: int
    answer: Slug


@event("ladder-paused", version=1)
@dataclass(frozen=True, slots=True)
class LadderPaused:
    """An entry is not challenged, and keeps its place, `until` a time in microseconds since the epoch; one that is not
    later ends a pause."""

    entry: int
    until: int


@event("entry-fell", version=1)
@dataclass(frozen=True, slots=True)
class EntryFell:
    """An entry neither played nor challenged nor answered for too long, and falls by so many `places`."""

    entry: int
    places: int


@event("moves-recorded", version=1)
@dataclass(frozen=True, slots=True)
class MovesRecorded:
    """What a file says about who moved on a ladder, in order.

    Args:
        kinds: as in `tournaments.scoring.ladder.MoveKind`.
        entries, others, boards, places: of each, as in `LadderMove`.
    """

    kinds: tuple[Slug, ...]
    entries: tuple[int, ...]
    others: tuple[int, ...]
    boards: tuple[int, ...]
    places: tuple[int, ...]


LadderEvent = ChallengeMade | ChallengeAnswered | LadderPaused | EntryFell | MovesRecorded

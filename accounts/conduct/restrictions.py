"""What a player may not do now, because a moderator said so in a case (`accounts.models.Penalty`).

    refuse_barred(player.id, Barred.TALK)

A door (whatever lets somebody talk, play or enter) asks before it opens. `PlayerBarred` goes up to the edge: one answer
for all of them (`accounts/authentication/refusals.py`) says what, until when, and where to read why and to appeal. So
nobody is kept out without being told.

What ends, ends by itself: each check compares a penalty with the time. Each check is one read of an index
that has very few players.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.agreements.requirement import refuse_unagreed
from accounts.models import Penalty

Kind = Penalty.Kind


class Barred(StrEnum):
    """What somebody can be kept from."""

    TALK = "no-talk"
    """Words that others read: talk, letters, notes to others, names of things, studies and what is said of them."""

    RATED = "no-rated"
    """To begin a rated game."""

    SEEKS = "no-seeks"
    """To look for games: to post or join a seek, to challenge, to accept."""

    EVENTS = "no-events"
    """To enter an event, or to hold one."""

    PLAY = "play"
    """Starting any game, also against the computer. It never stops a game in play."""

    BAN = "ban"
    """To be here at all."""


BARS: Mapping[Barred, frozenset[str]] = {
    Barred.TALK: frozenset({Kind.BAN, Kind.NO_TALK}),
    Barred.RATED: frozenset({Kind.BAN, Kind.NO_RATED, Kind.WARNING}),
    Barred.SEEKS: frozenset({Kind.BAN, Kind.NO_SEEKS, Kind.WARNING}),
    Barred.EVENTS: frozenset({Kind.BAN, Kind.NO_EVENTS, Kind.WARNING}),
    Barred.PLAY: frozenset({Kind.BAN, Kind.WARNING}),
    Barred.BAN: frozenset({Kind.BAN}),
}
"""Which penalties keep somebody from what: a ban from everything; a warning, until it is acknowledged, from beginning
something new."""


_NEW = frozenset({Barred.RATED, Barred.SEEKS, Barred.EVENTS, Barred.PLAY})
"""What begins something new: it waits until its player has agreed to the terms as they are."""


class PlayerBarred(Exception):
    """A player may not do this now.

    Args:
        what: what it is.
        penalty: the penalty that forbids it.
    """

    def __init__(self, what: Barred, penalty: Penalty) -> None:
        super().__init__(what.value)
        self.what = what
        self.penalty = penalty

    @property
    def code(self) -> str:
        """The code of the refusal: `barred-` and the kind of the penalty."""
        return f"barred-{self.penalty.kind}"


def in_force(at: datetime | None = None) -> QuerySet[Penalty]:
    """Penalties that are neither over nor reversed; a warning is over once it is acknowledged.

    Args:
        at: the time that they are compared with; now, if none is given.
    """
    return Penalty.objects.filter(
        Q(ends=None) | Q(ends__gt=at or timezone.now()), reversed_at=None, acknowledged_at=None
    )


def barred(player: UUID, *what: Barred, at: datetime | None = None) -> Penalty | None:
    """The penalty that forbids a player something now; None if allowed. One read of an index.

    Args:
        player: id of the player.
        what: what it wants to do, all of it.
        at: as for `in_force`.

    Returns:
        Of several the one that lasts longest; a warning only if there is nothing else.
    """
    return min(in_force(at).filter(kind__in=_kinds(what), player=player), key=_last, default=None)


def barred_ids(players: Iterable[UUID], *what: Barred, at: datetime | None = None) -> set[UUID]:
    """Which of these players something is kept from, in one read.

    Args:
        players: their ids.
        what, at: as for `barred`.
    """
    wanted = set(players)
    if not wanted:
        return set()
    return set(in_force(at).filter(kind__in=_kinds(what), player__in=wanted).values_list("player", flat=True))


def not_barred(column: str, *what: Barred) -> Q:
    """The condition of a list that nothing is kept now from whom a column names. Each row that the list reads is looked
    up, as in `accounts.conduct.blocks.not_blocked`.

    Args:
        column: the name of the column with the player's id.
        what: as for `barred`.
    """
    return ~Q(Exists(in_force().filter(kind__in=_kinds(what), player=OuterRef(column))))


def refuse_barred(player: UUID, *what: Barred) -> None:
    """Say nothing if a player may do all of this.

    Args:
        player: id of the player.
        what: what it wants to do.

    Raises:
        PlayerBarred: it may not.
        NotAgreed: it begins something new, and has not agreed to the terms in time (`accounts.agreements.requirement`).
    """
    if _NEW.intersection(what):
        refuse_unagreed(player)
    penalty = barred(player, *what)
    if penalty is not None:
        raise PlayerBarred(next(item for item in what if penalty.kind in BARS[item]), penalty)


def _kinds(what: Iterable[Barred]) -> list[str]:
    return sorted(frozenset().union(*(BARS[item] for item in what)))


def _last(penalty: Penalty) -> tuple[bool, bool, float]:
    """Sorts what lasts longest first."""
    ends = penalty.ends
    return penalty.kind == Kind.WARNING, ends is not None, 0.0 if ends is None else -ends.timestamp()

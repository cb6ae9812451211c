"""Effects of each kind of penalty at its begin, end, or reversal, and their execution when due.

A worker does it after the commit, and may do it twice: the second time changes nothing. What a beginning does is done
twice on purpose, the second time a minute later: somebody may have been coming through a door as it shut.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from uuid import UUID

from django.utils import timezone

from accounts.models import Penalty
from moderation.cases import mails, notices
from moderation.cases.due_effects import When
from moderation.cases.models import DueEffect
from moderation.sanctions import games, lobby, ratings, sessions, tournaments

log = logging.getLogger(__name__)

ONCE_MORE = timedelta(minutes=1)
AGAIN = timedelta(minutes=3)
"""After which what has failed, or died with its process, is tried again."""

MOST = 200
"""Rows of one sweep; the next takes the rest."""

Kind = Penalty.Kind
Effects = tuple[Callable[[Penalty], object], ...]

ALWAYS: Mapping[When, Effects] = {
    When.BEGINS: (notices.tell_beginning, mails.tell_beginning),
    When.ENDS: (notices.tell_end,),
    When.REVERSED: (notices.tell_reversal, mails.tell_reversal),
}
"""What every penalty does."""

_OF_RESULTS: Mapping[When, Effects] = {
    When.BEGINS: (games.change_result, tournaments.change_results),
    When.REVERSED: (games.restore_results, tournaments.change_results_back),
}

EFFECTS: Mapping[str, Mapping[When, Effects]] = {
    Kind.BAN: {
        When.BEGINS: (
            sessions.sign_out,
            games.stop_games,
            lobby.take_back_seeks,
            tournaments.withdraw_entries,
        ),
        When.ENDS: (mails.tell_end, sessions.let_in, games.go_on),
        When.REVERSED: (
            sessions.let_in,
            games.restore_results,
            games.go_on,
            tournaments.bring_back_entries,
            tournaments.change_results_back,
        ),
    },
    Kind.NO_EVENTS: {
        When.BEGINS: (tournaments.withdraw_entries,),
        When.REVERSED: (tournaments.bring_back_entries,),
    },
    Kind.NO_RATED: {
        When.BEGINS: (lobby.take_back_seeks, tournaments.withdraw_entries),
        When.REVERSED: (tournaments.bring_back_entries,),
    },
    Kind.NO_SEEKS: {When.BEGINS: (lobby.take_back_seeks,)},
    Kind.RATING: {When.BEGINS: (ratings.set_rating_back,), When.REVERSED: (ratings.give_rating_back,)},
    Kind.ANNULLED: _OF_RESULTS,
    Kind.FORFEITED: _OF_RESULTS,
}
"""What a kind does besides, in this order. What keeps somebody from things (`accounts.conduct.restrictions`) needs no
entry: the row of the penalty is enough."""


def effects_of(kind: str, when: When) -> Effects:
    """What is done then, in this order."""
    return (*ALWAYS[when], *EFFECTS.get(kind, {}).get(when, ()))


def take_due() -> int:
    """Does what is due and is not done yet; returns how many penalties that was."""
    effects = DueEffect.objects.filter(at__lte=timezone.now()).order_by("at", "id")[:MOST]
    return sum(_take(row) for row in effects)


def take_effect(penalty: UUID) -> int:
    """Does what is due of one penalty now."""
    return sum(_take(row) for row in DueEffect.objects.filter(penalty=penalty, at__lte=timezone.now()))


def _take(row: DueEffect) -> int:
    """Does it, unless another worker has just begun to."""
    now = timezone.now()
    if not DueEffect.objects.filter(pk=row.pk, at=row.at, passes=row.passes).update(at=now + AGAIN):
        return 0
    penalty = Penalty.objects.filter(pk=row.penalty).first()
    when = When(row.when)
    done = penalty is None or not _is_so(penalty, when, now) or _do(penalty, when)
    mine = DueEffect.objects.filter(pk=row.pk, at=now + AGAIN)
    if done and (penalty is None or when is not When.BEGINS or row.passes):
        mine.delete()
    elif done:
        mine.update(at=now + ONCE_MORE, passes=row.passes + 1)
    return 1


def _is_so(penalty: Penalty, when: When, now: datetime) -> bool:
    """Whether the penalty is still in that state: it may have been reversed or eased meanwhile."""
    if when is When.REVERSED:
        return penalty.reversed_at is not None
    over = penalty.ends is not None and penalty.ends <= now
    return penalty.reversed_at is None and over == (when is When.ENDS)


def _do(penalty: Penalty, when: When) -> bool:
    """Does all that is listed, each whatever becomes of the others; returns whether nothing failed."""
    failed = False
    for function in effects_of(penalty.kind, when):
        try:
            function(penalty)
        except Exception as error:
            failed = True
            log.error("penalty %s: %s failed: %s", penalty.pk, function.__name__, type(error).__name__)
    return not failed

"""When a tournament goes on, and who is late: all times that follow from its terms and from what has happened. Pure.

What is done at these times is in `tournaments.domain.lifecycle`.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from eventlog.canonical import at as as_time
from tournaments.domain.formats import format_of
from tournaments.domain.state import Appointment, Round, Status, TournamentFold
from tournaments.domain.terms import Terms

LEAD = timedelta(hours=1)
"""Who has agreed a time is reminded so long before it."""

LAST_CALL = timedelta(days=1)
"""Who has not agreed a time is reminded so long before the end of the round, or with a quarter of it left."""

PRESENT_FOR = timedelta(minutes=15)
"""Who was at the board so long ago counts as present; and so long before an agreed time one may be there for it."""

SLACK = timedelta(minutes=5)
"""So much later than its time something may happen by itself before it counts as stuck."""


class Missing(NamedTuple):
    """An entry that is not at its board at the agreed time.

    Args:
        until: when it loses by forfeit; None where an arbiter decides.
    """

    round: int
    board: int
    entry: int
    until: datetime | None


# -- the next round -------------------------------------------------------------------------------


def next_round_at(fold: TournamentFold) -> datetime | None:
    """When the next round begins by itself, or the tournament ends; None if an arbiter says so."""
    return round_at(fold) if fold.terms.automatic else None


def pairing_at(fold: TournamentFold) -> datetime | None:
    """When the next round is paired by itself: as it begins, or so long before that its pairing can be published."""
    begins = next_round_at(fold)
    if begins is None or fold.terms.publishing != "before" or len(fold.rounds) >= fold.planned:
        return begins
    over = fold.rounds[-1].finished_at if fold.rounds else fold.started_at
    return None if over is None else max(over, begins - timedelta(seconds=fold.terms.publish_before))


def publish_at(fold: TournamentFold) -> datetime | None:
    """When the pairing that waits for it is published by itself; None if there is none, or the staff says so."""
    begins = round_at(fold)
    if begins is None or fold.terms.publishing != "before" or not fold.rounds or not fold.rounds[-1].hidden:
        return None
    return begins - timedelta(seconds=fold.terms.publish_before)


def lineups_at(fold: TournamentFold) -> datetime | None:
    """When the line-ups of the round that is paired are opened, and none is taken any more; None: when it begins."""
    begins = round_at(fold)
    if not fold.terms.lineup_before or begins is None or not fold.rounds or fold.rounds[-1].hidden:
        return None
    if fold.rounds[-1].begun_at is not None or all(board.lineups for board in fold.rounds[-1].boards):
        return None
    return begins - timedelta(seconds=fold.terms.lineup_before)


def deadline_of(terms: Terms, number: int, begun: datetime) -> datetime | None:
    """The hard end of a round; None if it has none.

    Args:
        terms: those of its tournament.
        number: from 1.
        begun: when it begins. A round whose time stands in the calendar counts from that, if it has begun a little
            later and keeps most of its length.
    """
    if terms.own.lasts is not None:
        return begun + timedelta(seconds=terms.own.lasts)
    calendar = terms.calendar
    planned = as_time(calendar[number - 1]) if number <= len(calendar) else None
    if terms.until_next:
        return _until_next(calendar, number, begun)
    if terms.round_length is None:
        return None
    length = timedelta(seconds=terms.round_length)
    on_time = planned is not None and timedelta(0) <= begun - planned < length / 10
    return (planned if on_time and planned is not None else begun) + length


def _until_next(calendar: tuple[int, ...], number: int, begun: datetime) -> datetime | None:
    """The end of a round that lasts until the next one begins; None where the calendar does not say, any more."""
    if number < len(calendar):
        ends = as_time(calendar[number])
    elif number == len(calendar) > 1:
        ends = as_time(2 * calendar[-1] - calendar[-2])
    else:
        return None
    return ends if ends > begun else None


def round_at(fold: TournamentFold) -> datetime | None:
    """When the next round is to begin; where an arbiter begins it, what the calendar says, or None."""
    if fold.status is not Status.RUNNING or fold.started_at is None:
        return None
    paired = fold.rounds[-1] if fold.rounds else None
    if paired is not None and paired.begun_at is not None and paired.finished_at is None:
        return None
    number = len(fold.rounds) + (paired is None or paired.begun_at is not None)
    before = fold.rounds[number - 2].finished_at if number > 1 else fold.started_at
    terms = fold.terms
    if before is None or number > fold.planned:
        return before
    if number <= len(terms.calendar):
        return max(before, as_time(terms.calendar[number - 1]))
    if not terms.automatic:
        return None
    pause = terms.pause if number > 1 else 0
    return before + timedelta(seconds=max(pause, terms.publish_before if terms.publishing == "before" else 0))


def last_call(round: Round) -> datetime | None:
    """When who has not agreed a time is reminded that the round ends: a day before, or with a quarter of it left."""
    if round.begun_at is None or round.deadline is None:
        return None
    return round.deadline - min(LAST_CALL, (round.deadline - round.begun_at) / 4)


def is_here(meeting: Appointment, entry: int, now: datetime) -> bool:
    """Whether an entry counts as being at its board: it said so a short while ago, or for the time that is agreed.

    Args:
        meeting: how the board stands with its time.
        entry: by number.
        now: an aware time.
    """
    shown = [time for time, who, act in meeting.history if who == entry and act == "present"]
    if entry not in meeting.present or not shown:
        return False
    return shown[-1] >= now - PRESENT_FOR or (
        meeting.agreed is not None and shown[-1] >= as_time(meeting.agreed) - PRESENT_FOR
    )


def forfeited_at(fold: TournamentFold, meeting: Appointment) -> datetime | None:
    """When who is not there for the agreed time loses by forfeit."""
    if meeting.agreed is None or fold.terms.no_show is None:
        return None
    return since(fold, as_time(meeting.agreed)) + timedelta(seconds=fold.terms.no_show)


def since(fold: TournamentFold, time: datetime) -> datetime:
    """From when a delay is counted: from its time, or from when the tournament was last resumed. Nobody can act while
    it is paused, so nobody loses by it at the moment when it goes on."""
    return time if fold.resumed_at is None else max(time, fold.resumed_at)


# -- the calendar ---------------------------------------------------------------------------------


class RoundSpan(NamedTuple):
    """A round in the calendar.

    Args:
        ends: its hard end, or when its last game was decided; None if it has none.
        state: `over`, `on` or `to-come`.
    """

    round: int
    begins: datetime
    ends: datetime | None
    state: str


def round_spans(fold: TournamentFold) -> list[RoundSpan]:
    """When rounds began or begin, as far as it is known, in their order."""
    results = []
    begun = [item for item in fold.rounds if item.begun_at is not None]
    for item in begun:
        assert item.begun_at is not None
        state = "on" if item.finished_at is None else "over"
        results.append(RoundSpan(item.number, item.begun_at, item.finished_at or item.deadline, state))
    if not fold.ended:
        planned = fold.planned or fold.terms.rounds or len(fold.terms.calendar)
        for number, at in enumerate(fold.terms.calendar[:planned], 1):
            if number > len(begun):
                begins = as_time(at)
                results.append(RoundSpan(number, begins, deadline_of(fold.terms, number, begins), "to-come"))
    return results


def next_deadline(spans: list[RoundSpan]) -> tuple[RoundSpan, datetime] | None:
    """What the calendar has next: the end of the round that is on, else the beginning of the one to come."""
    for span in spans:
        if span.state == "on" and span.ends is not None:
            return span, span.ends
        if span.state == "to-come":
            return span, span.begins
    return None


# -- what is shown --------------------------------------------------------------------------------


def missing(fold: TournamentFold, *, now: datetime) -> list[Missing]:
    """Who is not at the board although the agreed time has come, and will lose by forfeit; or nobody knows what comes
    of it but the arbiters, where the terms leave it to them."""
    if fold.status is not Status.RUNNING or not fold.rounds or fold.rounds[-1].begun_at is None:
        return []
    round, result = fold.rounds[-1], []
    for board in round.boards:
        leg, limit = board.leg, forfeited_at(fold, board.meeting)
        if leg.marks is not None or leg.game is not None or board.meeting.agreed is None:
            continue
        if as_time(board.meeting.agreed) <= now:
            away = [number for number in (leg.red, leg.blue) if not is_here(board.meeting, number, now)]
            result += [Missing(round.number, board.number, number, limit) for number in away]
    return result


def stuck(fold: TournamentFold, *, now: datetime) -> tuple[str, ...]:
    """Why a tournament does not go on as its calendar says: codes for the arbiters; empty if it does.

    `no-pairing`: the engine found none. `deadline`: the hard end of the round is over and boards are open. `calendar`:
    the next round should have begun. `not-started`: the time to start is over. `missed`: somebody did not come to an
    agreed time, and the terms leave it to the arbiters. `ratings-lost`: the start took what people entered with.
    """
    texts: list[str] = []
    terms, slack = fold.terms, SLACK
    if fold.status in (Status.RUNNING, Status.PAUSED) and any(entry.lost_rating for entry in fold.entries.values()):
        texts.append("ratings-lost")
    if fold.status is Status.OPEN and terms.starts is not None and as_time(terms.starts) + slack < now:
        texts.append("not-started")
    if fold.status is not Status.RUNNING:
        return tuple(texts)
    if fold.failed:
        texts.append("no-pairing")
    round = fold.rounds[-1] if fold.rounds else None
    if round is not None and round.begun_at is not None and round.finished_at is None:
        if round.deadline is not None and round.deadline <= now and not format_of(fold).grows:
            texts.append("deadline")
        elif len(terms.calendar) > round.number and as_time(terms.calendar[round.number]) + slack < now:
            texts.append("calendar")
    elif (due := next_round_at(fold)) is not None and due + slack < now and not fold.failed:
        texts.append("late")
    if any(item.until is None for item in missing(fold, now=now - slack)):
        texts.append("missed")
    return tuple(texts)


# -- when there will be something to do -----------------------------------------------------------


def due_at(fold: TournamentFold) -> datetime | None:
    """When somebody should look at a tournament again: the earliest of its times. It may be over, and is then looked at
    each minute until it goes on; None if it goes on by what people do alone."""
    return min(_times(fold), default=None)


def _times(fold: TournamentFold) -> Iterator[datetime]:
    terms = fold.terms
    if fold.status is Status.OPEN and terms.starts is not None:
        yield as_time(terms.starts) - timedelta(seconds=terms.check_in)
    if fold.status is not Status.RUNNING:
        return
    yield from (
        time for time in (pairing_at(fold), next_round_at(fold), publish_at(fold), lineups_at(fold)) if time is not None
    )
    round = fold.rounds[-1] if fold.rounds else None
    if round is not None and round.begun_at is not None and round.finished_at is None:
        yield from _times_in(fold, round, round.begun_at)


def _times_in(fold: TournamentFold, round: Round, begun: datetime) -> Iterator[datetime]:
    if round.deadline is not None:
        yield round.deadline
    if (again := format_of(fold).looks_again(fold)) is not None:
        yield again
    if not fold.terms.scheduled and fold.terms.no_show is None:
        return  # no board has a time of its own
    last = last_call(round) if fold.terms.scheduled else None
    for board in round.boards:
        leg, agreed = board.leg, board.meeting.agreed
        if leg.marks is not None or board.taken_back:
            continue
        if leg.game is not None and not leg.relayed and fold.terms.no_show is not None:
            yield begun + timedelta(seconds=fold.terms.no_show) / 2
        elif leg.game is None and agreed is not None:
            yield as_time(agreed) - LEAD
        elif last is not None:
            yield last

"""The times and the rules of challenges: until when one is answered, who falls, who may challenge whom. Pure."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from datetime import datetime, timedelta

from games.rules import Refusal
from tournaments.domain.calendar import since
from tournaments.domain.consequences import may_grow
from tournaments.domain.formats import format_of
from tournaments.domain.ladder import ChallengeState, LadderChallenge, LadderState, LadderTerms
from tournaments.domain.ladder_transitions import seconds_of, won
from tournaments.domain.state import Status, TournamentFold
from tournaments.domain.terms import Terms
from tournaments.scoring.ladder import places


def own_terms(terms: Terms) -> LadderTerms:
    return terms.own if isinstance(terms.own, LadderTerms) else LadderTerms()


def ladder_of(fold: TournamentFold) -> LadderState:
    return fold.ladder or LadderState()


# -- times ----------------------------------------------------------------------------------------


def answer_until(fold: TournamentFold, challenge: LadderChallenge) -> datetime:
    """When a challenge is lost by default that nobody has answered."""
    return since(fold, challenge.made_at) + timedelta(days=own_terms(fold.terms).answer_days)


def falls(fold: TournamentFold) -> Iterator[tuple[int, datetime]]:
    """Who will fall, and when, unless something happens before: not who is last already, nor who has a challenge."""
    own, ladder = own_terms(fold.terms), ladder_of(fold)
    if not own.idle_days or fold.round is None or fold.round.begun_at is None:
        return
    engaged, idle = ladder.engaged, timedelta(days=own.idle_days)
    for entry in ladder.order[:-1] if own.idle_places else ladder.order:
        if entry not in engaged:
            yield entry, since(fold, max(ladder.active[entry], fold.round.begun_at)) + idle


def rematch_at(fold: TournamentFold, entry: int, other: int) -> datetime | None:
    """When two may challenge each other again; None if they never did.

    Only what was called off costs no time: whoever could challenge, take it back and challenge again would keep
    somebody from all others, and have them told as often as they like.

    Args:
        fold: the event.
        entry, other: entries.
    """
    days = timedelta(days=own_terms(fold.terms).rematch_days)
    ladder, times = ladder_of(fold), list[datetime]()
    for challenge in ladder.challenges.values():
        if {*challenge.both} == {entry, other} and challenge.answer is not ChallengeState.CALLED_OFF:
            board = fold.board(1, challenge.board)
            ended = challenge.answered_at if board is None else board.leg.decided_at
            times += [] if ended is None else [ended + days]
    return max(times, default=None)


def longest_pause(fold: TournamentFold, entry: int, now: datetime) -> datetime:
    """Until when an entry may pause at most, from now on or in the pause that it has.

    Args:
        fold: the event.
        entry: by number.
        now: an aware time.
    """
    before, days = ladder_of(fold).pauses.get(entry), timedelta(days=own_terms(fold.terms).pause_days)
    if before is not None and now < before.until:
        return before.began + days - timedelta(seconds=before.used)
    return now + days - timedelta(seconds=seconds_of(before))


def order_at(fold: TournamentFold, time: datetime) -> tuple[int, ...]:
    """Who stood where at a time, by the results as they are now.

    Args:
        fold: the event.
        time: an aware time.
    """
    ladder = ladder_of(fold)
    count = bisect_right(ladder.moved_at, time)
    return places(ladder.moves[:count], lambda board, entry: won(fold, board, entry))


# -- who may challenge whom -----------------------------------------------------------------------


def why_no_challenges(fold: TournamentFold, entry: int, now: datetime) -> Refusal | None:
    """Why an entry can challenge nobody now; None if it may.

    Args:
        fold: the event.
        entry: by number.
        now: an aware time.
    """
    ladder, most = ladder_of(fold), own_terms(fold.terms).at_once
    if fold.status is not Status.RUNNING or not may_grow(fold, now) or not format_of(fold).by_challenge:
        return Refusal("ladder-closed")
    if entry not in ladder.order:
        return Refusal("not-on-ladder")
    if (pause := ladder.pause_of(entry, now)) is not None:
        return Refusal("you-pause", {"until": pause.until.isoformat()})
    if ladder.engaged[entry] >= most:
        return Refusal("challenges-enough", {"most": most})
    return None


def why_not(fold: TournamentFold, challenger: int, challenged: int, now: datetime) -> Refusal | None:
    """Why an entry cannot challenge another one now; None if it may.

    Args:
        fold: the event.
        challenger, challenged: entries.
        now: an aware time.
    """
    refused = why_no_challenges(fold, challenger, now)
    if refused is not None:
        return refused
    own, ladder = own_terms(fold.terms), ladder_of(fold)
    if challenged not in ladder.order:
        return Refusal("other-not-on-ladder")
    if ladder.order.index(challenged) >= ladder.order.index(challenger):
        return Refusal("not-above")
    if (pause := ladder.pause_of(challenged, now)) is not None:
        return Refusal("other-pauses", {"until": pause.until.isoformat()})
    there = [entry for entry in ladder.order if ladder.pause_of(entry, now) is None]
    if there.index(challenger) - there.index(challenged) > own.challenge_range:
        return Refusal("out-of-range", {"most": own.challenge_range})
    if ladder.engaged[challenged] >= own.at_once:
        return Refusal("other-challenges-enough", {"most": own.at_once})
    again = rematch_at(fold, challenger, challenged)
    if again is not None and now < again:
        return Refusal("rematch-too-soon", {"until": again.isoformat()})
    going_on = (*ladder.open, *(ladder.challenges[number] for number in ladder.in_play))
    if any({*challenge.both} == {challenger, challenged} for challenge in going_on):
        return Refusal("challenged-already")
    return None

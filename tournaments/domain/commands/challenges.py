"""Challenges on a ladder: make one, answer it, take it back, call it off; pause, and end a pause.

Errors are those of `tournaments.domain.lifecycle`; `challenge` is the number of one.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Unpack

from eventlog.canonical import at as as_time
from eventlog.canonical import microseconds
from games.rules import Illegal
from tournaments.domain import events as e
from tournaments.domain.challenges import answer_until, longest_pause, why_not
from tournaments.domain.command_handler import Command, execute
from tournaments.domain.commands.rounds import seat_waiting
from tournaments.domain.drafts import DraftedEvents, need_running, refuse
from tournaments.domain.ladder import ChallengeState, LadderChallenge, LadderState
from tournaments.domain.state import TournamentFold


def challenge(*, entry: int, other: int, **command: Unpack[Command]) -> TournamentFold:
    """An entry challenges another one. Side effects: appends ChallengeMade.

    Args:
        entry: who challenges.
        other: who is challenged.

    Raises:
        Illegal: `no-entry`, `not-allowed`, `own-board`; what stands against it
            (`tournaments.domain.challenges.why_not`).
    """

    def decide(draft: DraftedEvents) -> None:
        if other not in draft.now.entries:
            raise refuse("no-entry", entry=other)
        _need_acting(draft, entry, (entry, other))
        refused = why_not(draft.now, entry, other, draft.at)
        if refused is not None:
            raise Illegal(refused)
        draft.add(e.ChallengeMade(len(_ladder(draft).challenges) + 1, entry, other))

    return execute(decide=decide, **command)


def accept(*, number: int, **command: Unpack[Command]) -> TournamentFold:
    """Who is challenged plays. Side effects: appends ChallengeAnswered and BoardsAdded, and opens the game.

    Args:
        number: of the challenge.

    Raises:
        Illegal: `no-challenge`, `challenge-answered`, `not-allowed`, `own-board`; `answer-late`: the time to answer is
            over, and the challenge is lost as soon as somebody looks.
    """

    def decide(draft: DraftedEvents) -> None:
        answered = _open(draft, number)
        _need_acting(draft, answered.challenged, answered.both)
        if answer_until(draft.now, answered) <= draft.at:
            raise refuse("answer-late")
        draft.add(e.ChallengeAnswered(number, ChallengeState.ACCEPTED.value))
        seat_waiting(draft)

    return execute(decide=decide, **command)


def decline(*, number: int, **command: Unpack[Command]) -> TournamentFold:
    """Who is challenged does not play, and loses the place by default. Side effects: appends ChallengeAnswered.

    Args:
        number: of the challenge.

    Raises:
        Illegal: `no-challenge`, `challenge-answered`, `not-allowed`, `own-board`.
    """

    def decide(draft: DraftedEvents) -> None:
        declined = _open(draft, number)
        _need_acting(draft, declined.challenged, declined.both)
        draft.add(e.ChallengeAnswered(number, ChallengeState.DECLINED.value))

    return execute(decide=decide, **command)


def take_back(*, number: int, **command: Unpack[Command]) -> TournamentFold:
    """Who challenged takes it back; the two wait as after a game. Side effects: appends ChallengeAnswered.

    Args:
        number: of the challenge.

    Raises:
        Illegal: `no-challenge`, `challenge-answered`, `not-allowed`, `own-board`.
    """

    def decide(draft: DraftedEvents) -> None:
        mine = _open(draft, number)
        _need_acting(draft, mine.challenger, mine.both)
        draft.add(e.ChallengeAnswered(number, ChallengeState.TAKEN_BACK.value))

    return execute(decide=decide, **command)


def call_off(*, number: int, **command: Unpack[Command]) -> TournamentFold:
    """An arbiter calls a challenge off that nobody has answered. Side effects: appends ChallengeAnswered.

    Args:
        number: of the challenge.

    Raises:
        Illegal: `no-challenge`, `challenge-answered`, `not-allowed`; `own-board` of the own.
    """

    def decide(draft: DraftedEvents) -> None:
        draft.need("arbiter")
        draft.need_neutral(_open(draft, number).both)
        draft.add(e.ChallengeAnswered(number, ChallengeState.CALLED_OFF.value))

    return execute(decide=decide, **command)


def pause_play(*, entry: int, until: int, **command: Unpack[Command]) -> TournamentFold:
    """An entry is not challenged for a time, and keeps its place. Side effects: appends LadderPaused.

    Args:
        entry: by number.
        until: the end, in microseconds since the epoch.

    Raises:
        Illegal: `no-entry`, `not-allowed`, `not-on-ladder`; `past`; `answer-first`: a challenge of it waits for an
            answer; `pause-too-long` with the `days` that are left.
    """

    def decide(draft: DraftedEvents) -> None:
        draft.need_entry(entry, "arbiter")
        need_running(draft.now)
        ladder = _ladder(draft)
        if entry not in ladder.order:
            raise refuse("not-on-ladder")
        if as_time(until) <= draft.at:
            raise refuse("past", field="until")
        if any(entry in item.both for item in ladder.open):
            raise refuse("answer-first")
        longest = longest_pause(draft.now, entry, draft.at)
        if as_time(until) > longest:
            raise refuse("pause-too-long", field="until", days=max(0, (longest - draft.at).days))
        draft.add(e.LadderPaused(entry, until))

    return execute(decide=decide, **command)


def end_pause(*, entry: int, **command: Unpack[Command]) -> TournamentFold:
    """Lets an entry be challenged again. Side effects: appends LadderPaused; nothing without a pause.

    Args:
        entry: by number.

    Raises:
        Illegal: `no-entry`, `not-allowed`.
    """

    def decide(draft: DraftedEvents) -> None:
        draft.need_entry(entry, "arbiter")
        if _ladder(draft).pause_of(entry, draft.at) is not None:
            draft.add(e.LadderPaused(entry, microseconds(draft.at)))

    return execute(decide=decide, **command)


def _need_acting(draft: DraftedEvents, entry: int, both: Collection[int]) -> None:
    """Who acts is of this entry, or an arbiter who is of neither."""
    if draft.by not in draft.need_entry(entry, "arbiter").acting:
        draft.need_neutral(both)


def _ladder(draft: DraftedEvents) -> LadderState:
    if draft.now.ladder is None:
        raise refuse("ladder-closed")
    return draft.now.ladder


def _open(draft: DraftedEvents, number: int) -> LadderChallenge:
    """A challenge that waits for an answer."""
    need_running(draft.now)
    challenges = _ladder(draft).challenges
    if number not in challenges:
        raise refuse("no-challenge")
    if challenges[number].answer is not ChallengeState.OPEN:
        raise refuse("challenge-answered")
    return challenges[number]

"""How events change a ladder. Pure; see `tournaments.domain.transitions`.

`LADDER_STEPS` are those of the events that only ladders have. `followed` is what any other event means for a ladder:
who enters stands at the bottom, who leaves stands nowhere, and a result moves who challenged.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from tournaments.domain import events as e
from tournaments.domain.formats import format_of
from tournaments.domain.ladder import LOST, ChallengeState, LadderChallenge, LadderPause, LadderState
from tournaments.domain.round_transitions import Misfit, StepFunction
from tournaments.domain.state import TournamentFold
from tournaments.scoring.ladder import LadderMove, MoveKind, moved, places
from tournaments.scoring.points import WON

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

# -- its own events -------------------------------------------------------------------------------


def _state(now: TournamentFold) -> LadderState:
    if now.ladder is None:
        raise Misfit("there is no ladder here")
    return now.ladder


def _made(now: TournamentFold, event: e.ChallengeMade, time: datetime) -> TournamentFold:
    ladder = _state(now)
    if event.challenge != len(ladder.challenges) + 1 or not {event.entry, event.other} <= {*ladder.order}:
        raise Misfit("challenges are numbered one by one, between two on the ladder")
    made = LadderChallenge(event.challenge, event.entry, event.other, time)
    ladder = replace(ladder, challenges=ladder.challenges.put(made.number, made))
    return replace(now, ladder=_active(ladder, [event.entry], time))


def _answered(now: TournamentFold, event: e.ChallengeAnswered, time: datetime) -> TournamentFold:
    ladder = _state(now)
    challenge = ladder.challenges[event.challenge]
    if challenge.answer is not ChallengeState.OPEN or event.answer not in {*ChallengeState} - {ChallengeState.OPEN}:
        raise Misfit("a challenge is answered once")
    return replace(now, ladder=_closed(ladder, challenge, ChallengeState(event.answer), time))


def _closed(ladder: LadderState, challenge: LadderChallenge, answer: ChallengeState, time: datetime) -> LadderState:
    closed = replace(challenge, answer=answer, answered_at=time)
    ladder = replace(ladder, challenges=ladder.challenges.put(closed.number, closed))
    # Who has waited did not idle; and who did not answer has lost by that already.
    ladder = _active(ladder, challenge.both, time)
    if answer not in LOST:
        return ladder
    return _with_move(ladder, LadderMove(MoveKind.DEFAULT, challenge.challenger, other=challenge.challenged), time)


def _paused(now: TournamentFold, event: e.LadderPaused, time: datetime) -> TournamentFold:
    ladder, until = _state(now), _EPOCH + timedelta(microseconds=event.until)
    before = ladder.pauses.get(event.entry)
    if before is not None and time < before.until:  # it ends now, or at another time
        pause, known = before._replace(until=max(until, time)), before.until
    else:
        pause, known = LadderPause(time, until, seconds_of(before)), time
    # The days without a game go on after a pause from where they were: it is no game.
    active = ladder.active[event.entry] + (pause.until - known)
    ladder = replace(ladder, active={**ladder.active, event.entry: active})
    return replace(now, ladder=replace(ladder, pauses={**ladder.pauses, event.entry: pause}))


def seconds_of(pause: LadderPause | None) -> int:
    """How long somebody has paused in all, until the end of a pause."""
    return 0 if pause is None else pause.used + int((pause.until - pause.began).total_seconds())


def _fell(now: TournamentFold, event: e.EntryFell, time: datetime) -> TournamentFold:
    ladder = _with_move(_state(now), LadderMove(MoveKind.FELL, event.entry, places=event.places), time)
    return replace(now, ladder=_active(ladder, [event.entry], time))


def _recorded(now: TournamentFold, event: e.MovesRecorded, time: datetime) -> TournamentFold:
    rows = zip(event.kinds, event.entries, event.others, event.boards, event.places, strict=True)
    moves = tuple(LadderMove(MoveKind(kind), *numbers) for kind, *numbers in rows)
    ladder = replace(_state(now), moves=moves, moved_at=(time,) * len(moves))
    return replace(now, ladder=replace(ladder, order=_recounted(now, ladder)))


LADDER_STEPS: Mapping[type[Any], StepFunction] = {
    e.ChallengeMade: _made,
    e.ChallengeAnswered: _answered,
    e.LadderPaused: _paused,
    e.EntryFell: _fell,
    e.MovesRecorded: _recorded,
}


# -- what follows from others ---------------------------------------------------------------------


def begun(now: TournamentFold, order: Iterable[int], time: datetime) -> TournamentFold:
    """A tournament with the ladder that begins with this order; one that comes from a file has its moves in the file.

    Args:
        now: the event.
        order: the entries, the first one first.
        time: when it starts.
    """
    ladder = LadderState()
    for entry in () if now.imported else order:
        ladder = _joined(ladder, entry, time)
    return replace(now, ladder=ladder)


def followed(now: TournamentFold, event: e.TournamentEvent, time: datetime) -> TournamentFold:
    """The tournament with what an event means for its ladder, beside what it means for any.

    Args:
        now: after the event.
        event: what happened.
        time: when, by the log.
    """
    ladder = now.ladder
    if ladder is None or now.imported:
        return now
    match event:
        case e.PlayerEntered() | e.EntryAdmitted() | e.EntryReturned() if now.entries[event.entry].playing:
            if event.entry not in now.numbers:
                order = (*now.order, event.entry)
                now = replace(now, order=order, numbers={**now.numbers, event.entry: len(order)})
            ladder = _joined(ladder, event.entry, time)
        case e.RankingCorrected() if not now.rounds:
            order = format_of(now).order_at_start(now) or ()
            return begun(now, [entry for entry in order if now.entries[entry].playing], time)
        case e.EntryWithdrawn() | e.EntryExpelled():
            ladder = _left(ladder, event.entry, time)
        case e.BoardsAdded():
            ladder = _seated(now, ladder, event)
        case e.ResultRecordedOnBoard():
            ladder = _decided(now, ladder, event.board, time)
        case e.ResultCorrected():
            ladder = replace(ladder, order=_recounted(now, ladder))
        case e.RoundFinished() | e.TournamentFinished() | e.TournamentCancelled():
            for challenge in ladder.open:
                ladder = _closed(ladder, challenge, ChallengeState.CALLED_OFF, time)
    return now if ladder is now.ladder else replace(now, ladder=ladder)


def _with_move(ladder: LadderState, move: LadderMove, time: datetime, *, won: bool = False) -> LadderState:
    return replace(
        ladder,
        moves=(*ladder.moves, move),
        moved_at=(*ladder.moved_at, time),
        order=moved(ladder.order, move, won=won),
    )


def _active(ladder: LadderState, entries: Iterable[int], time: datetime) -> LadderState:
    """Who does something; in a pause it counts from its end."""
    pauses = {entry: ladder.pause_of(entry, time) for entry in entries}
    times = {entry: time if pause is None else pause.until for entry, pause in pauses.items()}
    return replace(ladder, active={**ladder.active, **times})


def _joined(ladder: LadderState, entry: int, time: datetime) -> LadderState:
    return _active(_with_move(ladder, LadderMove(MoveKind.JOINED, entry), time), [entry], time)


def _left(ladder: LadderState, entry: int, time: datetime) -> LadderState:
    for challenge in ladder.open:
        if entry in challenge.both:
            ladder = _closed(ladder, challenge, ChallengeState.CALLED_OFF, time)
    return _with_move(ladder, LadderMove(MoveKind.LEFT, entry), time) if entry in ladder.order else ladder


def _seated(now: TournamentFold, ladder: LadderState, event: e.BoardsAdded) -> LadderState:
    """Challenges that are accepted know their boards."""
    first = len(now.rounds[event.round - 1].boards) - len(event.red) + 1
    for board, pair in enumerate(zip(event.red, event.blue, strict=True), first):
        fitting = (item for item in unseated(ladder) if {*item.both} == {*pair})
        challenge = next(fitting, None)
        if challenge is None:
            raise Misfit("a board of a ladder is that of a challenge")
        challenges = ladder.challenges.put(challenge.number, replace(challenge, board=board))
        ladder = replace(ladder, challenges=challenges, in_play=ladder.in_play | {challenge.number})
    return ladder


def unseated(ladder: LadderState) -> list[LadderChallenge]:
    """The challenges that are accepted, and whose boards are to come."""
    return [item for item in ladder.challenges.values() if item.answer is ChallengeState.ACCEPTED and not item.board]


def _decided(now: TournamentFold, ladder: LadderState, board: int, time: datetime) -> LadderState:
    in_play = (ladder.challenges[number] for number in ladder.in_play)
    challenge = next((item for item in in_play if item.board == board), None)
    if challenge is None:
        return ladder
    ladder = replace(ladder, in_play=ladder.in_play - {challenge.number})
    move = LadderMove(MoveKind.GAME, challenge.challenger, other=challenge.challenged, board=board)
    ladder = _with_move(ladder, move, time, won=won(now, board, challenge.challenger))
    return _active(ladder, challenge.both, time)


def won(now: TournamentFold, board: int, entry: int) -> bool:
    """Whether an entry won at a board, as its result stands.

    Args:
        now: the event.
        board: its number in the only round.
        entry: one of the two at it.
    """
    leg = now.rounds[0].boards[board - 1].leg
    return leg.marks is not None and leg.marks[0 if leg.red == entry else 1] in WON


def _recounted(now: TournamentFold, ladder: LadderState) -> tuple[int, ...]:
    """Who stands where by the results as they are now: a result that is corrected counts from when it came."""
    return places(ladder.moves, lambda board, entry: won(now, board, entry))

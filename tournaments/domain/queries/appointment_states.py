"""How far the players of a board are with agreeing a time. Pure."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum

from eventlog.canonical import at as as_time
from tournaments.domain.state import Board, Round, Status, TournamentFold

IGNORED_AFTER = timedelta(days=2)
"""Who has not answered a proposal for so long ignores it; as does who lets all its times go by."""


class AppointmentState(StrEnum):
    """How far it is; the most urgent first."""

    OVERDUE = "overdue"
    IGNORED = "ignored"
    OPEN = "open"
    PROPOSED = "proposed"
    AGREED = "agreed"


def state_of(fold: TournamentFold, round: Round, board: Board, now: datetime) -> AppointmentState | None:
    """The state of a board whose players agree when to play; None if there is nothing to agree, any more.

    `OVERDUE`: the agreed time, or the end of the round, is over. `IGNORED`: times were proposed, and the other side
    says nothing. `OPEN`: nobody proposes anything.

    Args:
        fold: the tournament as it stands.
        round, board: of this fold.
        now: an aware time.
    """
    leg, meeting = board.leg, board.meeting
    waits = fold.terms.scheduled and round.begun_at is not None and leg.game is None and leg.marks is None
    if not waits or board.taken_back or fold.status not in (Status.RUNNING, Status.PAUSED):
        return None
    until = as_time(meeting.agreed) if meeting.agreed is not None else round.deadline
    if until is not None and until <= now:
        return AppointmentState.OVERDUE
    if meeting.agreed is not None:
        return AppointmentState.AGREED
    if not proposers(board):
        return AppointmentState.OPEN
    return AppointmentState.IGNORED if _ignored(board, now) else AppointmentState.PROPOSED


def proposers(board: Board) -> tuple[int, ...]:
    """The entries whose proposals stand."""
    return tuple(number for number in (board.leg.red, board.leg.blue) if board.meeting.proposed.get(number))


def _ignored(board: Board, now: datetime) -> bool:
    """Whether one side alone proposes, and the other has let it lie."""
    who = proposers(board)
    if len(who) != 1:
        return False
    slots = board.meeting.proposed[who[0]]
    last = max(time for time, entry, act in board.meeting.history if entry == who[0] and act == "proposed")
    return as_time(slots[-1]) <= now or last + IGNORED_AFTER <= now

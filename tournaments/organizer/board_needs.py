"""How much the boards of a round need somebody: the most urgent first, and those of one need alone."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from tournaments.domain.queries.appointment_states import AppointmentState, state_of
from tournaments.domain.state import Board, Round, TournamentFold


class Need(StrEnum):
    """What a board needs; the most urgent first."""

    CALL = "call"
    OVERDUE = "overdue"
    STUCK = "stuck"
    PAUSED = "paused"
    IGNORED = "ignored"
    OPEN = "open"
    DECIDED = "decided"


NEEDS: dict[Need, Promise] = {
    Need.CALL: gettext_lazy("Calls an arbiter"),
    Need.OVERDUE: gettext_lazy("Overdue"),
    Need.STUCK: gettext_lazy("Needs a decision"),
    Need.PAUSED: gettext_lazy("Paused"),
    Need.IGNORED: gettext_lazy("Proposals ignored"),
    Need.OPEN: gettext_lazy("No result yet"),
    Need.DECIDED: gettext_lazy("Decided"),
}
_RANKS = {need: rank for rank, need in enumerate(Need)}


def needs_of(
    fold: TournamentFold,
    round: Round,
    *,
    now: datetime,
    called_off: Collection[UUID] = (),
    paused: Collection[UUID] = (),
) -> dict[int, Need]:
    """What each board of a round needs, by its number. Pure.

    Args:
        fold: the tournament as it stands.
        round: one of its rounds.
        now: an aware time.
        called_off, paused: the games that ended without a result, and those whose clocks stand still.
    """
    called = {call.board for call in fold.calls if not call.closed and call.round == round.number}

    def of(board: Board) -> Need:
        leg, state = board.leg, state_of(fold, round, board, now)
        if board.number in called:
            return Need.CALL
        if board.decided and not board.taken_back:
            return Need.DECIDED
        if state is AppointmentState.OVERDUE or (
            round.deadline is not None and round.deadline <= now and leg.marks is None
        ):
            return Need.OVERDUE
        if board.taken_back or leg.game in called_off or _disputed(board) or _left(fold, round, board):
            return Need.STUCK
        if leg.game in paused:
            return Need.PAUSED
        return Need.IGNORED if state is AppointmentState.IGNORED else Need.OPEN

    return {board.number: of(board) for board in round.boards}


def rank(need: Need) -> int:
    """The place of a need among them; the most urgent is 0."""
    return _RANKS[need]


def _left(fold: TournamentFold, round: Round, board: Board) -> bool:
    """Whether somebody has left a game that goes on."""
    gone = any(not fold.entries[number].playing for number in (board.leg.red, board.leg.blue))
    return gone and round.begun_at is not None


def _disputed(board: Board) -> bool:
    """Whether the players report different results."""
    return board.leg.marks is None and len(board.leg.claims) > 1


@dataclass(frozen=True, slots=True)
class NeedFilter:
    """A link that shows the boards of one need; `slug` is "" for all of them."""

    slug: str
    words: str | Promise
    count: int
    current: bool


def filters(needs: Collection[Need], chosen: str, *, all: str | Promise) -> list[NeedFilter]:
    """The needs that there are, after all boards; none where all boards need the same.

    Args:
        chosen: the slug of the need whose boards are shown; it is offered though no board has it any more.
        all: what stands on the link to all of them.
    """
    result = [need for need in Need if need in needs or need == chosen]
    if len(result) < 2 and not chosen:
        return []
    return [
        NeedFilter("", all, len(needs), not chosen),
        *(NeedFilter(need, NEEDS[need], sum(item is need for item in needs), need == chosen) for need in result),
    ]

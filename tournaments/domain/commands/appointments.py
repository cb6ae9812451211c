"""The two sides of a board agree when to play, and begin once both are there.

Times are in microseconds since the epoch. `by` is a player of one of the two entries; either partner speaks for both.
`round` and `board` are numbers from 1, `tournament` is an id. Commands raise `Illegal`:

`not-your-board`; `no-board`; `not-scheduled`: the round's games begin by themselves; `round-not-begun`;
`board-decided`; `board-begun`: the game is there already; `not-running`.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Unpack
from uuid import UUID

from accounts.conduct.allowances import What, most, spend
from accounts.conduct.restrictions import Barred, refuse_barred
from eventlog.canonical import at as as_time
from eventlog.canonical import microseconds
from tournaments.domain.boards import game_of
from tournaments.domain.calendar import forfeited_at, is_here
from tournaments.domain.command_handler import Command, execute
from tournaments.domain.drafts import DraftedEvents, board_of, refuse
from tournaments.domain.events import BoardStarted, PresenceShown, TimeAgreed, TimeProposed, TimeRefused
from tournaments.domain.local_times import FIRST_YEAR, LAST_YEAR, LATEST
from tournaments.domain.state import Board, Round, Status, TournamentFold
from tournaments.domain.texts import keep_text
from web.words import clean_text

MOST_SLOTS = 5
LONGEST_NOTE = 300  # characters


def propose_times(
    *, round: int, board: int, slots: Sequence[int], note: str = "", **command: Unpack[Command]
) -> TournamentFold:
    """Proposes times instead of those that this side proposed before. None at all takes them back.

    Side effects: appends TimeProposed; keeps the note, which the other side and the arbiters can read.

    Args:
        note: some words to the other side.

    Raises:
        Illegal: `too-many-notes` (`most`) to one player in a day; `time-is-agreed`: take that back first;
            `too-many-slots` (`most`); `slot-over`: a time is past;
            `slot-too-late` (`deadline`): the round ends before it; `year-out-of-reach`;
            `nothing-proposed`.
        PlayerBarred: a penalty stands against the note; times can be proposed without one.
    """
    wanted = tuple(sorted(set(slots)))

    def decide(draft: DraftedEvents) -> None:
        round_, table, entry = _mine(draft, round, board)
        if table.meeting.agreed is not None:
            raise refuse("time-is-agreed")
        if len(wanted) > MOST_SLOTS:
            raise refuse("too-many-slots", most=MOST_SLOTS)
        if not wanted and not table.meeting.proposed.get(entry):
            raise refuse("nothing-proposed")
        for slot in wanted:
            _fits(round_, slot, draft.at)
        if wanted != table.meeting.proposed.get(entry) or clean_text(note):
            other = table.leg.blue if entry == table.leg.red else table.leg.red
            noted = _kept_note(draft, note, draft.now.entries[other].people) if wanted else {}
            draft.add(TimeProposed(round=round, board=board, entry=entry, slots=wanted, **noted))

    return execute(decide=decide, **command)


def accept_time(*, round: int, board: int, slot: int, **command: Unpack[Command]) -> TournamentFold:
    """Accepts one of the times that the other side proposed. Safe to call twice.

    Side effects: appends TimeAgreed.

    Raises:
        Illegal: `not-proposed`: the other side does not propose it, any more; `time-is-agreed` if another one is;
            `slot-over`, `slot-too-late`.
    """

    def decide(draft: DraftedEvents) -> None:
        round_, table, entry = _mine(draft, round, board)
        if table.meeting.agreed == slot:
            return
        if table.meeting.agreed is not None:
            raise refuse("time-is-agreed")
        other = table.leg.blue if entry == table.leg.red else table.leg.red
        if slot not in table.meeting.proposed.get(other, ()):
            raise refuse("not-proposed")
        _fits(round_, slot, draft.at)
        draft.add(TimeAgreed(round=round, board=board, entry=entry, slot=slot))

    return execute(decide=decide, **command)


def refuse_times(*, round: int, board: int, **command: Unpack[Command]) -> TournamentFold:
    """Refuses all times that the other side proposed. Or takes back the time that is agreed, until it has come.

    Side effects: appends TimeRefused.

    Raises:
        Illegal: `nothing-proposed`; `slot-over`: the agreed time has come.
    """

    def decide(draft: DraftedEvents) -> None:
        _round, table, entry = _mine(draft, round, board)
        agreed = table.meeting.agreed
        if agreed is not None and as_time(agreed) <= draft.at:
            raise refuse("slot-over")
        other = table.leg.blue if entry == table.leg.red else table.leg.red
        if agreed is None and not table.meeting.proposed.get(other):
            raise refuse("nothing-proposed")
        draft.add(TimeRefused(round=round, board=board, entry=entry))

    return execute(decide=decide, **command)


def agree_anew(*, round: int, board: int, **command: Unpack[Command]) -> TournamentFold:
    """An arbiter takes back a time that was agreed and missed, so that the two sides can agree another one.

    Side effects: appends TimeRefused by nobody's entry; nothing if no time is agreed.

    Raises:
        Illegal: `not-allowed`; `own-board`.
    """

    def decide(draft: DraftedEvents) -> None:
        draft.need("arbiter")
        _round, table = _open(draft.now, round, board)
        draft.need_neutral(table.entries)
        if table.meeting.agreed is not None:
            draft.add(TimeRefused(round=round, board=board, entry=0))

    return execute(decide=decide, **command)


def show_presence(*, tournament: UUID, round: int, board: int, by: UUID) -> TournamentFold:
    """Says that one is at the board and ready. Once both sides are the game begins, with nobody waiting for a task.
    Safe to call twice.

    Side effects: appends PresenceShown; and BoardStarted, with the game, in the same transaction.

    Raises:
        Illegal: `no-show-over`: the time to come to the agreed appointment is over.
    """

    def decide(draft: DraftedEvents) -> None:
        if _has_begun(draft.now, round, board):
            return
        _round, table, entry = _mine(draft, round, board)
        limit = forfeited_at(draft.now, table.meeting)
        if limit is not None and limit <= draft.at:
            raise refuse("no-show-over")
        if not is_here(table.meeting, entry, draft.at):
            draft.add(PresenceShown(round=round, board=board, entry=entry))
        _start_if_both(draft, round, board)

    return execute(tournament=tournament, by=by, decide=decide)


def start_board(*, tournament: UUID, round: int, board: int) -> TournamentFold:
    """Begins the game of a board at which both are. Does nothing if it has begun, or somebody is not there.

    Side effects: appends BoardStarted, with the game.
    """

    def decide(draft: DraftedEvents) -> None:
        if _has_begun(draft.now, round, board):
            return
        _open(draft.now, round, board)
        _start_if_both(draft, round, board)

    return execute(tournament=tournament, by=None, decide=decide)


def _start_if_both(draft: DraftedEvents, round: int, board: int) -> None:
    table = draft.now.rounds[round - 1].boards[board - 1]
    red, blue = table.leg.red, table.leg.blue
    if is_here(table.meeting, red, draft.at) and is_here(table.meeting, blue, draft.at):
        game = game_of(draft, round, red, blue)
        draft.add(BoardStarted(round=round, board=board, game=str(game.id)))


def _kept_note(draft: DraftedEvents, note: str, readers: Sequence[UUID]) -> dict[str, str]:
    """The fields of an event that hold a note. Side effects: keeps it, and counts it for the day."""
    if not clean_text(note):
        return {}
    assert draft.by is not None
    refuse_barred(draft.by, Barred.TALK)
    for reader in readers:
        if not spend(draft.by, What.NOTES_TO, to=reader):
            raise refuse("too-many-notes", most=most(What.NOTES_TO), field="note")
    key, digest = keep_text(note[:LONGEST_NOTE], draft.by, tournament=draft.stream)
    return {"words": key, "words_hash": digest}


# -- what commands ask first ----------------------------------------------------------------------


def _has_begun(now: TournamentFold, round: int, board: int) -> bool:
    result = now.board(round, board)
    return result is not None and result.leg.game is not None


def _open(now: TournamentFold, round: int, board: int) -> tuple[Round, Board]:
    """A board of a round that has begun, whose game has not."""
    if now.status is not Status.RUNNING:
        raise refuse("not-running")
    table = board_of(now, round, board)
    result = now.rounds[round - 1]
    if result.begun_at is None:
        raise refuse("round-not-begun", round=round)
    if not now.terms.scheduled:
        raise refuse("not-scheduled")
    if table.leg.marks is not None:
        raise refuse("board-decided")
    if table.leg.game is not None:
        raise refuse("board-begun")
    return result, table


def _mine(draft: DraftedEvents, round: int, board: int) -> tuple[Round, Board, int]:
    """The same with the entry of who acts, where times are agreed."""
    result, table = _open(draft.now, round, board)
    return result, table, draft.need_side(table.leg)


def _fits(round: Round, slot: int, at: datetime) -> None:
    """Raises `Illegal` if a time is past, or after the end of the round."""
    if slot <= microseconds(at):
        raise refuse("slot-over")
    if slot > LATEST:
        raise refuse("year-out-of-reach", least=FIRST_YEAR, most=LAST_YEAR)
    if round.deadline is not None and as_time(slot) > round.deadline:
        raise refuse("slot-too-late", deadline=microseconds(round.deadline))

"""The consequences of a decision, in the same append: they need neither a clock nor another decision.

The waiting list moves up. Who left loses the boards that have not begun. If both have left, the board is decided at
once, and no round waits for it. A match goes on with its next game. With its last game a round is over.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from tournaments.domain import events as e
from tournaments.domain.boards import game_of
from tournaments.domain.drafts import DraftedEvents, refuse
from tournaments.domain.formats import format_of, stage_of
from tournaments.domain.state import Board, Presence, Round, Status, TournamentFold, published
from tournaments.domain.terms import MOST_ENTRIES

_OF_A_BOARD = (e.ResultRecordedOnBoard, e.ResultClaimed, e.LegAdded, e.TimeProposed, e.TimeAgreed, e.TimeRefused)
"""Events after which nothing follows for other boards; nothing at all does after those of `_OF_NONE`."""

_OF_NONE = (e.BoardsAdded, e.ChallengeMade, e.ChallengeAnswered, e.LadderPaused, e.EntryFell)


def following(draft: DraftedEvents) -> None:
    """Adds to the draft whatever follows, until nothing does."""
    while _move_up(draft) or _leave(draft) or _play_on(draft):
        pass


def _concerned(draft: DraftedEvents, round: Round) -> Iterable[Board]:
    """The boards that something may follow for: where an event of the draft was, and all if any was of more than a
    board. For the others nothing follows, or it would have been appended before; but in a file it was not."""
    if draft.now.imported or not all(isinstance(event, (*_OF_A_BOARD, *_OF_NONE)) for event in draft.events):
        return round.boards
    numbers = {event.board for event in draft.events if isinstance(event, _OF_A_BOARD) and event.round == round.number}
    return [board for number in sorted(numbers) if (board := round.board(number)) is not None]


def takes_entries(now: TournamentFold) -> bool:
    """Whether somebody may enter now: before the start, or late. A pairing that is not published counts for nothing:
    else the answer would tell of it."""
    if now.status is Status.OPEN:
        return True
    shown, running = published(now), now.status in (Status.RUNNING, Status.PAUSED)
    return running and format_of(shown).takes_late(shown)


def check_room(now: TournamentFold, more: int) -> None:
    """Refuses more entries than an event can have. With a capacity, which is never above that, later ones wait.

    Raises:
        Illegal: `too-many-entries` with the `most`.
    """
    most = now.terms.most_entries
    if now.terms.capacity is None and len(now.playing) + more > most:
        raise refuse("too-many-entries", most=most)
    if len(now.entries) + more > MOST_ENTRIES:
        raise refuse("too-many-entries", most=MOST_ENTRIES)


def has_room(now: TournamentFold) -> bool:
    return now.terms.capacity is None or len(now.playing) < now.terms.capacity


def _move_up(draft: DraftedEvents) -> bool:
    now = draft.now
    if not now.waiting or not takes_entries(now) or not has_room(now):
        return False
    draft.add(e.EntryAdmitted(now.waiting[0].number))
    return True


def _leave(draft: DraftedEvents) -> bool:
    """Whoever did not come to a game of a round that grows is not paired again before coming back."""
    format = format_of(draft.now)
    if not format.grows or format.by_challenge:
        return False
    for event in draft.events:
        if isinstance(event, e.ResultRecordedOnBoard) and event.source == "game":
            leg = draft.now.rounds[event.round - 1].boards[event.board - 1].leg
            for entry, mark in ((leg.red, event.red), (leg.blue, event.blue)):
                if mark == "forfeit-loss" and draft.now.entries[entry].playing:
                    draft.add(e.EntryWithdrawn(entry, missing=True))
                    return True
    return False


def _play_on(draft: DraftedEvents) -> bool:
    now, round = draft.now, draft.now.round
    if now.ended or round is None or round.begun_at is None or round.finished_at is not None:
        return False
    for board in _concerned(draft, round):
        if board.decided or board.taken_back:
            continue
        if _forfeit(draft, round, board) or _go_on(draft, round, board):
            return True
    if not round.decided or may_grow(now, draft.at):
        return False
    draft.add(e.RoundFinished(round.number))
    return True


def may_grow(now: TournamentFold, at: datetime) -> bool:
    """Whether boards may be added to the round that is played.

    Args:
        at: an aware time.
    """
    round = now.round
    if not format_of(now).grows or now.imported or round is None or round.begun_at is None:
        return False
    return round.finished_at is None and (round.deadline is None or at < round.deadline)


def time_is_over(now: TournamentFold, at: datetime) -> bool:
    """Whether a round that grows has grown enough, though games of it may go on.

    Args:
        at: an aware time.
    """
    round = now.round
    begun = format_of(now).grows and round is not None and round.begun_at is not None
    return begun and not may_grow(now, at)


def _forfeit(draft: DraftedEvents, round: Round, board: Board) -> bool:
    """Decides a game that one side has left before it began, or that both have left; not while all is paused. Where a
    round grows who leaves plays the game in play to its end."""
    if draft.now.status is not Status.RUNNING:
        return False
    for number in range(1, len(board.legs) + 1) if board.teams else (len(board.legs),):
        leg = board.legs[number - 1]
        gone = _gone(draft.now, board, number)
        if leg.marks is not None or not any(gone) or (leg.game is not None and not leg.relayed and not all(gone)):
            continue
        red, blue = ("forfeit-loss" if left else "forfeit-win" for left in gone)
        draft.add(e.ResultRecordedOnBoard(round.number, board.number, number, red, blue, source="forfeit"))
        return True
    return False


def _gone(now: TournamentFold, board: Board, number: int) -> tuple[bool, bool]:
    """Whether there is nobody to play a game of a board, on either side: of teams also where a board is empty."""
    leg = board.legs[number - 1]
    stays = Presence.WITHDRAWN if leg.game is not None and format_of(now).grows else Presence.ENTERED
    red, blue = (now.entries[entry].presence not in (Presence.ENTERED, stays) for entry in (leg.red, leg.blue))
    if board.lineups:
        seated = board.players_at(number)
        red, blue = red or seated[0] is None, blue or seated[1] is None
    return red, blue


def _go_on(draft: DraftedEvents, round: Round, board: Board) -> bool:
    """Adds the next game of a match. Where the players agree a time it has to be agreed first."""
    stage = stage_of(draft.now, round.number)
    pair = stage.format.next_leg(stage.fold, round.number - stage.before, board)
    if pair is None:
        return False
    terms, (red, blue) = draft.now.terms, pair
    here = all(draft.now.entries[entry].playing for entry in pair)
    game = None
    if here and not terms.real and not terms.scheduled:
        game = str(game_of(draft, round.number, red, blue).id)
    draft.add(e.LegAdded(round.number, board.number, len(board.legs) + 1, red, blue, game))
    return True

"""The notices that are due in a tournament. Pure; `tournaments.domain.notices` sends each of them once.

    dues(fold, now=now, missing=missing, stuck=codes) -> [Due(player, Kind.PAIRED, round=3, board=7, version=61), ...]

Nothing here waits for an event: what is told follows from the state, so whoever finds it late finds the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID
from zlib import crc32

from eventlog.canonical import at as as_time
from notices.models import Kind
from tournaments.domain.calendar import LEAD, Missing, last_call
from tournaments.domain.consequences import takes_entries
from tournaments.domain.ladder import LOST, ChallengeState
from tournaments.domain.state import Board, Leg, Round, Status, TournamentFold

LATELY = timedelta(days=1)
"""What happened longer ago is no news."""

ANSWERS = 100
"""An answer to a call is told of with the call's number, times this, and how many answers there are."""


class Due(NamedTuple):
    """Something that a player is to be told of a tournament.

    Args:
        player: whom.
        kind: what.
        round, board: where, from 1; 0 for none.
        version: which of several of its kind, such as the number of a call; fits 31 bits.
    """

    player: UUID
    kind: Kind
    round: int = 0
    board: int = 0
    version: int = 0


def dues(
    fold: TournamentFold, *, now: datetime, missing: Iterable[Missing] = (), stuck: Sequence[str] = ()
) -> list[Due]:
    """Everything that somebody is to be told of a tournament as it stands at the time `now`.

    Args:
        fold: the tournament.
        missing: the entries that will lose by forfeit if they do not come.
        stuck: the codes of what blocks the round, once it has for longer than it should.
    """
    results = [*_before(fold, now), *_of_terms(fold, now), *_of_staff(fold, stuck), *_ended(fold)]
    if not fold.ended:
        results += _of_answers(fold, now)
        results += _of_taken_back(fold, now)
    if fold.status is Status.OPEN and "not-started" in stuck:
        results += _not_begun(fold)
    if fold.status is Status.RUNNING and fold.rounds:
        of_boards = [*_of_round(fold, fold.rounds[-1], now), *_of_decisions(fold, now)]
        results += _of_challenges(fold, now)
        for item in missing:
            of_boards += _to(fold, item.entry, Kind.NO_SHOW, item.round, item.board)
        results += _counted_anew(fold, of_boards)
    return results


def dues_at(fold: TournamentFold, boards: Sequence[int], *, now: datetime) -> list[Due]:
    """What `dues` finds at some boards of the last round while it is played, calls for the arbiter included; but not
    who is missing.

    Args:
        fold: the tournament as it stands, with a round that is being played.
        boards: their numbers.
        now: an aware time.
    """
    round = fold.rounds[-1]
    result = [due for due in _of_staff(fold, ()) if due.round == round.number and due.board in boards]
    here = [board for number in boards if (board := round.board(number)) is not None]
    at_boards = [
        due for board in here for due in (*_of_board(fold, round, board, now), *_decided(fold, round, board, now))
    ]
    return [*result, *_counted_anew(fold, at_boards)]


AGAIN = 1 << 26
"""What is told of a board that was taken back, and paired anew, is told anew: its version is so much higher each time.
Above all versions of one time, minutes since the epoch included, and 31 times of it fit 31 bits."""


def _counted_anew(fold: TournamentFold, dues: Iterable[Due]) -> Iterator[Due]:
    """The dues of boards, told apart from those of boards that had the same place and were taken back."""
    times = Counter((taken.round, board) for taken in fold.taken_back for board in taken.boards)
    for due in dues:
        yield due._replace(version=due.version + AGAIN * min(times[due.round, due.board], 31))


def _not_begun(fold: TournamentFold) -> Iterator[Due]:
    """The start did not happen at its time: told to who wants to play, with what happens next."""
    for entry in fold.entries.values():
        if entry.here:
            yield from _to(fold, entry.number, Kind.NOT_BEGUN, version=_start_of(fold))


def _start_of(fold: TournamentFold) -> int:
    """The planned start as a version: another start is told of anew."""
    return 0 if fold.terms.starts is None else fold.terms.starts // 60_000_000


def _of_taken_back(fold: TournamentFold, now: datetime) -> Iterator[Due]:
    """Who sat in a round, or at a match, that was taken back."""
    for number, taken in enumerate(fold.taken_back, 1):
        if now - taken.at > LATELY:
            continue
        for place, entry in enumerate(taken.entries):
            board = 0 if taken.whole else taken.boards[place // 2]
            yield from _to(fold, entry, Kind.TAKEN_BACK, taken.round, board, number)


def _to(fold: TournamentFold, entry: int, kind: Kind, round: int = 0, board: int = 0, version: int = 0) -> list[Due]:
    return [Due(player, kind, round, board, version) for player in fold.entries[entry].people]


def _before(fold: TournamentFold, now: datetime) -> Iterator[Due]:
    """Who moved up from the waiting list; invitations while entries are taken; that the check-in has begun."""
    for entry in fold.entries.values():
        if entry.admitted and entry.playing and not fold.ended:
            yield from _to(fold, entry.number, Kind.ADMITTED)
    if takes_entries(fold):
        entered = {player for entry in fold.entries.values() for player in entry.people}
        for player in fold.invited - entered:
            yield Due(player, Kind.INVITED)
    if fold.status is not Status.OPEN:
        return
    terms = fold.terms
    if terms.check_in and terms.starts is not None and now >= as_time(terms.starts) - timedelta(seconds=terms.check_in):
        for entry in fold.entries.values():
            if entry.here and not entry.checked_in:
                yield from _to(fold, entry.number, Kind.CHECK_IN)


def _of_terms(fold: TournamentFold, now: datetime) -> Iterator[Due]:
    """The terms are no longer those for which somebody entered."""
    if fold.ended or fold.revised_at is None or now - fold.revised_at > LATELY:
        return
    for entry in fold.entries.values():
        if entry.here and entry.number <= fold.revised_for:
            yield from _to(fold, entry.number, Kind.TERMS, version=fold.revisions)


def _of_staff(fold: TournamentFold, stuck: Sequence[str]) -> Iterator[Due]:
    """Roles, calls that wait for an answer, and what blocks a round."""
    over = fold.status in (Status.FINISHED, Status.CANCELLED)
    for player, role in fold.roles.items():
        if role != "owner":
            yield Due(player, Kind.ROLE)
        elif player == fold.handed_to:
            yield Due(player, Kind.ROLE, version=1)  # an arbiter was told of another role before
        if role == "helper" or over:
            continue
        for call in fold.calls:
            # Nobody is arbiter of the own board.
            if not call.closed and not _sits(fold, player, call.round, call.board):
                yield Due(player, Kind.CALL, call.round, call.board, call.number)
        if stuck:
            yield Due(player, Kind.BLOCKED, _round_at_hand(fold), 0, crc32(" ".join(stuck).encode()) >> 1)


def _sits(fold: TournamentFold, player: UUID, round: int, board: int) -> bool:
    result = fold.rounds[round - 1].board(board) if 0 < round <= len(fold.rounds) else None
    return result is not None and any(player in fold.entries[entry].people for entry in result.entries)


def _round_at_hand(fold: TournamentFold) -> int:
    """The round that is being played, or the one to come."""
    over = not fold.rounds or fold.rounds[-1].finished_at is not None
    return len(fold.rounds) + over


_TOLD_OTHERWISE = frozenset({"result", "forfeit", "looked", "paused"})
"""Answers of arbiters that a player is told of by the result, or sees in the game."""


def _of_answers(fold: TournamentFold, now: datetime) -> Iterator[Due]:
    """What arbiters said to a call, for who called; a player of days may not sit at the board."""
    for call in fold.calls:
        answers = [answer for answer in call.answers if answer.ruling not in _TOLD_OTHERWISE]
        if call.entry and answers and now - answers[-1].at <= LATELY:
            version = call.number * ANSWERS + min(len(answers), ANSWERS - 1)
            yield from _to(fold, call.entry, Kind.ANSWERED, call.round, call.board, version)


def _ended(fold: TournamentFold) -> Iterator[Due]:
    kind = {Status.FINISHED: Kind.PLACES, Status.CANCELLED: Kind.CALLED_OFF}.get(fold.status)
    if kind is not None:
        for entry in fold.entries:
            yield from _to(fold, entry, kind)


def _of_challenges(fold: TournamentFold, now: datetime) -> Iterator[Due]:
    """Who is challenged, until the answer; what was answered, for who challenged, and for whom an answer was missed."""
    ladder = fold.ladder
    for item in () if ladder is None else ladder.challenges.values():
        if item.answer is ChallengeState.OPEN:
            yield from _to(fold, item.challenged, Kind.CHALLENGED, 1, 0, item.number)
        elif item.answered_at is not None and now - item.answered_at <= LATELY and item.answer in _TOLD:
            for entry in item.both if item.answer is ChallengeState.LAPSED else (item.challenger,):
                yield from _to(fold, entry, Kind.CHALLENGE_ANSWERED, 1, 0, item.number)


_TOLD = (ChallengeState.ACCEPTED, *LOST)


def _of_round(fold: TournamentFold, round: Round, now: datetime) -> Iterator[Due]:
    if round.finished_at is None:
        for entry in round.byes:
            if fold.entries[entry].playing:
                yield from _to(fold, entry, Kind.PAIRED, round.number, 0, round.seen)
    for board in round.boards:
        yield from _of_board(fold, round, board, now)


def _of_board(fold: TournamentFold, round: Round, board: Board, now: datetime) -> Iterator[Due]:
    leg = board.leg
    if leg.marks is None and not board.taken_back:
        yield from _of_pairing(fold, round, board, leg)
        yield from _of_meeting(fold, round, board, leg, now)
        for number in range(1, len(board.legs) + 1) if board.teams else (len(board.legs),):
            yield from _of_claims(fold, round, board, number)


def _of_pairing(fold: TournamentFold, round: Round, board: Board, leg: Leg) -> Iterator[Due]:
    """Whom one meets, until the game begins; then that it does."""
    if board.lineups and not fold.terms.real:
        yield from _of_team_games(round, board)
        return
    number = len(board.legs)
    for entry in (leg.red, leg.blue):
        if leg.game is not None:
            yield from _to(fold, entry, Kind.BEGUN, round.number, board.number, number)
        else:
            yield from _to(fold, entry, Kind.PAIRED, round.number, board.number, round.seen)


def _of_team_games(round: Round, board: Board) -> Iterator[Due]:
    """That a game begins, for those who sit at the boards of a match of teams."""
    for number, leg in enumerate(board.legs, 1):
        for player in board.players_at(number):
            if player is not None and leg.game is not None and leg.marks is None:
                yield Due(player, Kind.BEGUN, round.number, board.number, number)


def _of_meeting(fold: TournamentFold, round: Round, board: Board, leg: Leg, now: datetime) -> Iterator[Due]:
    """What the other side proposed, accepted or refused last; and that the time comes near."""
    meeting, last = board.meeting, last_call(round)
    if leg.game is not None or not fold.terms.scheduled:
        return
    if meeting.agreed is None and last is not None and last <= now:
        for entry in (leg.red, leg.blue):
            yield from _to(fold, entry, Kind.DEADLINE, round.number, board.number)
    kinds = {"proposed": Kind.TIME_PROPOSED, "agreed": Kind.TIME_AGREED, "refused": Kind.TIME_REFUSED}
    since = board.legs[-2].decided_at if len(board.legs) > 1 else None
    acts = [
        (place, item)
        for place, item in enumerate(meeting.history, 1)
        if item[2] in kinds and (since is None or item[0] >= since)
    ]
    if acts:
        place, (_time, entry, act) = acts[-1]
        numbers = {leg.red, leg.blue} - {entry}  # both, of what an arbiter did
        for other in sorted(numbers):
            yield from _to(fold, other, kinds[act], round.number, board.number, place)
    if meeting.agreed is not None and as_time(meeting.agreed) - LEAD <= now:
        minute = meeting.agreed // 60_000_000
        for entry in (leg.red, leg.blue):
            if entry not in meeting.present:
                yield from _to(fold, entry, Kind.APPOINTMENT, round.number, board.number, minute)


def _of_claims(fold: TournamentFold, round: Round, board: Board, number: int) -> Iterator[Due]:
    """Across real boards: what one side says waits for the other; what both say in different ways, for an arbiter."""
    leg = board.legs[number - 1]
    if leg.marks is not None:
        return
    sides = (leg.red, leg.blue)
    said = [entry for entry in sides if entry in leg.claims]
    if len(said) == 1:
        (other,) = set(sides) - set(said)
        yield from _to(fold, other, Kind.CLAIMED, round.number, board.number, number)
    elif len(said) == 2:
        for entry in sides:
            yield from _to(fold, entry, Kind.DISPUTED, round.number, board.number, number)
        for player, role in fold.roles.items():
            if role != "helper" and not _sits(fold, player, round.number, board.number):
                yield Due(player, Kind.DISPUTED, round.number, board.number, number)


def _is_news(fold: TournamentFold, leg: Leg) -> bool:
    """Whether the two sides may not know a result: across a real board they handed the slip in themselves."""
    if leg.corrected or leg.source == "forfeit":
        return True
    return leg.source == "arbiter" and (not fold.terms.real or bool(leg.claims))


def _of_decisions(fold: TournamentFold, now: datetime) -> Iterator[Due]:
    """Results of any round that did not come from playing, or were changed: both sides learn of it."""
    for round in fold.rounds:
        for board in round.boards:
            yield from _decided(fold, round, board, now)


def _decided(fold: TournamentFold, round: Round, board: Board, now: datetime) -> Iterator[Due]:
    for number, leg in enumerate(board.legs, 1):
        if leg.decided_at is None or now - leg.decided_at > LATELY:
            continue
        if _is_news(fold, leg):
            which = number * 100 + len(leg.corrected)
            for entry in (leg.red, leg.blue):
                yield from _to(fold, entry, Kind.DECIDED, round.number, board.number, which)

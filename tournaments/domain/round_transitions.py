"""How the events of rounds and boards change a tournament. Pure; see `tournaments.domain.transitions`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from tournaments.domain import events as e
from tournaments.domain.formats import format_of, stage_of
from tournaments.domain.lineups import commitment_of
from tournaments.domain.persistent_lists import Numbered
from tournaments.domain.state import (
    Appointment,
    Board,
    Leg,
    Round,
    Status,
    TakenBack,
    TakenGame,
    TieDecision,
    TournamentFold,
)
from tournaments.scoring.points import Mark

StepFunction = Callable[[TournamentFold, Any, datetime], TournamentFold]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

MARKS: Mapping[str, Mark] = {
    "win": Mark.WIN,
    "draw": Mark.DRAW,
    "loss": Mark.LOSS,
    "win-unrated": Mark.WIN_UNRATED,
    "draw-unrated": Mark.DRAW_UNRATED,
    "loss-unrated": Mark.LOSS_UNRATED,
    "forfeit-win": Mark.FORFEIT_WIN,
    "forfeit-loss": Mark.FORFEIT_LOSS,
}
"""The marks of a game by the slugs that events hold."""

BYE_MARKS: Mapping[str, Mark] = {
    "pairing-bye": Mark.PAIRING_BYE,
    "full-bye": Mark.FULL_BYE,
    "half-bye": Mark.HALF_BYE,
    "absent": Mark.ABSENT,
}
"""The marks of who has no board. A pairing bye is never a full-point bye: who had one gets no second (C.04.1.d)."""

ASKED: Mapping[str, Mark] = {"half": Mark.HALF_BYE, "full": Mark.FULL_BYE, "zero": Mark.ABSENT}
"""The marks of byes by the kinds that are asked for."""

_SLUGS = {mark: slug for slug, mark in (*MARKS.items(), *BYE_MARKS.items())}


class Misfit(ValueError):
    """An event that a tournament cannot have had as it stands."""


def slug_of(mark: Mark) -> str:
    """The slug by which events name a mark."""
    return _SLUGS[mark]


def _moment(microseconds: int) -> datetime:
    return _EPOCH + timedelta(microseconds=microseconds)


def id_of(text: str | None) -> UUID | None:
    return None if text is None else UUID(text)


# -- rounds ---------------------------------------------------------------------------------------


def _ordered(now: TournamentFold, order: tuple[int, ...]) -> TournamentFold:
    numbers = {entry: number for number, entry in enumerate(order, 1)}
    if len(numbers) < len(order) or not now.entries.keys() >= numbers.keys():
        raise Misfit("an entry has two pairing numbers, or there is no such entry")
    return replace(now, order=order, numbers=numbers)


def with_ratings(now: TournamentFold, ratings: Mapping[int, int]) -> TournamentFold:
    entries = Numbered.of(
        replace(entry, rating=ratings.get(number, entry.rating)) for number, entry in now.entries.items()
    )
    return replace(now, entries=entries)


def _started(now: TournamentFold, event: e.TournamentStarted, time: datetime) -> TournamentFold:
    now = _ordered(now, event.order)
    ratings = dict(zip(event.order, event.ratings or (), strict=event.ratings is not None))
    lost = {number: now.entries[number].rating for number, rating in ratings.items() if not rating}
    now = with_ratings(now, ratings)
    for number, rating in lost.items():
        if rating:
            now = replace(now, entries=now.entries.put(number, replace(now.entries[number], lost_rating=rating)))
    return replace(
        now,
        status=Status.RUNNING,
        red_first=event.red_first,
        lot=event.lot,
        planned=event.rounds,
        approved=bool(event.approved),
        started_at=time if event.at is None else _moment(event.at),
    )


def _ranking_corrected(now: TournamentFold, event: e.RankingCorrected, time: datetime) -> TournamentFold:
    if {*event.order} != now.numbers.keys() or (now.rounds and event.order != now.order):
        raise Misfit("a ranking is corrected for the same entries, and their numbers before a round is paired")
    now = with_ratings(_ordered(now, event.order), dict(zip(event.order, event.ratings, strict=True)))
    return replace(now, entries=Numbered.of(replace(entry, lost_rating=0) for entry in now.entries.values()))


def _paired(now: TournamentFold, event: e.RoundPaired, time: datetime) -> TournamentFold:
    if event.round != len(now.rounds) + 1:
        raise Misfit("rounds are paired one after the other, each once")
    teams = now.terms.team_boards
    boards = tuple(
        Board(number, team_legs(red, blue, teams) if teams else (Leg(red, blue),), teams=teams > 0)
        for number, (red, blue) in enumerate(zip(event.red, event.blue, strict=True), 1)
    )
    engine = zip(event.engine_red or (), event.engine_blue or (), strict=True)
    byes = zip(event.bye_entries, event.bye_kinds, strict=True)
    round = Round(
        number=event.round,
        boards=boards,
        byes={entry: BYE_MARKS[kind] for entry, kind in byes},
        seen=event.seen,
        by_hand=event.by_hand,
        engine=tuple(engine),
        hidden=bool(event.hidden),
        play_off=bool(event.play_off),
    )
    seated = [entry for board in boards for entry in board.entries]
    if len({*seated, *round.byes}) < len(seated) + len(round.byes) and not format_of(now).grows:
        raise Misfit("an entry is twice in a round")
    return replace(_ordered(now, event.order), rounds=(*now.rounds, round), failed="", failed_at=None)


def team_legs(red: int, blue: int, boards: int) -> tuple[Leg, ...]:
    """The boards of a match of two teams: the one that has red at the first has blue at the second, and so on."""
    return tuple(Leg(red, blue) if number % 2 else Leg(blue, red) for number in range(1, boards + 1))


def _tie_decided(now: TournamentFold, event: e.TieDecided, time: datetime) -> TournamentFold:
    if not {*event.through} < {*event.entries} <= now.numbers.keys():
        raise Misfit("of those who are level some go on")
    decision = TieDecision(event.entries, event.through, event.why, id_of(event.reason))
    return _replanned(replace(now, decisions=(*now.decisions, decision), failed="", failed_at=None))


def _round_published(now: TournamentFold, event: e.RoundPublished, time: datetime) -> TournamentFold:
    if event.round != len(now.rounds) or not now.rounds[-1].hidden:
        raise Misfit("only the last round can be published, once")
    return _with_round(now, event.round, hidden=False)


def _failed(now: TournamentFold, event: e.PairingFailed, time: datetime) -> TournamentFold:
    return replace(now, failed=event.code, failed_at=now.failed_at or time)


def _unpaired(now: TournamentFold, event: e.RoundUnpaired, time: datetime) -> TournamentFold:
    if event.round != len(now.rounds) or now.rounds[-1].begun_at is not None:
        raise Misfit("only the last round can be unpaired, before it begins")
    return replace(_without_calls(now, event.round), rounds=now.rounds[:-1])


def _without_calls(now: TournamentFold, round: int, boards: Collection[int] | None = None) -> TournamentFold:
    def concerned(number: int, board: int) -> bool:
        return number == round and (boards is None or board in boards)

    calls = tuple(replace(call, closed=True) if concerned(call.round, call.board) else call for call in now.calls)
    return replace(now, calls=calls)


# -- taken back -----------------------------------------------------------------------------------


def _last_begun(now: TournamentFold, number: int) -> Round:
    if number != len(now.rounds) or now.rounds[-1].begun_at is None:
        raise Misfit("only the last round can be taken back, once it has begun")
    return now.rounds[-1]


def _without_boards(
    now: TournamentFold, round: Round, boards: tuple[Board, ...], time: datetime, *, whole: bool
) -> TournamentFold:
    """The tournament that remembers what was played at these boards, and has closed their calls."""
    numbers = tuple(board.number for board in boards)
    seated = [entry for board in boards for entry in board.entries]
    free = round.byes if whole else ()
    games = tuple(
        TakenGame(leg.game, board.number, number)
        for board in boards
        for number, leg in enumerate(board.legs, 1)
        if leg.game is not None
    )
    taken = TakenBack(time, round.number, numbers, whole, (*seated, *free), games)
    return replace(_without_calls(now, round.number, numbers), taken_back=(*now.taken_back, taken))


def _round_taken_back(now: TournamentFold, event: e.RoundTakenBack, time: datetime) -> TournamentFold:
    round = _last_begun(now, event.round)
    now = _without_boards(now, round, tuple(round.boards), time, whole=True)
    return _replanned(replace(now, rounds=now.rounds[:-1], failed="", failed_at=None))


def _matches_taken_back(now: TournamentFold, event: e.MatchesTakenBack, time: datetime) -> TournamentFold:
    round = _last_begun(now, event.round)
    gone = tuple(board for board in round.boards if board.number in event.boards and not board.taken_back)
    if (
        not stage_of(now, round.number).format.has_bracket
        or now.terms.team_boards
        or len(gone) < len(event.boards)
        or not gone
    ):
        raise Misfit("matches that are taken back are those of a bracket, and each is taken back once")
    left = tuple(
        Board(board.number, (Leg(board.red, board.blue),), over=False, taken_back=True) if board in gone else board
        for board in round.boards
    )
    now = _without_boards(now, round, gone, time, whole=False)
    return _replanned(_with_round(now, round.number, boards=left, finished_at=None))


def _replanned(now: TournamentFold) -> TournamentFold:
    """The tournament with as many rounds as its results ask for."""
    planned = format_of(now).planned(now)
    return now if planned == now.planned else replace(now, planned=planned)


def _paired_anew(now: TournamentFold, event: e.MatchesPairedAnew, time: datetime) -> TournamentFold:
    round = _last_begun(now, event.round)
    boards = list(round.boards)
    for number, red, blue, game in zip(event.boards, event.red, event.blue, event.games, strict=True):
        if not 0 < number <= len(boards) or not boards[number - 1].taken_back:
            raise Misfit("only a match that was taken back is paired anew")
        boards[number - 1] = Board(number, (Leg(red, blue, game=id_of(game)),), over=False)
    seated = [entry for board in boards if not board.taken_back for entry in board.entries]
    if len({*seated, *round.byes}) < len(seated) + len(round.byes):
        raise Misfit("an entry is twice in a round")
    deadline = round.deadline if event.deadline is None else _moment(event.deadline)
    return _with_round(now, round.number, boards=tuple(boards), deadline=deadline)


def _boards_added(now: TournamentFold, event: e.BoardsAdded, time: datetime) -> TournamentFold:
    round = _last_begun(now, event.round)
    if not format_of(now).grows or round.finished_at is not None:
        raise Misfit("boards are added to a round that grows, while it is played")
    pairs = tuple(zip(event.red, event.blue, strict=True))
    seated = [entry for pair in pairs for entry in pair]
    at_play = (board for entry in seated if (board := round.board_of(entry)) is not None and not board.decided)
    if not format_of(now).by_challenge and (len({*seated}) < len(seated) or any(at_play)):
        raise Misfit("an entry plays two games at once")
    boards = tuple(
        Board(number, (Leg(red, blue, game=UUID(game)),))
        for number, ((red, blue), game) in enumerate(zip(pairs, event.games, strict=True), len(round.boards) + 1)
    )
    now = _ordered(now, (*now.order, *event.numbered)) if event.numbered else now
    if not now.numbers.keys() >= {*seated}:
        raise Misfit("an entry plays that has no pairing number")
    return replace(now, rounds=(*now.rounds[:-1], round.with_more(boards)))


def _with_round(now: TournamentFold, number: int, **changes: Any) -> TournamentFold:
    if not 0 < number <= len(now.rounds):
        raise Misfit("there is no such round")
    round = replace(now.rounds[number - 1], **changes)
    return replace(now, rounds=(*now.rounds[: number - 1], round, *now.rounds[number:]))


def _with_board(now: TournamentFold, round: int, number: int, change: Callable[[Board], Board]) -> TournamentFold:
    boards = now.rounds[round - 1].boards
    if not 0 < number <= len(boards):
        raise Misfit("there is no such board")
    changed = now.rounds[round - 1].with_board(change(boards[number - 1]))
    return replace(now, rounds=(*now.rounds[: round - 1], changed, *now.rounds[round:]))


def _with_leg(now: TournamentFold, round: int, board: int, leg: int, change: Callable[[Leg], Leg]) -> TournamentFold:
    def changed(before: Board) -> Board:
        if not 0 < leg <= len(before.legs):
            raise Misfit("there is no such game on the board")
        legs = (*before.legs[: leg - 1], change(before.legs[leg - 1]), *before.legs[leg:])
        stage = stage_of(now, round)
        return stage.format.judged(stage.fold, round - stage.before, replace(before, legs=legs))

    return _replanned(_with_board(now, round, board, changed))


def _begun(now: TournamentFold, event: e.RoundBegun, time: datetime) -> TournamentFold:
    round = now.rounds[event.round - 1]
    if round.begun_at is not None or round.hidden or len(event.games) != sum(len(board.legs) for board in round.boards):
        raise Misfit("a round that is published begins once, with a place for each game")
    if any(board.teams and not board.lineups for board in round.boards):
        raise Misfit("a match of teams begins with both line-ups")
    games = iter(event.games)
    boards = tuple(
        replace(board, legs=tuple(replace(leg, game=id_of(next(games))) for leg in board.legs), over=False)
        for board in round.boards
    )
    stage = stage_of(now, event.round)
    boards = tuple(stage.format.judged(stage.fold, event.round - stage.before, board) for board in boards)
    deadline = None if event.deadline is None else _moment(event.deadline)
    begun_at = time if event.at is None else _moment(event.at)
    return _with_round(now, event.round, boards=boards, begun_at=begun_at, deadline=deadline)


def _board_started(now: TournamentFold, event: e.BoardStarted, time: datetime) -> TournamentFold:
    leg = len(now.rounds[event.round - 1].boards[event.board - 1].legs)
    return _with_leg(now, event.round, event.board, leg, lambda before: replace(before, game=UUID(event.game)))


def _record_attached(now: TournamentFold, event: e.RecordAttached, time: datetime) -> TournamentFold:
    def attached(leg: Leg) -> Leg:
        if leg.game is not None or leg.marks is None:
            raise Misfit("a record is attached to a decided game that has none")
        return replace(leg, game=UUID(event.game))

    return _with_leg(now, event.round, event.board, event.leg, attached)


def _relayed(now: TournamentFold, event: e.BoardRelayed, time: datetime) -> TournamentFold:
    def relayed(leg: Leg) -> Leg:
        if leg.marks is not None or (leg.game is not None and not leg.relayed):
            raise Misfit("only a game of a real board that is not decided is relayed")
        return replace(leg, game=UUID(event.game), relayed=True)

    return _with_leg(now, event.round, event.board, event.leg, relayed)


def _leg_added(now: TournamentFold, event: e.LegAdded, time: datetime) -> TournamentFold:
    def added(board: Board) -> Board:
        if event.leg != len(board.legs) + 1 or board.leg.marks is None:
            raise Misfit("the games of a match follow one another")
        leg = Leg(event.red, event.blue, game=id_of(event.game))
        again = replace(board, legs=(*board.legs, leg), meeting=Appointment(history=board.meeting.history))
        stage = stage_of(now, event.round)
        return stage.format.judged(stage.fold, event.round - stage.before, again)

    return _with_board(now, event.round, event.board, added)


def _recorded(now: TournamentFold, event: e.ResultRecordedOnBoard, time: datetime) -> TournamentFold:
    def decided(leg: Leg) -> Leg:
        if leg.marks is not None:
            raise Misfit("a result is recorded twice")
        return replace(leg, marks=(MARKS[event.red], MARKS[event.blue]), source=event.source, decided_at=time)

    return _with_leg(now, event.round, event.board, event.leg, decided)


def _corrected(now: TournamentFold, event: e.ResultCorrected, time: datetime) -> TournamentFold:
    def corrected(leg: Leg) -> Leg:
        if leg.marks is None:
            raise Misfit("only a result that stands can be corrected")
        marks = (MARKS[event.red], MARKS[event.blue])
        before = None if event.penalty is None else leg.ruled_from or leg.marks
        ruled_from = None if before == marks else before
        return replace(leg, marks=marks, decided_at=time, corrected=(*leg.corrected, leg.marks), ruled_from=ruled_from)

    after = _with_leg(now, event.round, event.board, event.leg, corrected)
    round = after.rounds[event.round - 1]
    if round.finished_at is None or round.decided:
        return after
    return _with_round(after, round.number, finished_at=None)  # the match goes on, and its round with it


def _claimed(now: TournamentFold, event: e.ResultClaimed, time: datetime) -> TournamentFold:
    marks = (MARKS[event.red], MARKS[event.blue])
    return _with_leg(
        now, event.round, event.board, event.leg, lambda leg: replace(leg, claims={**leg.claims, event.entry: marks})
    )


def _extended(now: TournamentFold, event: e.RoundExtended, time: datetime) -> TournamentFold:
    return _with_round(now, event.round, deadline=_moment(event.deadline))


def _round_finished(now: TournamentFold, event: e.RoundFinished, time: datetime) -> TournamentFold:
    round = now.rounds[event.round - 1]
    if not round.decided or round.begun_at is None:
        raise Misfit("a round is finished while a game is not decided")
    return _with_round(now, event.round, finished_at=time)


# -- teams ----------------------------------------------------------------------------------------


def _sealed(now: TournamentFold, event: e.LineupSealed, time: datetime) -> TournamentFold:
    def sealed(board: Board) -> Board:
        if not board.teams or board.lineups or event.entry not in board.entries:
            raise Misfit("a line-up is handed in by a team of the match before both are opened")
        return replace(board, sealed={**board.sealed, event.entry: event.commitment})

    return _with_board(now, event.round, event.board, sealed)


def _opened(now: TournamentFold, event: e.LineupsOpened, time: datetime) -> TournamentFold:
    def opened(board: Board) -> Board:
        if not board.teams or board.lineups:
            raise Misfit("the line-ups of a match of teams are opened once")
        both = zip(board.entries, (event.red, event.blue), (event.red_salt, event.blue_salt), strict=True)
        lineups = {}
        for entry, players, salt in both:
            lineups[entry] = _lineup(board, players)
            if salt is not None and board.sealed.get(entry) != commitment_of(bytes.fromhex(salt), lineups[entry]):
                raise Misfit("a line-up is not the one that was handed in")
        return replace(board, lineups=lineups)

    return _with_board(now, event.round, event.board, opened)


def _lineup(board: Board, players: tuple[str | None, ...]) -> tuple[UUID | None, ...]:
    seated = [player for player in players if player is not None]
    if len(players) != len(board.legs) or len({*seated}) < len(seated):
        raise Misfit("a line-up has a place for each board, and nobody twice")
    return tuple(map(id_of, players))


def _lineup_fixed(now: TournamentFold, event: e.LineupFixed, time: datetime) -> TournamentFold:
    def fixed(board: Board) -> Board:
        if event.entry not in board.lineups:
            raise Misfit("a line-up is set for a team of a match whose line-ups are open")
        return replace(board, lineups={**board.lineups, event.entry: _lineup(board, event.players)})

    return _with_board(now, event.round, event.board, fixed)


# -- agreeing a time ------------------------------------------------------------------------------


def _with_meeting(
    now: TournamentFold, event: Any, time: datetime, act: str, change: Callable[[Appointment], Appointment]
) -> TournamentFold:
    def met(board: Board) -> Board:
        meeting = change(board.meeting)
        return replace(board, meeting=replace(meeting, history=(*meeting.history, (time, event.entry, act))))

    return _with_board(now, event.round, event.board, met)


def _proposed(now: TournamentFold, event: e.TimeProposed, time: datetime) -> TournamentFold:
    def change(meeting: Appointment) -> Appointment:
        notes = {entry: note for entry, note in meeting.notes.items() if entry != event.entry}
        notes |= {} if event.words is None else {event.entry: UUID(event.words)}
        proposed = {**meeting.proposed, event.entry: event.slots}
        return replace(meeting, proposed=proposed, notes=notes, agreed=None)

    return _with_meeting(now, event, time, "proposed", change)


def _agreed(now: TournamentFold, event: e.TimeAgreed, time: datetime) -> TournamentFold:
    return _with_meeting(now, event, time, "agreed", lambda meeting: replace(meeting, agreed=event.slot))


def _refused(now: TournamentFold, event: e.TimeRefused, time: datetime) -> TournamentFold:
    def change(meeting: Appointment) -> Appointment:
        if meeting.agreed is not None:
            return replace(meeting, agreed=None)
        proposed = {entry: slots for entry, slots in meeting.proposed.items() if entry == event.entry}
        return replace(meeting, proposed=proposed)

    return _with_meeting(now, event, time, "refused", change)


def _present(now: TournamentFold, event: e.PresenceShown, time: datetime) -> TournamentFold:
    def change(meeting: Appointment) -> Appointment:
        return replace(meeting, present=meeting.present | {event.entry})

    return _with_meeting(now, event, time, "present", change)


ROUND_STEPS: Mapping[type[Any], StepFunction] = {
    e.TournamentStarted: _started,
    e.RankingCorrected: _ranking_corrected,
    e.RoundPaired: _paired,
    e.TieDecided: _tie_decided,
    e.RoundPublished: _round_published,
    e.PairingFailed: _failed,
    e.RoundUnpaired: _unpaired,
    e.RoundBegun: _begun,
    e.RoundTakenBack: _round_taken_back,
    e.MatchesTakenBack: _matches_taken_back,
    e.MatchesPairedAnew: _paired_anew,
    e.BoardsAdded: _boards_added,
    e.BoardStarted: _board_started,
    e.LegAdded: _leg_added,
    e.ResultRecordedOnBoard: _recorded,
    e.ResultCorrected: _corrected,
    e.ResultClaimed: _claimed,
    e.RecordAttached: _record_attached,
    e.BoardRelayed: _relayed,
    e.RoundExtended: _extended,
    e.RoundFinished: _round_finished,
    e.TimeProposed: _proposed,
    e.TimeAgreed: _agreed,
    e.TimeRefused: _refused,
    e.PresenceShown: _present,
    e.LineupSealed: _sealed,
    e.LineupsOpened: _opened,
    e.LineupFixed: _lineup_fixed,
}

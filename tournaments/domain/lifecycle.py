"""The life of a tournament, round by round, from top to bottom: what is due is found, the start, the pairing, its
publication, the beginning with its games, the results that they bring, and the end.

Anybody may run all of it at any time, twice, and break off anywhere: what was done is in the log, what was not is found
again. A failure in one tournament stops no other.

A round is closed with its last result, in the same append (`tournaments.domain.consequences`); times are those of
`tournaments.domain.calendar`. Without `terms.automatic` an arbiter gives the commands: then rounds are neither paired
nor begun here, but pairings are published by the calendar, and nobody waits for somebody who does not come.

`by` is the player who acts, None the service; `expected` the version that was seen; `tournament` the id; `reason` a
text, which can be erased. Commands raise `Illegal` (`not-allowed`, `not-running`, `moved-on` and what each says),
`NoTournament` and `Conflict`, and return the tournament after the change. A command that is given twice acts once.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple, Unpack
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from eventlog.canonical import at as as_time
from eventlog.canonical import microseconds
from eventlog.changes import read_news
from eventlog.corruption import is_damaged, report, skipping_damaged
from eventlog.registry import Damaged
from eventlog.sources import random_bytes
from eventlog.store import Conflict
from games.domain.outages import fair_time
from games.models import TO_OPEN, Game
from games.rules import Illegal
from ratings.domain.queries import rateable
from tournaments.domain import events as e
from tournaments.domain import incremental, notices
from tournaments.domain.boards import game_of
from tournaments.domain.calendar import (
    deadline_of,
    forfeited_at,
    is_here,
    lineups_at,
    next_round_at,
    pairing_at,
    publish_at,
    since,
)
from tournaments.domain.command_handler import Command, NoTournament, execute, open_tournament
from tournaments.domain.commands import appointments, form_entries, lineups, results, rounds
from tournaments.domain.commands.approval import is_approved, owner_of
from tournaments.domain.consequences import following, may_grow
from tournaments.domain.drafts import DraftedEvents, need_running, refuse, waiting_round
from tournaments.domain.formats import Proposal, format_of, pairs_by_score
from tournaments.domain.game_sync import align_games
from tournaments.domain.initial_ranking import planned_rounds, ranking, start_ratings
from tournaments.domain.lock import alone
from tournaments.domain.queries.tournaments import overdue_results
from tournaments.domain.round_transitions import with_ratings
from tournaments.domain.state import Board, Leg, Round, Status, TournamentFold
from tournaments.models import Tournament, TournamentGame, UntakenResult
from tournaments.pairing.rounds import CannotPair

log = logging.getLogger(__name__)

AFTERWARDS = timedelta(hours=1)
MOST_STEPS = 64  # in one go; more than any tournament needs between two looks at the clock
LEAST_ENTRIES = 2
ATTEMPTS = 8
"""How often a pairing is computed anew because somebody came or left meanwhile."""

ARBITERS_TIME = timedelta(days=1)
"""So long an arbiter has to decide about unplayed boards after the hard deadline of a round, and about a round that
cannot be paired; then it is settled without one, so that no tournament stands still for ever."""

GOING = (Status.OPEN, Status.RUNNING, Status.PAUSED)
READER = "results"
"""Of the log, see `eventlog.changes`."""


# -- which tournaments have something to do -------------------------------------------------------


def due_tournaments() -> QuerySet[Tournament]:
    """Tournaments that have something to do by themselves: a time has come, the result of a game was missed, somebody
    calls, or something has just happened. Those that ended a short while ago are among them, as the process may have
    died that ended them.

    Side effects: notes the games that are over and whose results do not stand in their tournaments yet.
    """
    changed: set[UUID] = set()

    def take(streams: Sequence[UUID] | None) -> None:
        _note_results(streams)
        if streams is not None:
            changed.update(Tournament.objects.filter(id__in=streams, status__in=GOING).values_list("id", flat=True))

    read_news(READER, take)
    going = Tournament.objects.filter(status__in=GOING)
    timely = going.filter(next_due__lte=timezone.now())
    mine = TournamentGame.objects.filter(tournament=OuterRef("tournament"), game=OuterRef("id"))
    closed = Game.objects.filter(TO_OPEN, Exists(mine)).values("tournament")
    to_open = Tournament.objects.filter(reveal__in=("round", "event"), id__in=closed)
    ended = Tournament.objects.filter(ended__gte=timezone.now() - AFTERWARDS)
    # Each by an index of its own: in one statement they would be asked of every event that ever was.
    kinds = (
        timely,
        Tournament.objects.filter(id__in=_with_untaken_results()),
        going.filter(calls__gt=0),
        to_open,
        ended,
    )
    ids = changed | {id_ for kind in kinds for id_ in kind.order_by().values_list("id", flat=True)}
    return Tournament.objects.filter(~is_damaged(), id__in=ids).order_by("next_due", "id")


def _untaken() -> QuerySet[TournamentGame]:
    return TournamentGame.objects.filter(decided=False, tournament__status__in=GOING)


def _with_untaken_results() -> set[UUID]:
    """The tournaments of the results that are noted; drops the notes on those that stand by now."""
    noted = list(UntakenResult.objects.values_list("game", flat=True))
    untaken = dict(_untaken().filter(game__in=noted).values_list("game", "tournament"))
    UntakenResult.objects.filter(game__in=set(noted) - untaken.keys()).delete()
    return set(untaken.values())


def _note_results(games: Sequence[UUID] | None) -> None:
    over = _untaken().filter(Exists(Game.objects.filter(id=OuterRef("game"), status=Game.Status.OVER)))
    if games is not None:
        over = over.filter(game__in=games)
    result = [UntakenResult(game=game) for game in over.values_list("game", flat=True)]
    UntakenResult.objects.bulk_create(result, ignore_conflicts=True)


def drive(tournament: UUID) -> bool:
    """Does all that is due in a tournament, and tells people of it.

    Side effects: the events of each step; notices.

    Returns:
        False if somebody else is at it just now.
    """
    with alone(tournament) as mine:
        if not mine:
            return False
        for part in _parts(tournament):
            try:
                part(tournament)
            except NoTournament:
                return True
            except Damaged as error:  # the tournament, or one of its games: then the other parts do without it
                report(error)
            except Exception as error:  # the other parts do without it, and it is tried again
                # Its message might tell what it should not.
                log.error("%s of tournament %s failed with %s", part.__name__, tournament, type(error).__name__)
    return True


def _parts(tournament: UUID) -> tuple[Callable[[UUID], None], ...]:
    """What there is to do: after a result in a large event only what follows at its board (`incremental`)."""
    with suppress(NoTournament, Damaged):
        _opened, fold = open_tournament(tournament)
        if incremental.moved_boards(tournament, fold) is not None and not _is_noted(tournament):
            return (_advance, notices.tell_at_boards)
    incremental.forget(tournament)
    return (_take_over_missed, _align, _advance, notices.tell_people, form_entries.tell_who_moved_up)


def _is_noted(tournament: UUID) -> bool:
    """Whether the sweep has found a result that was missed."""
    noted = TournamentGame.objects.filter(game__in=UntakenResult.objects.values("game"), tournament=tournament)
    return noted.filter(decided=False).exists()


# -- the next step --------------------------------------------------------------------------------


class Do(StrEnum):
    START = "start"
    PAIR = "pair"
    PUBLISH = "publish"
    OPEN_LINEUPS = "open-lineups"
    BEGIN = "begin"
    START_BOARD = "start-board"
    FORFEIT = "forfeit"
    ADD_BOARDS = "add-boards"
    LAPSE = "lapse"
    DECIDE_TIE = "decide-tie"
    CLOSE = "close"
    FINISH = "finish"


class Step(NamedTuple):
    """One thing to do.

    Args:
        round, board: where, from 1; 0 for none.
        entries: who loses by forfeit, or is level for the last place that goes on.
    """

    do: Do
    round: int = 0
    board: int = 0
    entries: tuple[int, ...] = ()


def _advance(tournament: UUID) -> None:
    """Does what is due, one step after the other, until nothing is or a step cannot be done now. Each is one append:
    whoever dies between two leaves a tournament whose next step is the missing one."""
    failed: Step | None = None
    for _number in range(MOST_STEPS):
        fold, now = open_tournament(tournament)[1], timezone.now()
        step = next_step(fold, now=now, fair=fair_time(now))
        if step is None or step == failed:
            return  # nothing is due, or it cannot be done now; the next sweep tries again
        try:
            _do(step, tournament, fold)
        except Illegal as illegal:
            # Somebody was faster, and what is due is another step now; or it cannot be done, and arbiters are told.
            log.info("%s of tournament %s is refused: %s", step.do, tournament, illegal.refusal.code)
            failed = step
        except Conflict:
            failed = step


def next_step(fold: TournamentFold, *, now: datetime, fair: datetime | None = None) -> Step | None:
    """The step that is due, or None if there is nothing to do before time passes or somebody acts.

    Args:
        fold: the tournament as it stands.
        now: an aware time.
        fair: the time by which it is judged who did not come (`games.domain.outages.fair_time`); None for `now`.
    """
    if fold.status is Status.OPEN:
        return _to_start(fold, now)
    if fold.status is not Status.RUNNING:
        return None
    round = fold.rounds[-1] if fold.rounds else None
    if round is None or round.finished_at is not None:
        return _between_rounds(fold, now)
    if round.begun_at is None:
        due, shown = next_round_at(fold), publish_at(fold)
        if due is not None and due <= now:
            return Step(Do.BEGIN, round.number)
        if shown is not None and shown <= now:
            return Step(Do.PUBLISH, round.number)
        opened = lineups_at(fold)
        return Step(Do.OPEN_LINEUPS, round.number) if opened is not None and opened <= now else None
    return next(_in_round(fold, round, now, fair or now), None)


def _to_start(fold: TournamentFold, now: datetime) -> Step | None:
    """The start by date; it closes the check-in too."""
    starts = fold.terms.starts
    return Step(Do.START) if starts is not None and as_time(starts) <= now else None


def _between_rounds(fold: TournamentFold, now: datetime) -> Step | None:
    due = pairing_at(fold)
    if due is None or due > now:
        return None
    given_up = fold.failed_at is not None and since(fold, fold.failed_at) + ARBITERS_TIME <= now
    if given_up and (ties := format_of(fold).undecided(fold)):
        return Step(Do.DECIDE_TIE, entries=ties[0].entries)
    over = fold.failed == "event-over"  # a knockout of fewer than were planned ends sooner
    if given_up or over or len(fold.rounds) >= fold.planned:
        return Step(Do.FINISH)
    return Step(Do.PAIR, len(fold.rounds) + 1)


def _in_round(fold: TournamentFold, round: Round, now: datetime, fair: datetime) -> Iterator[Step]:
    if format_of(fold).grows:
        if _passed(fold, fair):
            yield Step(Do.LAPSE, round.number)
        elif not may_grow(fold, now):
            yield from (Step(Do.CLOSE, round.number) for over in (round.decided,) if over)
        elif format_of(fold).boards_to_add(fold, now):
            yield Step(Do.ADD_BOARDS, round.number)
        return
    for board in round.boards:
        waits = board.leg.marks is None and board.leg.game is None and not board.taken_back
        if waits and fold.terms.scheduled:
            yield from _of_open_board(fold, round, board, board.leg, now, fair)


def _of_open_board(
    fold: TournamentFold, round: Round, board: Board, leg: Leg, now: datetime, fair: datetime
) -> Iterator[Step]:
    """A board whose players agree a time: both are there, or somebody does not come, or time is over."""
    away = tuple(number for number in (leg.red, leg.blue) if not is_here(board.meeting, number, now))
    if not away:
        yield Step(Do.START_BOARD, round.number, board.number)
    elif (limit := forfeited_at(fold, board.meeting)) is not None and limit <= fair:
        yield Step(Do.FORFEIT, round.number, board.number, away)
    elif fold.terms.automatic and round.deadline is not None and since(fold, round.deadline) + ARBITERS_TIME <= fair:
        yield Step(Do.FORFEIT, round.number, board.number, _unwilling(board, leg, now))


def _unwilling(board: Board, leg: Leg, now: datetime) -> tuple[int, ...]:
    """Who loses a board that was not played, if no arbiter decides otherwise: who was not there for the agreed time
    while the other side was, or did nothing while the other side proposed times; else both."""
    agreed = board.meeting.agreed
    away = (
        ()
        if agreed is None
        else tuple(number for number in (leg.red, leg.blue) if not is_here(board.meeting, number, now))
    )
    if len(away) == 1:
        return away  # the other one was there
    willing = {entry for _time, entry, act in board.meeting.history if act in ("proposed", "agreed", "present")}
    return tuple(number for number in (leg.red, leg.blue) if number not in willing) or (leg.red, leg.blue)


def _do(step: Step, tournament: UUID, fold: TournamentFold) -> None:
    version = fold.version
    match step.do:
        case Do.START:
            start(tournament=tournament, by=None, expected=version)
        case Do.PAIR:
            pair(tournament=tournament, by=None)
        case Do.PUBLISH:
            publish_pairing(tournament=tournament, by=None)
        case Do.OPEN_LINEUPS:
            lineups.open_lineups(tournament=tournament, by=None)
        case Do.BEGIN:
            begin_round(tournament=tournament, by=None)
        case Do.START_BOARD:
            appointments.start_board(tournament=tournament, round=step.round, board=step.board)
        case Do.FORFEIT:
            results.forfeit(
                tournament=tournament,
                round=step.round,
                board=step.board,
                entries=step.entries,
                by=None,
                expected=version,
            )
        case Do.ADD_BOARDS:
            add_boards(tournament=tournament, by=None)
        case Do.LAPSE:
            pass_time(tournament=tournament, by=None)
        case Do.DECIDE_TIE:  # no arbiter did: as without their choice
            tie = next(tie for tie in format_of(fold).ties(fold) if tie.entries == step.entries)
            through, why = tie.left[: tie.places], "tie-breaks"
            rounds.decide_tie(
                tournament=tournament, entries=step.entries, through=through, why=why, by=None, expected=version
            )
        case Do.CLOSE:
            rounds.finish_round(tournament=tournament, by=None)
        case Do.FINISH:
            finish(tournament=tournament, by=None)


# -- the start ------------------------------------------------------------------------------------


def start(**command: Unpack[Command]) -> TournamentFold:
    """Begins play: who has not checked in is out, the ranking is fixed by the ratings that the terms ask for
    (`start_ratings`), and lots are drawn. Whether its organiser is approved for rated events is settled here, for good.

    Side effects: appends EntryWithdrawn for who is missing, EntryAdmitted for who moves up, and TournamentStarted.

    Raises:
        Illegal: `not-announced`; `too-few-entries` (`least`); `over`.
    """

    def decide(draft: DraftedEvents) -> None:
        draft.need("arbiter")
        if draft.now.begun:
            return
        if draft.now.status is not Status.OPEN:
            raise refuse("over" if draft.now.ended else "not-announced")
        _close_check_in(draft)
        if len(draft.now.playing) < LEAST_ENTRIES:
            raise refuse("too-few-entries", least=LEAST_ENTRIES)
        lot = int.from_bytes(random_bytes(4))
        red_first = draft.now.red_first if draft.now.colour_set else bool(random_bytes(1)[0] & 1)
        ratings = start_ratings(draft.now)
        order, rounds = ranking(with_ratings(draft.now, ratings), lot), planned_rounds(draft.now)
        numbers = tuple(ratings[entry] for entry in order)
        approved = True if draft.now.terms.rated and is_approved(owner_of(draft.now)) else None
        draft.add(
            e.TournamentStarted(
                order=order, red_first=red_first, lot=lot, rounds=rounds, ratings=numbers, approved=approved
            )
        )

    return execute(decide=decide, **command)


def _close_check_in(draft: DraftedEvents) -> None:
    if not draft.now.terms.check_in:
        return
    for entry in (*draft.now.playing, *draft.now.waiting):
        if not entry.checked_in:
            draft.add(e.EntryWithdrawn(entry.number, missing=True))
    following(draft)


# -- the round is paired --------------------------------------------------------------------------


def pair(*, tournament: UUID, by: UUID | None, expected: int | None = None) -> TournamentFold:
    """Pairs the next round. It is computed outside any transaction, from one version, and recorded only if that is
    still the version; if somebody came or left meanwhile it is computed anew.

    Side effects: appends RoundPaired; or PairingFailed if there is no pairing, once for each reason.

    Raises:
        Illegal: `round-not-over`; `event-over`; `cannot-pair` with the `reason` of `CannotPair` and its params.
    """
    for _attempt in range(ATTEMPTS):
        fold = open_tournament(tournament)[1]
        if expected is not None and expected != fold.version:
            raise refuse("moved-on", expected=expected, actual=fold.version)
        if fold.round is not None and fold.round.begun_at is None and expected is None:
            return fold
        _may_pair(DraftedEvents(tournament, fold, fold.changed_at, by))
        try:
            proposal: Proposal | CannotPair = format_of(fold).next_round(fold)
        except CannotPair as failed:
            proposal = failed
        after = _record(tournament, by, fold, proposal)
        if after is None:
            continue
        if isinstance(proposal, CannotPair):
            raise refuse("cannot-pair", reason=proposal.code, **{"round": len(fold.rounds) + 1, **proposal.params})
        return after
    raise refuse("moved-on", expected=expected, actual=None)


def _may_pair(draft: DraftedEvents) -> None:
    draft.need("arbiter")
    now = draft.now
    need_running(now)
    if now.round is not None and now.round.finished_at is None:
        raise refuse("round-not-over" if now.round.begun_at else "round-paired", round=now.round.number)
    if len(now.rounds) >= now.planned:
        raise refuse("event-over", rounds=now.planned)


def _record(
    tournament: UUID, by: UUID | None, fold: TournamentFold, proposal: Proposal | CannotPair
) -> TournamentFold | None:
    """Appends what was computed; None if the tournament has moved on."""
    moved = False

    def decide(draft: DraftedEvents) -> None:
        nonlocal moved
        if draft.now.version != fold.version:
            moved = True
            return
        _may_pair(draft)
        if isinstance(proposal, Proposal):
            draft.add(proposal.event(draft.now.terms))
        elif draft.now.failed != proposal.code:
            draft.add(e.PairingFailed(len(fold.rounds) + 1, proposal.code))

    after = execute(tournament=tournament, by=by, decide=decide)
    return None if moved else after


# -- its pairing is published ---------------------------------------------------------------------


def publish_pairing(**command: Unpack[Command]) -> TournamentFold:
    """Shows the pairing of the round to come to everybody. Side effects: appends RoundPublished; nothing if it is.

    Raises:
        Illegal: `nothing-paired`.
    """

    def decide(draft: DraftedEvents) -> None:
        draft.need("arbiter")
        _publish(draft, waiting_round(draft.now))

    return execute(decide=decide, **command)


def _publish(draft: DraftedEvents, round: Round) -> None:
    if round.hidden:
        draft.add(e.RoundPublished(round.number))


# -- it begins, and its games with it -------------------------------------------------------------


def begin_round(**command: Unpack[Command]) -> TournamentFold:
    """Begins the round that is paired, and publishes its pairing. Its games are opened in the same transaction; where
    the players agree a time, or play across real boards, there are none yet.

    Who has left since the pairing loses by forfeit, if an arbiter begins the round all the same. The service takes a
    pairing by the scores back instead, to pair anew without them.

    Side effects: appends RoundPublished if it is not, of teams LineupsOpened if they are not, RoundBegun and what
        follows, and opens the games; or RoundUnpaired.

    Raises:
        Illegal: `nothing-paired`.
    """

    def decide(draft: DraftedEvents) -> None:
        draft.need("arbiter")
        now = draft.now
        if now.round is not None and now.round.begun_at is not None and now.round.finished_at is None:
            return
        round = waiting_round(now)
        if draft.by is None and now.terms.automatic and pairs_by_score(now) and _left(now, round):
            draft.add(e.RoundUnpaired(round.number))
            return
        _publish(draft, round)
        lineups.open_all(draft)
        ends = deadline_of(now.terms, round.number, draft.at)
        deadline = None if ends is None else microseconds(ends)
        draft.add(e.RoundBegun(round=round.number, games=_games(draft, round), deadline=deadline))

    return execute(decide=decide, **command)


def _left(now: TournamentFold, round: Round) -> bool:
    """Whether somebody who is paired does not play any more."""
    return any(not now.entries[entry].playing for board in round.boards for entry in board.entries)


def _games(draft: DraftedEvents, round: Round) -> tuple[str | None, ...]:
    now = draft.now
    if now.terms.real or now.terms.scheduled:
        return (None,) * sum(len(board.legs) for board in round.boards)
    if now.terms.team_boards:
        return lineups.games_of_round(draft)
    rated = rateable(player for entry in now.playing for player in entry.players) if now.terms.rated else {}
    return tuple(
        str(game_of(draft, round.number, board.red, board.blue, rated).id)
        if all(now.entries[entry].playing for entry in board.entries)
        else None
        for board in round.boards
    )


# -- it grows -------------------------------------------------------------------------------------


def add_boards(**command: Unpack[Command]) -> TournamentFold:
    """Has those who wait in a round that grows play, as many as can. Their games are opened in the same transaction.

    Side effects: appends BoardsAdded, and opens the games; nothing if nobody can be paired, or the time is over.
    """

    def decide(draft: DraftedEvents) -> None:
        draft.need("arbiter")
        need_running(draft.now)
        rounds.seat_waiting(draft)

    return execute(decide=decide, **command)


def pass_time(**command: Unpack[Command]) -> TournamentFold:
    """Records what has happened in a round that grows because time has passed (`Format.passed`).

    Side effects: appends its events; nothing if it is too early.
    """

    def decide(draft: DraftedEvents) -> None:
        draft.need("arbiter")
        need_running(draft.now)
        draft.add(*_passed(draft.now, fair_time(draft.at)))

    return execute(decide=decide, **command)


def _passed(fold: TournamentFold, now: datetime) -> tuple[e.TournamentEvent, ...]:
    """What has happened by a time; after the end of the round nothing does any more."""
    round = fold.round
    if round is None or round.begun_at is None or round.finished_at is not None:
        return ()
    return format_of(fold).passed(fold, now if round.deadline is None else min(now, round.deadline))


# -- results are taken over, and games follow -----------------------------------------------------


def _take_over_missed(tournament: UUID) -> None:
    for game in overdue_results(tournament):
        try:
            with skipping_damaged():
                results.take_over(game=game)
        except Exception as error:  # the other results count all the same
            log.error("the result of game %s was not taken over: %s", game, type(error).__name__)


def _align(tournament: UUID) -> None:
    """Ends games that go on although their board is decided. Stops or starts the clocks with the tournament. Opens what
    is to be opened.
    """
    align_games(tournament, open_tournament(tournament)[1])


# -- the end --------------------------------------------------------------------------------------


def finish(*, reason: str = "", **command: Unpack[Command]) -> TournamentFold:
    """Ends a tournament: the places are those of now. A round that has not begun is taken back.

    Side effects: appends TournamentFinished, and RoundUnpaired before it; nothing if it is finished.

    Raises:
        Illegal: `round-not-over` while games go on; `rounds-left` for the service: an arbiter may end it early, the
            service only where no round can be paired any more.
    """

    def decide(draft: DraftedEvents) -> None:
        draft.need("arbiter")
        now = draft.now
        if now.status is Status.FINISHED:
            return
        if now.status is not Status.PAUSED:
            need_running(now)
        if now.round is not None and now.round.finished_at is None:
            if format_of(now).grows and now.round.decided:
                draft.add(e.RoundFinished(now.round.number))
            elif now.round.begun_at is not None:
                left = sum(not board.decided for board in now.round.boards)
                raise refuse("round-not-over", round=now.round.number, open=left)
            else:
                draft.add(e.RoundUnpaired(now.round.number))
        if draft.by is None and len(draft.now.rounds) < now.planned and not now.failed:
            raise refuse("rounds-left", rounds=now.planned - len(draft.now.rounds))
        draft.add(e.TournamentFinished(**draft.because(reason)))

    return execute(decide=decide, **command)

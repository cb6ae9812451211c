"""Driving a tournament: missed results are taken over, games that are none are ended, each step that is due is
done, and people are told.

All of it can be run by anybody at any time, twice, or break off anywhere: what was done is in the log, what was not is
found again. A failure in one tournament stops no other.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from eventlog.changes import read_news
from eventlog.corruption import is_damaged, report, skipping_damaged
from eventlog.registry import Damaged
from eventlog.store import Conflict
from games.domain.outages import fair_time
from games.models import TO_OPEN, Game, key_of
from games.rules import Illegal
from tournaments.domain import appointments, incremental, results, rounds
from tournaments.domain.command_handler import NoTournament, open_tournament
from tournaments.domain.dues import LATELY, dues, dues_at
from tournaments.domain.game_sync import align_games
from tournaments.domain.lock import alone
from tournaments.domain.notices import tell_once, withdraw_all_but, withdraw_at, withdraw_decided
from tournaments.domain.progress import Do, Missing, Step, missing, next_step, stuck
from tournaments.domain.state import Status, TournamentFold, published
from tournaments.models import Tournament, TournamentGame, UntakenResult
from web.changes import publish
from web.topics import player_topic

log = logging.getLogger(__name__)

AFTERWARDS = timedelta(hours=1)
MOST_STEPS = 64  # in one go; more than any tournament needs between two looks at the clock


GOING = (Status.OPEN, Status.RUNNING, Status.PAUSED)
READER = "results"
"""Of the log, see `eventlog.changes`."""


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
    found = changed | {one for kind in kinds for one in kind.order_by().values_list("id", flat=True)}
    return Tournament.objects.filter(~is_damaged(), id__in=found).order_by("next_due", "id")


def _untaken() -> QuerySet[TournamentGame]:
    """The games of tournaments that go on which are not decided there."""
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
    found = [UntakenResult(game=game) for game in over.values_list("game", flat=True)]
    UntakenResult.objects.bulk_create(found, ignore_conflicts=True)


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
    """What there is to do: after a result in a large event only what follows at its board (`domain/moved.py`)."""
    with suppress(NoTournament, Damaged):
        _opened, fold = open_tournament(tournament)
        if incremental.moved_boards(tournament, fold) is not None and not _is_noted(tournament):
            return (_step_by_step, _tell_at_boards)
    incremental.forget(tournament)
    return (_take_over_missed, _align, _step_by_step, tell_people)


def _is_noted(tournament: UUID) -> bool:
    """Whether the sweep has found a result that was missed."""
    noted = TournamentGame.objects.filter(game__in=UntakenResult.objects.values("game"), tournament=tournament)
    return noted.filter(decided=False).exists()


# -- games ----------------------------------------------------------------------------------------


def overdue_results(tournament: UUID) -> list[UUID]:
    """Games that are over and whose result does not stand in their tournament yet."""
    open_games = TournamentGame.objects.filter(tournament=tournament, decided=False).values("game")
    over = Game.objects.filter(id__in=open_games, status=Game.Status.OVER)
    return list(over.order_by("position").values_list("id", flat=True))


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


# -- steps ----------------------------------------------------------------------------------------


def _step_by_step(tournament: UUID) -> None:
    """Does what is due, one step after the other, until nothing is or a step cannot be done now."""
    failed: Step | None = None
    for _number in range(MOST_STEPS):
        _opened, fold = open_tournament(tournament)
        now = timezone.now()
        step = next_step(fold, now=now, fair=fair_time(now))
        if step is None or step == failed:
            return  # nothing is due, or it cannot be done now; the next sweep tries again
        try:
            _DO[step.do](tournament, fold, step)
        except Illegal as illegal:
            # Somebody was faster, and what is due is another step now; or it cannot be done, and arbiters are told.
            log.info("%s of tournament %s is refused: %s", step.do, tournament, illegal.refusal.code)
            failed = step
        except Conflict:
            failed = step


def _start(tournament: UUID, fold: TournamentFold, step: Step) -> None:
    rounds.start(tournament=tournament, by=None, expected=fold.version)


def _pair(tournament: UUID, fold: TournamentFold, step: Step) -> None:
    rounds.pair(tournament=tournament, by=None)


def _publish(tournament: UUID, fold: TournamentFold, step: Step) -> None:
    rounds.publish_pairing(tournament=tournament, by=None)


def _begin(tournament: UUID, fold: TournamentFold, step: Step) -> None:
    rounds.begin_round(tournament=tournament, by=None)


def _start_board(tournament: UUID, fold: TournamentFold, step: Step) -> None:
    appointments.start_board(tournament=tournament, round=step.round, board=step.board)


def _forfeit(tournament: UUID, fold: TournamentFold, step: Step) -> None:
    results.forfeit(
        tournament=tournament,
        round=step.round,
        board=step.board,
        entries=step.entries,
        by=None,
        expected=fold.version,
    )


def _finish(tournament: UUID, fold: TournamentFold, step: Step) -> None:
    rounds.finish(tournament=tournament, by=None)


_DO: Mapping[Do, Callable[[UUID, TournamentFold, Step], None]] = {
    Do.START: _start,
    Do.PAIR: _pair,
    Do.PUBLISH: _publish,
    Do.BEGIN: _begin,
    Do.START_BOARD: _start_board,
    Do.FORFEIT: _forfeit,
    Do.FINISH: _finish,
}


# -- telling --------------------------------------------------------------------------------------


def tell_people(tournament: UUID) -> None:
    """Tells people how things stand, each of them each thing once, and takes back what is no longer so.

    Side effects: writes and deletes notices.
    """
    _opened, fold = open_tournament(tournament)
    if fold.status is Status.DRAFT or Tournament.objects.filter(id=tournament, imported=True, ended=None).exists():
        return
    now = timezone.now()
    away = [*missing(fold, now=now), *_without_set_up(tournament, fold, now)]
    codes = (*stuck(fold, now=now), *(["called-off"] if overdue_results(tournament) else []))
    found = dues(published(fold), now=now, missing=away, stuck=codes)
    untold = withdraw_all_but(tournament, found)
    for one in fold.taken_back:
        if now - one.at <= LATELY:
            withdraw_decided(tournament, round=one.round, boards=one.boards, before=one.at)
    told = tell_once(tournament, untold)
    _tell_badges(tournament, fold, told)
    incremental.saw(tournament, fold, whole=True)


def _tell_at_boards(tournament: UUID) -> None:
    """The same, where some boards of a large event have moved on and nothing else has."""
    _opened, fold = open_tournament(tournament)
    boards = incremental.moved_boards(tournament, fold)
    if boards is None:  # a step was done
        tell_people(tournament)
        return
    round = fold.rounds[-1]
    sitting = {one for number in boards if (board := round.board(number)) for one in board.entries}
    players = {player for entry in sitting for player in fold.entries[entry].players}
    found = dues_at(fold, boards, now=timezone.now())
    withdraw_at(tournament, round.number, boards, found, players | fold.roles.keys())
    _tell_badges(tournament, fold, tell_once(tournament, found))
    incremental.saw(tournament, fold, whole=False)


def _tell_badges(tournament: UUID, fold: TournamentFold, told: Iterable[UUID]) -> None:
    """The badges of open pages count anew."""
    news = {"k": f"t-{key_of(tournament)}", "v": published(fold).version}
    publish(*((player_topic(player), news) for player in told))


def _without_set_up(tournament: UUID, fold: TournamentFold, now: datetime) -> list[Missing]:
    """Entries whose game waits for their set-up, and loses half of its time to make it."""
    if fold.terms.no_show is None or not fold.rounds:
        return []
    places = {
        row.game: (row.round, row.board)
        for row in TournamentGame.objects.filter(tournament=tournament, decided=False, round=len(fold.rounds))
    }
    soon = now + timedelta(seconds=fold.terms.no_show) / 2
    late = Game.objects.filter(id__in=places, status=Game.Status.WAITING, due__gt=now, due__lte=soon)
    found = []
    for game in late.prefetch_related("seats"):
        for seat in game.seats.all():
            entry = fold.entry_of(seat.player_id)
            if not seat.ready and entry is not None and game.due is not None:
                found.append(Missing(*places[game.id], entry.number, game.due))
    return found

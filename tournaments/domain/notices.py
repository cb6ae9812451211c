"""Notices of tournaments, each sent once.

`tournaments.domain.queries.due_notices` computes from the fold what is to be sent, as often as wanted: a row for each
notice keeps it from being sent again. So nothing is lost with a process, and tasks that run twice send nothing twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.db import connection, transaction
from django.utils import timezone

from games.models import Game, key_of
from notices.domain.wishes import Want, default
from notices.models import Kind, Notice, Wish
from realtime.changes import publish
from realtime.topics import player_topic
from tournaments.domain import incremental
from tournaments.domain.calendar import Missing, missing, stuck
from tournaments.domain.command_handler import open_tournament
from tournaments.domain.queries.due_notices import LATELY, Due, dues, dues_at
from tournaments.domain.queries.tournaments import overdue_results
from tournaments.domain.state import Status, TournamentFold, published
from tournaments.models import Tournament, TournamentGame

OF_THE_ROUND = frozenset(
    {
        Kind.PAIRED,
        Kind.BEGUN,
        Kind.TIME_PROPOSED,
        Kind.TIME_AGREED,
        Kind.TIME_REFUSED,
        Kind.APPOINTMENT,
        Kind.DEADLINE,
        Kind.NO_SHOW,
        Kind.CLAIMED,
        Kind.DISPUTED,
    }
)
"""What is no news any more when the next round is paired."""

PASSING = frozenset(
    {Kind.INVITED, Kind.CHECK_IN, Kind.NOT_BEGUN, *OF_THE_ROUND, Kind.CHALLENGED, Kind.CALL, Kind.BLOCKED}
)
"""Kinds that are taken back when they are no longer so; the others say what happened and stay."""

_TELL = """
INSERT INTO notices_toldoftournament (player_id, kind, tournament, round, board, version, created)
SELECT p.id, d.kind, %(tournament)s, d.round, d.board, d.version, %(now)s
FROM unnest(%(players)s::uuid[], %(kinds)s::text[], %(rounds)s::int[], %(boards)s::int[], %(versions)s::int[])
  AS d (player, kind, round, board, version)
JOIN players_player p ON p.id = d.player AND p.account_id IS NOT NULL AND NOT p.bot
ON CONFLICT DO NOTHING
RETURNING player_id, kind, round, board, version
"""


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
    result = dues(published(fold), now=now, missing=away, stuck=codes)
    untold = withdraw_all_but(tournament, result)
    for back in fold.taken_back:
        if now - back.at <= LATELY:
            withdraw_decided(tournament, round=back.round, boards=back.boards, before=back.at)
    once = tell_once(tournament, untold)
    _tell_badges(tournament, fold, once)
    incremental.saw(tournament, fold, whole=True)


def tell_at_boards(tournament: UUID) -> None:
    """The same, where some boards of a large event have moved on and nothing else has."""
    _opened, fold = open_tournament(tournament)
    boards = incremental.moved_boards(tournament, fold)
    if boards is None:  # a step was done
        tell_people(tournament)
        return
    round = fold.rounds[-1]
    sitting = {entry for number in boards if (board := round.board(number)) for entry in board.entries}
    players = {player for entry in sitting for player in fold.entries[entry].people}
    result = dues_at(fold, boards, now=timezone.now())
    withdraw_at(tournament, round.number, boards, result, players | fold.roles.keys())
    _tell_badges(tournament, fold, tell_once(tournament, result))
    incremental.saw(tournament, fold, whole=False)


def _tell_badges(tournament: UUID, fold: TournamentFold, ids: Iterable[UUID]) -> None:
    """The badges of open pages count anew."""
    news = {"k": f"t-{key_of(tournament)}", "v": published(fold).version}
    publish(*((player_topic(player), news) for player in ids))


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
    results = []
    for game in late.prefetch_related("seats"):
        for seat in game.all_seats:
            entry = fold.entry_of(seat.player_id)
            if not seat.ready and entry is not None and game.due is not None:
                results.append(Missing(*places[game.id], entry.number, game.due))
    return results


def tell_once(tournament: UUID, dues: Sequence[Due]) -> frozenset[UUID]:
    """Tells players what they have not been told of yet, where they want to be told of it.

    Side effects: writes notices, and that these were told, in one transaction of few statements.

    Returns:
        The players who were told something.
    """
    if not dues:
        return frozenset()
    with transaction.atomic():
        fresh = _told_now(tournament, dues)
        notices = [
            Notice(
                player_id=due.player,
                kind=due.kind,
                tournament=tournament,
                round=due.round,
                board=due.board,
                version=due.version,
                created=timezone.now(),
                shown=want.page,
                mail=Notice.Mail.WAITING if want.mail else Notice.Mail.NONE,
            )
            for due, want in zip(fresh, _wanted(fresh), strict=True)
            if want.page or want.mail
        ]
        Notice.objects.bulk_create(notices)
    return frozenset(notice.player_id for notice in notices)


def _told_now(tournament: UUID, dues: Sequence[Due]) -> list[Due]:
    """Those of the dues that nobody has told before, in their order; from now on they are told. Who has no account is
    left out.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            _TELL,
            {
                "tournament": tournament,
                "now": timezone.now(),
                "players": [due.player for due in dues],
                "kinds": [due.kind.value for due in dues],
                "rounds": [due.round for due in dues],
                "boards": [due.board for due in dues],
                "versions": [due.version for due in dues],
            },
        )
        result = {Due(player, Kind(kind), *rest) for player, kind, *rest in cursor.fetchall()}
    return [due for due in dict.fromkeys(dues) if due in result]


def _wanted(dues: Iterable[Due]) -> list[Want]:
    asked = list(dues)
    rows = Wish.objects.filter(player__in={due.player for due in asked}, kind__in={due.kind for due in asked})
    wishes = {(row.player_id, row.kind): Want(row.page, row.mail) for row in rows}
    return [wishes.get((due.player, due.kind), default(due.kind)) for due in asked]


def withdraw_all_but(tournament: UUID, dues: Iterable[Due]) -> list[Due]:
    """Takes back what players were told of a tournament and is no longer so.

    Returns:
        Those of which nobody holds such a notice: of a large event few, where one result has changed.
    """
    standing = {(due.player, due.kind.value, due.round, due.board, due.version): due for due in dues}
    rows = Notice.objects.filter(tournament=tournament, kind__in=PASSING)
    gone = []
    # As plain rows: there is one for every player who waits for a board, and this is asked after each result.
    read = rows.values_list("id", "player_id", "kind", "round", "board", "version")
    for id, player, kind, round, board, version in read:
        if standing.pop((player, kind, round, board, version), None) is None:
            gone.append(id)
    if gone:
        Notice.objects.filter(id__in=gone).delete()
    return list(standing.values())


def withdraw_at(tournament: UUID, round: int, boards: Sequence[int], dues: Iterable[Due], who: Iterable[UUID]) -> None:
    """Takes back what players were told of some boards and is no longer so.

    Args:
        tournament: its id.
        round, boards: numbers from 1.
        dues: all that is so at these boards now.
        who: everybody who may have been told.
    """
    standing = {(due.player, due.kind.value, due.board, due.version) for due in dues}
    notices = Notice.objects.filter(player__in=set(who), tournament=tournament, round=round, board__in=boards)
    rows = notices.filter(kind__in=PASSING).values_list("id", "player_id", "kind", "board", "version")
    gone = [id for id, *row in rows if tuple(row) not in standing]
    if gone:
        Notice.objects.filter(id__in=gone).delete()


def withdraw_decided(tournament: UUID, *, round: int, boards: Iterable[int], before: datetime) -> None:
    """Takes back what players were told of results at boards that were taken back at `before`.

    Args:
        tournament: its id.
        round, boards: numbers from 1.
        before: an aware time; what was told later stays.
    """
    notices = Notice.objects.filter(tournament=tournament, kind=Kind.DECIDED, round=round, board__in=list(boards))
    notices.filter(created__lte=before).delete()

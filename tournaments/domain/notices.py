"""Telling people of tournaments, each thing once.

What there is to tell follows from how a tournament stands (`tournaments.domain.dues`), and may be found out as often as
one likes: a row for each thing told keeps it from being told again. So nothing is lost with a process, and nothing is
told twice by tasks that run twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from uuid import UUID

from django.db import connection, transaction
from django.utils import timezone

from notices.domain.wishes import Want, default
from notices.models import Kind, Notice, Wish
from tournaments.domain.dues import Due

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

PASSING = frozenset({Kind.INVITED, Kind.CHECK_IN, Kind.NOT_BEGUN, *OF_THE_ROUND, Kind.CALL, Kind.BLOCKED})
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
        told = {Due(player, Kind(kind), *rest) for player, kind, *rest in cursor.fetchall()}
    return [due for due in dict.fromkeys(dues) if due in told]


def _wanted(dues: Iterable[Due]) -> list[Want]:
    """Where the player of each wants to be told of it."""
    asked = list(dues)
    rows = Wish.objects.filter(player__in={due.player for due in asked}, kind__in={due.kind for due in asked})
    wishes = {(row.player_id, row.kind): Want(row.page, row.mail) for row in rows}
    return [wishes.get((due.player, due.kind), default(due.kind)) for due in asked]


def withdraw_all_but(tournament: UUID, dues: Iterable[Due]) -> list[Due]:
    """Takes back what players were told of a tournament and is no longer so.

    Args:
        dues: all that is so now.

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
    told = Notice.objects.filter(player__in=set(who), tournament=tournament, round=round, board__in=boards)
    rows = told.filter(kind__in=PASSING).values_list("id", "player_id", "kind", "board", "version")
    gone = [id for id, *told in rows if tuple(told) not in standing]
    if gone:
        Notice.objects.filter(id__in=gone).delete()


def withdraw_decided(tournament: UUID, *, round: int, boards: Iterable[int], before: datetime) -> None:
    """Takes back what players were told of results at boards that were taken back at `before`.

    Args:
        tournament: its id.
        round, boards: numbers from 1.
        before: an aware time; what was told later stays.
    """
    told = Notice.objects.filter(tournament=tournament, kind=Kind.DECIDED, round=round, board__in=list(boards))
    told.filter(created__lte=before).delete()

"""Sending, listing, reading and withdrawing notices.

A notice is outdated when it is no longer true: the move is made, the offer declined, the challenge withdrawn. Then it
is neither shown nor counted nor sent. The room of its kind decides (`notices.py` there).
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from functools import cache
from uuid import UUID

from django.utils import timezone

from eventlog.sources import new_id
from eventlog.statements import Columns, Statement, execute
from games.models import key_of
from notices.domain.wishes import default
from notices.kinds.truth import still_true, unread_of
from notices.models import ABOUT, Kind, Notice

LISTED = 100  # notices on the page
COUNTED = 100  # unread ones that are looked at; no header shows more
MAILED_WITHIN = timedelta(days=1)  # what could not be sent for so long is old


def notify(
    player_id: UUID,
    kind: str,
    *,
    game: UUID | None = None,
    actor: UUID | None = None,
    version: int = 0,
    tournament: UUID | None = None,
    round: int = 0,
    board: int = 0,
    mail: bool = True,
) -> Notice | None:
    """Notifies a player, if the player wants it.

    Side effects: writes a notice; an e-mail follows within two minutes, if it is still true then and not read.
    Nothing happens without an account, or while the same notice is unread.

    Args:
        player_id: the random id of the player.
        kind: a value of `Kind`.
        game: the id of its game.
        actor: the id of the player whose doing it is.
        version: for what concerns a turn, `Game.turn_version`.
        tournament, round, board: its place, for a notice about a tournament; rounds and boards count from 1.
        mail: False for what would come too late by e-mail, as a seek for a live game. (Of a live game itself nothing is
            mailed in any case.)

    Raises:
        ValueError: there is no such kind.
    """
    about = (game, actor, version, tournament, round, board)
    rows = [
        row
        for statement in _telling([player_id], kind, about, mail=mail)
        for row in execute(statement.sql, statement.rows[0])
    ]
    return next(map(_NOTICE.object, rows), None)


def telling_all(
    player_ids: Iterable[UUID], kind: str, *, game: UUID, by: UUID | None = None, people_alone: bool = False
) -> list[Statement]:
    """Rows with the same notice about a game for several players, to be written by the caller; otherwise as `notify`.

    Args:
        player_ids: the random ids of the players.
        kind, game: as for `notify`.
        by: the acting account, which gets no notice.
        people_alone: no notices if a bot is among them.
    """
    about = (game, None, 0, None, 0, 0)
    return _telling(player_ids, kind, about, by=by, people_alone=people_alone)


def notify_each(
    player_ids: Iterable[UUID],
    kind: str,
    *,
    game: UUID | None = None,
    actor: UUID | None = None,
    mail: bool = True,
) -> None:
    """Tells several players the same, in one statement; otherwise as `notify`.

    Args:
        player_ids: the random ids of the players.
        kind, game, actor, mail: as for `notify`.
    """
    for statement in _telling(player_ids, kind, (game, actor, 0, None, 0, 0), mail=mail):
        execute(statement.sql, statement.rows[0])


_NOTICE = Columns(Notice, "notices_notice")
_TELL = """
INSERT INTO notices_notice
    (id, player_id, kind, game, actor, version, tournament, round, board, created, read, shown, mail)
SELECT told.id, p.id, about.kind, about.game, about.actor, about.version, about.tournament, about.round, about.board,
    %s, NULL, wanted.page, CASE WHEN wanted.mail THEN 'waiting' ELSE 'none' END
FROM (VALUES {people}) AS told (id, player)
CROSS JOIN (VALUES (%s::text, %s::uuid, %s::uuid, %s::int4, %s::uuid, %s::int2, %s::int2))
    AS about (kind, game, actor, version, tournament, round, board)
CROSS JOIN LATERAL (
    SELECT one.id, one.account_id FROM players_player one
    WHERE one.id = told.player AND one.account_id IS NOT NULL AND NOT one.bot
    LIMIT 1  -- or the planner may read all players
    FOR KEY SHARE  -- as the foreign key will: of an account that is being deleted it is waited for, and nobody is told
) p
LEFT JOIN notices_wish w ON w.player_id = p.id AND w.kind = about.kind
CROSS JOIN LATERAL (SELECT coalesce(w.page, %s) AS page, coalesce(w.mail, %s) AND %s AS mail) wanted
WHERE (wanted.page OR wanted.mail) AND p.account_id IS DISTINCT FROM %s::uuid
    AND NOT (%s AND EXISTS (SELECT FROM players_player b WHERE b.id IN ({ids}) AND b.bot))
    AND NOT EXISTS (
        SELECT FROM notices_notice n WHERE n.player_id = p.id AND n.kind = about.kind AND n.read IS NULL
            AND coalesce(n.game, n.tournament, n.actor, n.player_id)
                = coalesce(about.game, about.tournament, about.actor, p.id)
            AND n.game IS NOT DISTINCT FROM about.game AND n.actor IS NOT DISTINCT FROM about.actor
            AND n.version = about.version AND n.tournament IS NOT DISTINCT FROM about.tournament
            AND n.round = about.round AND n.board = about.board
    )
RETURNING {columns}
"""


@cache
def _tell(people: int) -> bytes:
    """The statement for so many people: as a list the planner would take them for more, and plan it anew each time."""
    values, ids = ", ".join(["(%s::uuid, %s::uuid)"] * people), ", ".join(["%s::uuid"] * people)
    return _TELL.format(people=values, ids=ids, columns=_NOTICE.sql).encode()


def _telling(
    player_ids: Iterable[UUID],
    kind: str,
    about: tuple[UUID | None, UUID | None, int, UUID | None, int, int],
    *,
    mail: bool = True,
    by: UUID | None = None,
    people_alone: bool = False,
) -> list[Statement]:
    """The statement that writes the notices that are wanted and not there yet; none without players."""
    what, people = Kind(kind), list(dict.fromkeys(player_ids))
    usual = default(what)
    if not people:
        return []
    ids = [value for player in people for value in (new_id(), player)]
    values = (timezone.now(), *ids, what.value, *about, usual.page, usual.mail, mail, by, people_alone, *people)
    return [Statement("notices_notice", _tell(len(people)), [values])]


def notices_of(player_id: UUID) -> list[Notice]:
    """What the page shows to a player, the newest first."""
    return still_true(list(Notice.objects.filter(player=player_id, shown=True).order_by("-created", "id")[:LISTED]))


def unread(player_id: UUID, *, looking_at: str | None = None) -> int:
    """How many notices a player has not read, at most 100.

    Args:
        looking_at: the key of the game on the player's page: its notices become read.
    """
    notices = unread_of(player_id, COUNTED)
    there = {notice.id for notice, _holds in notices if notice.game is not None and key_of(notice.game) == looking_at}
    if there:
        Notice.objects.filter(id__in=there).update(read=timezone.now())
    return sum(holds for notice, holds in notices if notice.id not in there)


def mark_read(player_id: UUID, *, notice: UUID | None = None, game: UUID | None = None) -> None:
    """Marks notices of a player as read: one of them, those about a game, or all. What is read is not sent.

    Args:
        player_id: the random id of the player.
        notice: one of them.
        game: those about this game.
    """
    rows = Notice.objects.filter(player=player_id, read=None)
    if notice is not None:
        rows = rows.filter(id=notice)
    if game is not None:
        rows = rows.alias(about=ABOUT).filter(about=game, game=game)
    rows.update(read=timezone.now())


def withdraw(
    kind: str,
    *,
    player_id: UUID | None = None,
    game: UUID | None = None,
    actor: UUID | None = None,
    tournament: UUID | None = None,
) -> None:
    """Takes notices back that are no longer so: those of a kind with all of what is given.

    Args:
        kind: a value of `Kind`.
        player_id, game, actor, tournament: as for `notify`; None for any.

    Raises:
        ValueError: nothing but the kind is given, or there is no such kind.
    """
    if player_id is None and game is None and actor is None and tournament is None:
        raise ValueError("say whose notices, about which game or tournament, or by whom")
    rows = Notice.objects.filter(kind=Kind(kind))
    for name, value in (("player", player_id), ("game", game), ("actor", actor), ("tournament", tournament)):
        if value is not None:
            rows = rows.filter(**{name: value})
    rows.delete()

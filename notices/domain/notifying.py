"""What is done with notices: telling a player something, listing, reading, taking back.

A notice is out of date when it says what is no longer so: the move is made, the offer declined, the challenge taken
back. Then it is neither shown nor counted nor sent; the room of its kind decides (`kinds.py`).
"""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.utils import timezone

from games.models import key_of
from notices.domain.wishes import want
from notices.kinds.truth import still_true
from notices.models import Kind, Notice
from players.models import Player

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
    """Tells a player something, where the player wants to be told of it.

    Side effects: writes a notice; an e-mail follows within two minutes, if it is still true then and not read.
    Nothing happens for who has no account, and while the same is said already and not read.

    Args:
        player_id: the random id of the player.
        kind: a value of `Kind`.
        game: the id of the game that it is about.
        actor: the id of the player whose doing it is.
        version: for what concerns a turn, `Game.turn_version`.
        tournament, round, board: where it is, if it is about a tournament; rounds and boards count from 1.
        mail: False for what would come too late by e-mail, as a seek for a live game. (Of a live game itself nothing is
            mailed in any case.)

    Raises:
        ValueError: there is no such kind.
    """
    what = Kind(kind)
    wanted = want(player_id, what)
    mailed = wanted.mail and mail
    if not (wanted.page or mailed):
        return None
    if not Player.objects.filter(id=player_id, account__isnull=False, bot=False).exists():
        return None
    about = {"game": game, "actor": actor, "version": version, "tournament": tournament, "round": round, "board": board}
    if Notice.objects.filter(player=player_id, kind=what, read=None, **about).exists():
        return None
    return Notice.objects.create(
        player_id=player_id,
        kind=what,
        **about,
        created=timezone.now(),
        shown=wanted.page,
        mail=Notice.Mail.WAITING if mailed else Notice.Mail.NONE,
    )


def notices_of(player_id: UUID) -> list[Notice]:
    """What the page shows to a player, the newest first."""
    return still_true(list(Notice.objects.filter(player=player_id, shown=True).order_by("-created", "id")[:LISTED]))


def unread(player_id: UUID, *, looking_at: str | None = None) -> int:
    """How many notices a player has not read, at most 100.

    Args:
        looking_at: the key of the game whose page the player is being shown: what is told of it is read by that.
    """
    rows = list(Notice.objects.filter(player=player_id, shown=True, read=None)[:COUNTED])
    there = {notice.id for notice in rows if notice.game is not None and key_of(notice.game) == looking_at}
    if there:
        Notice.objects.filter(id__in=there).update(read=timezone.now())
    return len(still_true([notice for notice in rows if notice.id not in there]))


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
        rows = rows.filter(game=game)
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

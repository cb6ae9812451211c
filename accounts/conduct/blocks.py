"""Blocks between players: neither of the two can challenge or talk to the other."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db.models import Exists, OuterRef, Q

from accounts.models import Block, Player
from eventlog.statements import execute

MOST = 1000
"""Players that one can block. By how many one is blocked has no bound, so nothing reads all blocks of a player."""


class TooManyBlocks(Exception):
    """Somebody has blocked as many players as one can."""


def blocked(a: Player, b: Player) -> bool:
    """Whether either of two players has blocked the other."""
    return bool(blocked_among(a.pk, [b.pk]))


def blocked_among(player: UUID, others: Iterable[UUID]) -> set[UUID]:
    """Those of some players between whom and this one there is a block, either way, by their ids: in one query."""
    ids = [*set(others)]
    return {id_ for (id_,) in execute(_AMONG, (player, ids, player, ids))} if ids else set()


_AMONG = b"""
SELECT blocked_id FROM players_block WHERE blocker_id = %s AND blocked_id = ANY(%s)
UNION SELECT blocker_id FROM players_block WHERE blocked_id = %s AND blocker_id = ANY(%s)
"""


def not_blocked(player: UUID, column: str) -> Q:
    """The condition of a list that there is no block, either way, between a player and whom a column names.

    Each row that the list reads is looked up; two conditions, so that PostgreSQL may stop at the end of a page.
    """
    made = Block.objects.filter(blocker=player, blocked=OuterRef(column))
    met = Block.objects.filter(blocker=OuterRef(column), blocked=player)
    return ~Q(Exists(made)) & ~Q(Exists(met))


def between(player: UUID, other: UUID) -> tuple[bool, bool]:
    """Whether a player has blocked another one, and whether that one has blocked the player."""
    made, met = execute(_BETWEEN, (player, other, other, player))[0]
    return made, met


_BETWEEN = b"""
SELECT EXISTS (SELECT FROM players_block WHERE blocker_id = %s AND blocked_id = %s),
    EXISTS (SELECT FROM players_block WHERE blocker_id = %s AND blocked_id = %s)
"""


def blocks(*, blocker: Player, target: Player) -> bool:
    """Whether `blocker` has blocked `target`, this way round."""
    return bool(execute(_MADE, (blocker.pk, target.pk)))


_MADE = b"SELECT FROM players_block WHERE blocker_id = %s AND blocked_id = %s"


def blocked_by(blocker: Player, size: int, *, after: str = "") -> tuple[list[str], bool]:
    """A page of the names of blocked players, in order; and whether there are more.

    Args:
        blocker: the blocking player.
        size: of the page.
        after: a name; the page begins below it.
    """
    players = Player.objects.filter(blocked_by__blocker=blocker, name__gt=after).order_by("name")
    names = list(players.values_list("name", flat=True)[: size + 1])
    return names[:size], len(names) > size


def block(*, blocker: Player, target: Player) -> None:
    """Block a player; doing it twice changes nothing.

    Raises:
        ValueError: nobody can block themselves.
        TooManyBlocks: `MOST` players are blocked by this one already.
    """
    if blocker.pk == target.pk:
        raise ValueError("a player cannot block itself")
    if not blocks(blocker=blocker, target=target) and Block.objects.filter(blocker=blocker).count() >= MOST:
        raise TooManyBlocks
    Block.objects.bulk_create([Block(blocker=blocker, blocked=target)], ignore_conflicts=True)


def unblock(*, blocker: Player, target: Player) -> None:
    """Take a block back, if there is one."""
    Block.objects.filter(blocker=blocker, blocked=target).delete()

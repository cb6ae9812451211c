"""Blocks between players: who is blocked can neither challenge nor talk to who blocked, nor the other way round."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Q

from players.models import Block, Player

MOST = 1000
"""Players that one can block: whatever a list leaves out because of blocks is asked for with each of its pages."""


class TooManyBlocks(Exception):
    """Somebody has blocked as many players as one can."""


def blocked(a: Player, b: Player) -> bool:
    """Whether either of two players has blocked the other."""
    return Block.objects.filter(Q(blocker=a, blocked=b) | Q(blocker=b, blocked=a)).exists()


def blocked_ids(player_id: UUID) -> set[UUID]:
    """The ids of all players between whom and this one there is a block, either way: for lists, in one query."""
    rows = Block.objects.filter(Q(blocker=player_id) | Q(blocked=player_id)).values_list("blocker_id", "blocked_id")
    return {one for row in rows for one in row} - {player_id}


def blocks(*, blocker: Player, target: Player) -> bool:
    """Whether `blocker` has blocked `target`, this way round."""
    return Block.objects.filter(blocker=blocker, blocked=target).exists()


def blocked_by(blocker: Player, size: int, *, after: str = "") -> tuple[list[str], bool]:
    """A page of the names of whom somebody has blocked, by name; and whether there are more.

    Args:
        blocker: who has.
        size: of the page.
        after: a name; the page begins below it.
    """
    found = Player.objects.filter(blocked_by__blocker=blocker, name__gt=after).order_by("name")
    names = list(found.values_list("name", flat=True)[: size + 1])
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

"""What moderators decided about a player, as that player reads it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from accounts.conduct.restrictions import BARS
from accounts.conduct.words import barred_text, length_text, rule_text, state_text, url_of
from accounts.models import Penalty, Player
from web.keyset import Key, Page, PageCursor, page_of

MOST = 100
"""Penalties on a page, the newest first."""


_BARRING = sorted(frozenset().union(*BARS.values()))


_CHANGING = (Penalty.Kind.RATING, Penalty.Kind.ANNULLED, Penalty.Kind.FORFEITED)


@dataclass(frozen=True, slots=True)
class PenaltyPart:
    """A penalty as its player sees it.

    Attributes:
        now: whether it keeps the player from something.
        stands: whether it is in force and forbids nothing: a result or a rating that was changed.
        says: what it keeps the player from; "" for nothing, or if it is over.
        by: the name of the deciding moderator; "" if that account is deleted.
        reason: in words; "" if they are erased, or on a list.
    """

    penalty: Penalty
    now: bool
    stands: bool
    url: str
    kind: str
    rule: str
    length: str
    state: str
    says: str
    by: str
    reason: str = ""

    @property
    def asks(self) -> bool:
        """Whether the player has to say to have read it."""
        return self.now and self.penalty.kind == Penalty.Kind.WARNING and self.penalty.acknowledged_at is None


def parts_of(penalties: Iterable[Penalty], at: datetime) -> list[PenaltyPart]:
    """Penalties in words, with the names of who decided in one query."""
    rows = list(penalties)
    names = dict(Player.objects.filter(pk__in={row.by for row in rows if row.by}).values_list("pk", "name"))
    return [
        PenaltyPart(
            penalty=row,
            now=row.in_force(at) and row.kind in _BARRING,
            stands=row.in_force(at) and row.kind in _CHANGING,
            url=url_of(row),
            kind=row.get_kind_display(),
            rule=rule_text(row.rule),
            length=length_text(row),
            state=state_text(row, at),
            says=barred_text(row) if row.in_force(at) else "",
            by=names.get(row.by, "") if row.by else "",
        )
        for row in rows
    ]


def penalties_of(player: Player, size: int, beside: Key | None) -> Page[Penalty]:
    """A page of what was decided about somebody, the newest first.

    Args:
        player: about whom.
        size: of the page.
        beside: `key_of_penalty` of the one above the page; None for the newest.
    """
    return page_of(Penalty.objects.filter(player=player.pk), size, PageCursor(beside), ("begins", "id"))


def key_of_penalty(player: Player, named: str) -> Key | None:
    """The place of a penalty of the player in the list; None if there is none with this id."""
    try:
        id = UUID(named)
    except ValueError:
        return None
    return Penalty.objects.filter(pk=id, player=player.pk).values_list("begins", "id").first()

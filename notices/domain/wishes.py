"""What a player wants to be told, and how: on the page, by e-mail, both or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple
from uuid import UUID

from notices.kinds.registry import kind_of
from notices.models import Kind, Wish


class Want(NamedTuple):
    """Where a kind of notice is wanted."""

    page: bool
    mail: bool


def default(kind: Kind) -> Want:
    return Want(page=True, mail=kind_of(kind).mail)


def want(player_id: UUID, kind: Kind) -> Want:
    row = Wish.objects.filter(player=player_id, kind=kind).first()
    return default(kind) if row is None else Want(row.page, row.mail)


def wants(player_id: UUID) -> dict[Kind, Want]:
    rows = {row.kind: Want(row.page, row.mail) for row in Wish.objects.filter(player=player_id)}
    return {kind: rows.get(kind, default(kind)) for kind in Kind}


def wish(player_id: UUID, chosen: Mapping[Kind, Want]) -> None:
    Wish.objects.bulk_create(
        [Wish(player_id=player_id, kind=kind, page=item.page, mail=item.mail) for kind, item in chosen.items()],
        update_conflicts=True,
        unique_fields=("player", "kind"),
        update_fields=("page", "mail"),
    )


def stop_mail(player_id: UUID, kind: Kind) -> None:
    """No more e-mail of this kind; the page stays as it was. Doing it twice changes nothing."""
    wish(player_id, {kind: want(player_id, kind)._replace(mail=False)})

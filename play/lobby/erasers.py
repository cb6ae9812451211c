"""What the lobby forgets of a player who leaves the service, and which guests it keeps."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import OuterRef, QuerySet
from django.utils import timezone

from accounts.erasing.deletion import eraser
from accounts.people.guests import is_busy
from play.lobby.models import Place, Seek


@eraser
def erase_seeks(player: UUID, account: UUID | None) -> None:
    """Deletes the player's seeks and frees its places; a challenge to this player alone is over for its host too."""
    places = Place.objects.filter(player=player)
    for place in places.select_related("seek").filter(over=False, seek__state=Seek.State.OPEN):
        if place.seek.kind == Seek.Kind.DIRECT and (place.seek.size == 2 or place.seek.rematch_of is not None):
            Seek.objects.filter(id=place.seek_id).update(state=Seek.State.DECLINED, ended=timezone.now())
            Place.objects.filter(seek=place.seek_id).update(over=True)
    places.delete()
    Seek.objects.filter(host=player).delete()


@is_busy
def open_tables(account: OuterRef) -> QuerySet[Any]:
    """The places of a guest at tables that fill up."""
    return Place.objects.filter(player__account=account, joined=True, over=False, seek__state=Seek.State.OPEN)

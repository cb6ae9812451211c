"""How often a day a player may challenge others, the same player less often (`accounts.conduct.allowances`)."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from accounts.conduct.allowances import What, most, spend
from accounts.models import Player
from games.rules import Illegal, Refusal


def approach(player: UUID, others: Sequence[UUID]) -> None:
    """Counts that a player draws others into something: invites, challenges, asks to be a partner, gives a role.

    Side effects: as `spend`; the caller's transaction takes them back if it refuses.

    Raises:
        Illegal: `too-many-invitations` (`most`) in a day; `invited-enough` (`name`, `most`): one of them so often.
    """
    if not spend(player, What.INVITATIONS, len(others)):
        raise Illegal(Refusal("too-many-invitations", {"most": most(What.INVITATIONS)}))
    for other in others:
        if not spend(player, What.INVITATIONS_TO, to=other):
            name = Player.objects.filter(id=other).values_list("name", flat=True).first()
            raise Illegal(Refusal("invited-enough", {"name": name, "most": most(What.INVITATIONS_TO)}))

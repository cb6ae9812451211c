"""Nobody decides the own case: who sits at a board does not rule there, whatever the role."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from accounts.models import Player
from tournaments.domain.state import TournamentFold


def is_own_case(now: TournamentFold, player: UUID | None, entries: Collection[int]) -> bool:
    """Whether a decision about these entries is one about a player's own board.

    Across a real board the other side may have no account, and nobody could confirm a result. So it is taken from a
    player with a role there. The log says who recorded it.

    Args:
        now: the tournament as it stands.
        player: who decides; None for the service, which plays nowhere.
        entries: those of the board.
    """
    if player is None or not any(player in now.entries[entry].players for entry in entries):
        return False
    others = [
        one for entry in entries for one in now.entries[entry].players if player not in now.entries[entry].players
    ]
    return not now.terms.real or Player.objects.filter(id__in=others, account__isnull=False).exists()

"""Whom events take for a person: who plays in one does not become a bot, which comes by invitation alone."""

from __future__ import annotations

from uuid import UUID

from accounts.people.bots import counts_on
from tournaments.domain.succession import GOING
from tournaments.models import TournamentEntry


@counts_on
def plays_in_events(player: UUID) -> bool:
    """Whether a player has entered an event that is not over. Who was taken out counts too: they may come back."""
    return TournamentEntry.objects.filter(player=player, place=None, tournament__status__in=GOING).exists()

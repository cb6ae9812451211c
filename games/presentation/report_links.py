"""Who at a game can be reported, and where."""

from __future__ import annotations

from uuid import UUID

from django.urls import reverse
from django.utils.http import urlencode

from accounts.models import Player
from games.models import Game


def people_at(game: Game, reporter: UUID | None) -> tuple[Player, ...]:
    """Those at a game whom somebody else can report: no programs, and nobody without an account.

    Args:
        game: with its seats.
        reporter: who would, and is left out.
    """
    there = {seat.player.pk: seat.player for seat in game.all_seats if seat.player is not None}
    return tuple(
        player for player in there.values() if player.account_id is not None and player.member and player.pk != reporter
    )


def report_url(game: Game, reporter: Player | None) -> str:
    """Where somebody reports a game; "" for guests and visitors, and where nobody sits who could be reported."""
    if reporter is None or reporter.guest or not people_at(game, reporter.pk):
        return ""
    return f"{reverse('players:report')}?{urlencode({'game': game.key})}"

"""Who may not handle a case because of games: who sits at one that it is about, and who has just played the player.

Each of them is told the `cases`, the id of the `moderator`'s player, and the `things` that the cases are about.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from django.utils import timezone

from accounts.cases.models import Case
from accounts.cases.registry import Things, excluded
from eventlog.statements import execute
from games.domain.reportables import games_of
from games.models import GameSeat

A_WEEK = timedelta(days=7)
"""So long after a game those who sat at it are opponents, or partners, of this week."""


@excluded
def own_games(cases: Sequence[Case], moderator: UUID, things: Things) -> dict[UUID, str]:
    """Cases about a game of the moderator, or about something that belongs to one."""
    games = games_of(one for some in things.values() for one in some)
    if not games:
        return {}
    seats = GameSeat.objects.filter(game__in=set(games.values()), player=moderator)
    mine = set(seats.values_list("game_id", flat=True))
    return {case: "own-game" for case, some in things.items() if any(games.get(one) in mine for one in some)}


_MET = b"""
WITH mine AS (
    SELECT game_id FROM games_gameseat WHERE player_id = %s AND over_at IS NULL
    UNION SELECT game_id FROM games_gameseat WHERE player_id = %s AND over_at IS NOT NULL AND over_at >= %s
)
SELECT DISTINCT s.player_id FROM mine JOIN games_gameseat s ON s.game_id = mine.game_id
WHERE s.player_id = ANY(%s::uuid[])
"""


@excluded
def opponents(cases: Sequence[Case], moderator: UUID, things: Things) -> dict[UUID, str]:
    """Cases about somebody with whom the moderator sits at a game, or sat at one that was over within a week."""
    about = {one.about for one in cases if one.about is not None and one.about != moderator}
    if not about:
        return {}
    met = {row[0] for row in execute(_MET, (moderator, moderator, timezone.now() - A_WEEK, list(about)))}
    return {one.pk: "opponent" for one in cases if one.about in met}

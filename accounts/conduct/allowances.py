"""How much an account may ask of others in a day: events, invitations, and the mails that go out because of it.

Counted by the day of UTC in rows of the database, a row for each thing, so what is counted is flat and holds whatever
becomes of the cache. Erasing an account deletes its rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from uuid import UUID

from django.utils import timezone

from accounts.models import Allowance
from eventlog.statements import execute

What = Allowance.What

MOST: Mapping[What, int] = {
    What.EVENTS: 20,
    What.INVITATIONS: 200,
    What.INVITATIONS_TO: 20,  # friends challenge each other game by game
    What.LETTERS: 10,
    What.NOTES_TO: 20,
    What.MAILS: 200,
    What.MAILS_TO: 5,
    What.MAILS_GOT: 20,
}
"""How much of each a day allows."""


def most(what: What) -> int:
    """How much of something a day allows."""
    return MOST[what]


_SPEND = b"""
INSERT INTO players_allowance AS old (player_id, what, other, day, used)
SELECT p.id, %s, %s::uuid, %s::date, %s::int4 FROM players_player p WHERE p.id = %s::uuid
ON CONFLICT (player_id, what, other, day) DO UPDATE SET used = old.used + excluded.used
WHERE old.used + excluded.used <= %s::int4
RETURNING used
"""


def spend(player: UUID, what: What, number: int = 1, *, to: UUID | None = None) -> bool:
    """Counts something that a player does, if the day allows as much.

    Side effects: writes the row of the day, in the transaction at hand.

    Args:
        player, what: who does it, and its kind.
        number: how many.
        to: the player concerned, for limits per player.

    Returns:
        Whether it is allowed; if not, nothing is counted.
    """
    if number > most(what):
        return False
    row = (what.value, to, timezone.now().date(), number, player, most(what))
    return number == 0 or bool(execute(_SPEND, row))


def forget_days() -> None:
    """Deletes what was counted on days before yesterday."""
    Allowance.objects.filter(day__lt=timezone.now().date() - timedelta(days=1)).delete()

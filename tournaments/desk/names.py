"""Names of those who take part or have a role: read in one statement, and never from the log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from uuid import UUID

from django.utils.translation import gettext as _

from players.models import Player
from tournaments.domain.fold import TournamentFold


class Names:
    """The names that an event's pages need. An id without a row is a deleted player.

    Args:
        fold: the event.
        more: ids of other players that a page names.
    """

    def __init__(self, fold: TournamentFold, *, more: Iterable[UUID] = ()) -> None:
        self._fold = fold
        self._more = tuple(more)

    @cached_property
    def _rows(self) -> Mapping[UUID, str]:
        wanted = {player for entry in self._fold.entries.values() for player in entry.players}
        wanted |= {*self._fold.roles, *self._fold.invited, *self._more}
        return dict(Player.objects.filter(id__in=wanted).values_list("id", "name"))

    def player(self, id: UUID | None) -> str:
        """The name of a player."""
        return self._rows.get(id, "") or _("Deleted player") if id is not None else ""

    def entry(self, number: int) -> str:
        """The name of an entry: that of its player, or of both partners."""
        entry = self._fold.entries.get(number)
        if entry is None:
            return ""
        return _(" and ").join(self.player(one) for one in entry.players)

    @cached_property
    def by_name(self) -> list[tuple[int, str]]:
        """Every entry with its name, as a list by name has them."""
        named = [(number, self.entry(number)) for number in self._fold.entries]
        return sorted(named, key=lambda one: (one[1].casefold(), one[0]))

"""Names of those who take part or have a role: read in one statement, and never from the log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from uuid import UUID

from django.utils.translation import gettext as _

from players.models import Player
from tournaments.domain.fold import TournamentFold
from web.words import isolated


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
        """The name of a player, for people to read."""
        return isolated(self.plain(id))

    def plain(self, id: UUID | None) -> str:
        """The name of a player, for a field or a program."""
        return self._rows.get(id, "") or _("Deleted player") if id is not None else ""

    def entry(self, number: int) -> str:
        """The name of an entry, for people to read: that of its player, or of both partners."""
        return self._joined(number, self.player)

    def plain_entry(self, number: int) -> str:
        """The same for a field or a program."""
        return self._joined(number, self.plain)

    def _joined(self, number: int, name_of: Callable[[UUID], str]) -> str:
        entry = self._fold.entries.get(number)
        return "" if entry is None else _(" and ").join(map(name_of, entry.players))

    @cached_property
    def by_name(self) -> list[tuple[int, str]]:
        """Every entry with its name, as a list by name has them."""
        numbers = sorted(self._fold.entries, key=lambda one: (self.plain_entry(one).casefold(), one))
        return [(number, self.entry(number)) for number in numbers]

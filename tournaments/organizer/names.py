"""Names of those who take part or have a role: read in one statement, and never from the log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from uuid import UUID

from django.utils.translation import gettext as _

from accounts.models import Player
from tournaments.domain.queries.namesakes import marked, marks_of_namesakes
from tournaments.domain.state import TournamentFold
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
    def _rows(self) -> Mapping[UUID, tuple[str, UUID | None]]:
        wanted = {player for entry in self._fold.entries.values() for player in entry.players}
        wanted |= {*self._fold.roles, *self._fold.invited, *self._more}
        players = Player.objects.filter(id__in=wanted).values_list("id", "name", "event")
        return {id: (name, event) for id, name, event in players}

    def is_member(self, id: UUID) -> bool:
        """Whether a player is there, and not of this event alone."""
        return id in self._rows and self._rows[id][1] is None

    def player(self, id: UUID | None) -> str:
        """The name of a player, for people to read."""
        return isolated(self.plain(id))

    def plain(self, id: UUID | None) -> str:
        """The name of a player, for a field or a program."""
        return "" if id is None else self._rows.get(id, ("", None))[0] or _("Deleted player")

    def entry(self, number: int) -> str:
        """The name of an entry, for people to read: that of its player, or of both partners, and for namesakes what
        tells them apart.
        """
        name, entry = self._joined(number, self.player), self._fold.entries.get(number)
        mark = "" if entry is None else self._marks.get(entry.players[0], "")
        return marked(name, mark) if mark else name

    def plain_entry(self, number: int) -> str:
        """The same for a field or a program."""
        return self._joined(number, self.plain)

    def _joined(self, number: int, name_of: Callable[[UUID], str]) -> str:
        entry = self._fold.entries.get(number)
        return "" if entry is None else _(" and ").join(map(name_of, entry.players))

    @cached_property
    def _marks(self) -> Mapping[UUID, str]:
        """What tells an entry apart that another one has the name of, by its first player."""
        events = {event for _name, event in self._rows.values() if event is not None}
        called = Counter(self.plain_entry(number).casefold() for number in self._fold.entries)
        alike = [
            entry for entry in self._fold.entries.values() if called[self.plain_entry(entry.number).casefold()] > 1
        ]
        names = {self.plain(player) for entry in alike for player in entry.players}
        return {player: mark for event in events for player, mark in marks_of_namesakes(event, names).items()}

    @cached_property
    def by_name(self) -> list[tuple[int, str]]:
        numbers = sorted(self._fold.entries, key=lambda entry: (self.plain_entry(entry).casefold(), entry))
        return [(number, self.entry(number)) for number in numbers]

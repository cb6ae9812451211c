"""Names of those who take part or have a role: read in one statement, and never from the log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from uuid import UUID

from django.utils.translation import gettext as _

from players.models import Player
from tournaments.domain.fold import Entry, TournamentFold
from tournaments.domain.persons import EntryPlace, persons_of
from tournaments.models import EntryPerson
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
        found = Player.objects.filter(id__in=wanted).values_list("id", "name", "event")
        return {id: (name, event) for id, name, event in found}

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
        name, mark = self._joined(number, self.player), self._marks.get(number, "")
        return _("%(name)s (%(mark)s)") % {"name": name, "mark": isolated(mark)} if mark else name

    def plain_entry(self, number: int) -> str:
        """The same for a field or a program."""
        return self._joined(number, self.plain)

    def _joined(self, number: int, name_of: Callable[[UUID], str]) -> str:
        entry = self._fold.entries.get(number)
        return "" if entry is None else _(" and ").join(map(name_of, entry.players))

    @cached_property
    def _marks(self) -> Mapping[int, str]:
        """For each entry that another one has the name of, what tells it apart."""
        alike: dict[str, list[Entry]] = {}
        for entry in self._fold.entries.values():
            if entry.here or entry.number in self._fold.numbers:
                alike.setdefault(self.plain_entry(entry.number).casefold(), []).append(entry)
        namesakes = [entries for entries in alike.values() if len(entries) > 1]
        events = {self._rows.get(one.players[0], ("", None))[1] for entries in namesakes for one in entries} - {None}
        told = {place: row for event in events if event is not None for place, row in persons_of(event).items()}
        return {number: mark for entries in namesakes for number, mark in self._apart(entries, told).items()}

    def _apart(self, entries: Sequence[Entry], told: Mapping[EntryPlace, EntryPerson]) -> dict[int, str]:
        """The first that differs of club, federation, birth and rating, else their numbers."""
        for name in ("club", "federation", "birth", "rating"):
            rows = {one.number: one if name == "rating" else told.get((one.number, 0)) for one in entries}
            found = {number: str(getattr(row, name, "") or "") for number, row in rows.items()}
            if "" not in found.values() and len({*found.values()}) == len(entries):
                return found
        numbers = {one.number: self._fold.numbers.get(one.number) or one.number for one in entries}
        return {entry: _("No. %(number)d") % {"number": number} for entry, number in numbers.items()}

    @cached_property
    def by_name(self) -> list[tuple[int, str]]:
        """Every entry with its name, as a list by name has them."""
        numbers = sorted(self._fold.entries, key=lambda one: (self.plain_entry(one).casefold(), one))
        return [(number, self.entry(number)) for number in numbers]

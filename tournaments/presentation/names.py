"""Names are put into pages last, and so are the words of prizes.

What is drawn once for everybody and kept holds no name: in its place stands the player's random id between two
characters that no text has, and the id of its `Text` for words that can be erased. So a player who is renamed or
deleted is right at once, and no cache knows a name. All names of a page are read in one query.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from uuid import UUID

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from eventlog.statements import execute
from tournaments.domain.queries.namesakes import marked, marks_of_namesakes
from tournaments.domain.state import Entry, TournamentFold
from tournaments.domain.texts import texts_of
from tournaments.models import Announcement, Tournament
from web.addresses import address
from web.words import isolated

_FIRST, _LAST = "\ue000", "\ue001"  # of the private use area of Unicode
_MARK = re.compile(f"{_FIRST}([nat])([0-9a-f]{{32}}){_LAST}")


def name_of(player: UUID) -> str:
    """What stands for the name of a player until `put_names`."""
    return f"{_FIRST}n{player.hex}{_LAST}"


def link_to(player: UUID) -> str:
    """What stands for the name of a player with a link to the profile, if there is one."""
    return f"{_FIRST}a{player.hex}{_LAST}"


def words_of(text: UUID) -> str:
    """What stands for the words of a `Text`."""
    return f"{_FIRST}t{text.hex}{_LAST}"


def names_of_entry(entry: Entry, mark: object = name_of) -> str:
    """What stands for the name of an entry: that of its player, or of both partners."""
    assert callable(mark)
    return _(" and ").join(mark(player) for player in entry.players)


def names_of(fold: TournamentFold, number: int) -> str:
    """What stands for the name of the entry with a number."""
    return names_of_entry(fold.entries[number])


def without_marks(text: str) -> str:
    """A text that somebody wrote, without characters that could stand for a name."""
    return text.replace(_FIRST, "").replace(_LAST, "")


def put_names(markup: str) -> SafeString:
    """The markup with all names in it, escaped and isolated, and for namesakes in an event what tells them apart; one
    query or none, and few more for who was entered by name or for words."""
    places = _MARK.findall(markup)
    if not places:
        return mark_safe(markup)  # noqa: S308  # a template's
    ids = {result for kind, result in places if kind != "t"}
    wanted = {result for kind, result in places if kind == "t"}
    texts = texts_of(wanted) if wanted else {}
    names = _names(UUID(hex=item) for item in ids)
    marks = _marks(names)
    missing = escape(_("Deleted player"))

    def put(match: re.Match[str]) -> str:
        kind, id = match.groups()
        if kind == "t":
            return escape(isolated(texts.get(UUID(hex=id)) or _("(erased)")))
        if id not in names:
            return missing
        name, member, _event = names[id]
        shown = marked(isolated(name), marks[id]) if id in marks else isolated(name)
        if kind == "n" or not member:
            return escape(shown)
        return f'<a href="{escape(address("players:profile", name))}">{escape(shown)}</a>'

    return mark_safe(_MARK.sub(put, markup))  # noqa: S308  # a template's, with escaped names


def put_plain_names(texts: Sequence[str]) -> list[str]:
    """Texts for programs, with all names in them as they are; one query, or none."""
    names = _names({UUID(hex=result) for text in texts for _kind, result in _MARK.findall(text)})
    missing = (_("Deleted player"), False, None)
    return [_MARK.sub(lambda match: names.get(match[2], missing)[0], text) for text in texts]


_NAMED = b"SELECT id, name, bot, account_id, event FROM players_player WHERE id = ANY((SELECT %s::uuid[])::uuid[])"


def _names(ids: Iterable[UUID]) -> dict[str, tuple[str, bool, UUID | None]]:
    """The name of each player that there is, whether there is a profile, and the event that alone knows the player; by
    the hexadecimal id."""
    ids = list(ids)
    if not ids:
        return {}
    rows = execute(_NAMED, (ids,))
    return {id.hex: (name, bot or account is not None, event) for id, name, bot, account, event in rows}


def _marks(names: Mapping[str, tuple[str, bool, UUID | None]]) -> dict[str, str]:
    """What tells namesakes apart, by the hexadecimal id. Members are not called alike: of namesakes, one at least was
    entered by name."""
    called = {name for name, _member, _event in names.values()}
    events = {event for _name, _member, event in names.values() if event is not None}
    return {id.hex: mark for event in events for id, mark in marks_of_namesakes(event, called).items()}


def plain_event_name(tournament: Tournament, announcement: Announcement | None) -> str:
    """The name of an event; one whose announcement was erased has its address."""
    return (
        without_marks(announcement.name)
        if announcement is not None and announcement.name
        else _("Event %(key)s") % {"key": tournament.key}
    )

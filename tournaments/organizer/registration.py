"""How the entries of an event come together before it begins: the link to send, a list, invitations, who is in."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from tournaments.domain.consequences import takes_entries
from tournaments.domain.state import Entry, Presence, Status
from tournaments.organizer.access import EventAccess
from tournaments.organizer.actions import offers
from tournaments.organizer.entry_actions import ENTRIES
from tournaments.organizer.list_reader import can_paste
from tournaments.organizer.names import Names
from tournaments.presentation.words import PRESENCES

SHOWN = 30
"""So many entries the desk lists; all of them stand on a page of their own."""


def can_invite(access: EventAccess) -> bool:
    """Whether the staff may invite players now: who plays across a real board is entered by name instead."""
    fold = access.fold
    if fold.terms.team_boards:
        return fold.terms.entry == "invitation" and not fold.ended
    taken = takes_entries(fold) or fold.status is Status.DRAFT
    return (taken and not fold.terms.real) or (fold.terms.entry == "invitation" and not fold.ended)


def gathering(access: EventAccess, names: Names, *, link: str) -> dict[str, Any] | None:
    """What the desk shows of entries before the event begins; None once it has, or will not.

    Args:
        access: the event and its reader.
        names: of its people.
        link: the whole address of the event's page.
    """
    fold = access.fold
    if fold.status not in (Status.DRAFT, Status.OPEN):
        return None
    entered = sorted_entries(access)
    return {
        "link": link,
        "link_help": _link_help(access),
        "paste_url": access.url("desk-paste") if can_paste(access) else "",
        "invite": offers(access, [ENTRIES["invite"]]) if can_invite(access) else [],
        "entries_url": access.url("desk-entries"),
        "entered": [_shown(access, entry, names) for entry in entered[:SHOWN]],
        "more": max(0, len(entered) - SHOWN),
        "team": fold.terms.team,
        "text": "",
    }


def sorted_entries(access: EventAccess) -> list[Entry]:
    """In the order of the ranking once there is one, else of entering; who is out comes last."""
    fold = access.fold
    out = (Presence.WITHDRAWN, Presence.EXPELLED)
    return sorted(
        fold.entries.values(),
        key=lambda entry: (entry.presence in out, fold.numbers.get(entry.number, 0), entry.number),
    )


def _link_help(access: EventAccess) -> str:
    if access.fold.status is Status.DRAFT:
        return _("Nobody but the staff can open it before the event is announced.")
    return {
        "code": _("Anyone with this link can enter with the entry code %(code)s.") % {"code": access.announcement.code},
        "invitation": _("Everybody can read it; invited players can enter there."),
    }.get(access.fold.terms.entry, _("Anyone with this link and an account can enter there."))


def _shown(access: EventAccess, entry: Entry, names: Names) -> dict[str, Any]:
    checked = access.fold.terms.check_in and entry.checked_in and entry.here
    return {
        "name": names.entry(entry.number),
        "url": access.url("desk-entry", entry.number),
        "state": _("checked in") if checked else "" if entry.playing else PRESENCES[entry.presence],
        "out": not entry.here,
    }

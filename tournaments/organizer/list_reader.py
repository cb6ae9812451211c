"""The box for a list of players, and what was read of it: looked over, put right, and then taken.

What is typed comes back with every answer, so nothing is lost. What each column holds is recognised, and may be said
otherwise. Nobody's account is entered by a name: a member of the name may be asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.db.models.functions import Upper
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import MEMBERS, Player
from games.rules import Illegal, Refusal
from tournaments.domain.commands import people as command_people
from tournaments.domain.commands.people import NewEntry
from tournaments.domain.consequences import takes_entries
from tournaments.domain.state import Status
from tournaments.organizer.access import EventAccess, for_staff
from tournaments.organizer.actions import mark_of
from tournaments.organizer.names import Names
from tournaments.organizer.pages import head
from tournaments.organizer.player_list import COLUMNS, MOST_AT_ONCE, Pasted, PastedLine, read_list
from tournaments.presentation.words import status_of, tournament_refusal
from web.answers import refused, see_other, small_number
from web.edit_conflicts import redraw_on_conflict

LONGEST = 40_000  # characters

TROUBLES: Mapping[str, Promise] = {
    "no-name": gettext_lazy("Line %(line)d has no name."),
    "no-rating": gettext_lazy("Line %(line)d: “%(cell)s” is no rating. Write a whole number up to 9999, or nothing."),
    "no-birth": gettext_lazy("Line %(line)d: “%(cell)s” is no year or day of birth. Write 1990 or 1990-05-03."),
    "too-long": gettext_lazy("Line %(line)d: “%(cell)s…” is too long."),
}


@dataclass(frozen=True, slots=True)
class PastedRow:
    """A line as the page shows it.

    Args:
        values: what is known, in the order of the page's columns.
        again: why it is left out unless somebody says that it is another person; "" if nothing speaks against it.
        another: somebody has said so.
        members: those who may be asked, one for each name that a member bears, with whether they are.
    """

    line: PastedLine
    again: str
    another: bool
    members: tuple[tuple[Player, bool], ...]

    @property
    def taken(self) -> bool:
        return self.line.entry is not None and (self.another or not self.again)


def can_paste(access: EventAccess) -> bool:
    """Whether the staff may enter people by name now: across real boards, while entries are taken."""
    terms = access.fold.terms
    return terms.real and not terms.team_boards and (takes_entries(access.fold) or access.fold.status is Status.DRAFT)


@for_staff("helper")
def paste(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """The page: empty, with what was read, or the action."""
    if not access.fold.terms.real:
        return refused(request, 404, _("Members enter by themselves. Invite these players instead."))
    if request.POST.get("do") == "undo":
        return _take_back(request, access)
    text = request.POST.get("names", "").replace("\r\n", "\n")
    if not can_paste(access):
        return _page(
            request, access, text[:LONGEST], None, status=422, say=tournament_refusal(Refusal("entries-closed"))
        )
    if request.method != "POST":
        return _page(request, access, "", None)
    if len(text) > LONGEST:
        say = _("This is too much at once. Enter at most %(most)d players at a time.") % {"most": MOST_AT_ONCE}
        return _page(request, access, text[:LONGEST], None, status=422, say=say)
    read = read_list(text, team=access.fold.terms.team, columns=_columns(request))
    if say := _unread(read):
        return _page(request, access, text, None, status=422, say=say)
    if request.POST.get("do") != "enter":
        return _page(request, access, text, read)
    if request.POST.get("seen") != _mark(text, read):
        return _page(request, access, text, read, say=_("The list is read anew. Look it over, then enter the players."))
    busy = tournament_refusal(Refusal("moved-on"))
    return redraw_on_conflict(
        lambda: _enter(request, access, text, read), lambda: _page(request, access.again(), text, read, say=busy)
    )


def _unread(read: Pasted) -> str:
    """Why nothing can be shown of a list."""
    if not read.lines:
        return _("Write at least one name.")
    if len(read.lines) > MOST_AT_ONCE:
        return _("Enter at most %(most)d at once.") % {"most": MOST_AT_ONCE}
    return ""


def _columns(request: HttpRequest) -> list[str]:
    """What the page says that each column holds; each once."""
    texts: list[str] = []
    while (chosen := request.POST.get(f"column-{len(texts)}")) is not None and len(texts) < 20:
        texts.append(chosen if chosen not in texts else "")
    return texts


def _mark(text: str, read: Pasted) -> str:
    return mark_of((text.strip(), read.columns))


def _enter(request: HttpRequest, access: EventAccess, text: str, read: Pasted) -> HttpResponse:
    """Enters all that are to be entered, or, if one is refused, none."""
    assert access.player is not None
    rows = _rows(request, access, read)
    if read.troubled:
        return _page(request, access, text, read, status=422)
    entries = [_asking(row) for row in rows if row.taken]
    if not entries:
        return _page(request, access, text, read, status=422, say=_("Nobody on this list is to be entered."))
    shown = small_number(request.POST.get("entries", ""))
    seen = -1 if shown is None else shown
    try:
        numbers = command_people.enter_people(tournament=access.id, entries=entries, by=access.player.id, seen=seen)
    except Illegal as illegal:
        say = tournament_refusal(illegal.refusal)
        status = 409 if illegal.refusal.code == "entries-moved-on" else status_of(illegal.refusal)
        return _page(request, access.again(), text, read, status=status, say=say)
    result = ngettext("%(number)d entry is made.", "%(number)d entries are made.", len(numbers))
    messages.success(request, result % {"number": len(numbers)})
    return see_other(f"{access.url('desk-entries')}?list={numbers[0]}-{numbers[-1]}")


def pasted_list(request: HttpRequest, access: EventAccess) -> dict[str, Any] | None:
    """The list that was just entered, as the address has it, for the button that takes it back at once."""
    first, _dash, last = request.GET.get("list", "").partition("-")
    asked = _asked_list(first, last)
    if asked is None or not all((entry := access.fold.entries.get(number)) and entry.here for number in asked):
        return None
    return {"first": asked[0], "last": asked[-1], "number": len(asked), "url": access.url("desk-paste")}


def _asked_list(first: str, last: str) -> range | None:
    low, high = small_number(first), small_number(last)
    if low is None or high is None or not 0 < low <= high < low + MOST_AT_ONCE:
        return None
    return range(low, high + 1)


def _take_back(request: HttpRequest, access: EventAccess) -> HttpResponse:
    assert access.player is not None
    asked = _asked_list(request.POST.get("first", ""), request.POST.get("last", ""))
    if asked is None:
        return refused(request, 400, _("There is no such list."))
    try:
        command_people.take_list_back(tournament=access.id, first=asked[0], last=asked[-1], by=access.player.id)
    except Illegal as illegal:
        say = tournament_refusal(illegal.refusal)
        return _page(request, access.again(), "", None, status=status_of(illegal.refusal), say=say)
    messages.success(request, _("The list is taken back: its entries are withdrawn."))
    return see_other(access.url("desk-entries"))


def _asking(row: PastedRow) -> NewEntry:
    assert row.line.entry is not None
    access = {member.name.casefold(): member.id for member, ask in row.members if ask}
    people = tuple(replace(person, ask=access.get(person.name.casefold())) for person in row.line.entry.people)
    return replace(row.line.entry, people=people)


def _rows(request: HttpRequest, access: EventAccess, read: Pasted) -> list[PastedRow]:
    """The lines, each with what may speak against it and whom it may mean."""
    names = Names(access.fold)
    here = {names.plain_entry(entry.number).casefold() for entry in access.fold.entries.values() if entry.here}
    members = _members(access, read)
    rows, listed = [], set()
    for line in read.lines:
        people = line.entry.people if line.entry is not None else ()
        name = _(" and ").join(person.name for person in people).casefold()
        again = _("has entered already") if name in here else _("is on the list already") if name in listed else ""
        listed.add(name)
        players = [members[key] for person in people if (key := person.name.upper()) in members]
        asks = tuple((player, f"ask-{line.number}-{player.id.hex}" in request.POST) for player in players)
        rows.append(PastedRow(line, again if people else "", f"also-{line.number}" in request.POST, asks))
    return rows


def _members(access: EventAccess, read: Pasted) -> dict[str, Player]:
    """The members who bear a name of the list, in any case, and take no part yet; one query. Who cannot see a draft is
    not asked about it."""
    if not access.fold.public:
        return {}
    names = {person.name.upper() for line in read.lines if line.entry is not None for person in line.entry.people}
    rows = Player.objects.filter(MEMBERS, bot=False, guest=False).annotate(upper=Upper("name")).filter(upper__in=names)
    here: set[UUID] = {player for entry in access.fold.entries.values() if entry.here for player in entry.people}
    return {row.name.upper(): row for row in rows if row.id not in here}


def _page(
    request: HttpRequest, access: EventAccess, text: str, read: Pasted | None, *, status: int = 200, say: str = ""
) -> HttpResponse:
    context = head(request, access, "entries", heading=_("Enter players"), say=say) | {
        "text": text,
        "team": access.fold.terms.team,
        "entries_url": access.url("desk-entries"),
    }
    if read is not None:
        context |= _preview(request, access, text, read)
    return render(request, "tournaments/desk_paste.html", context, status=status)


def _preview(request: HttpRequest, access: EventAccess, text: str, read: Pasted) -> dict[str, Any]:
    rows = _rows(request, access, read)
    offered = [(slug, label) for slug, label in COLUMNS.items() if slug != "partner" or access.fold.terms.team == 2]
    taken = sum(row.taken for row in rows)
    label = ngettext("Enter %(number)d player", "Enter %(number)d players", taken)
    if access.fold.terms.team == 2:
        label = ngettext("Enter %(number)d pair", "Enter %(number)d pairs", taken)
    return {
        "rows": rows,
        "columns": list(enumerate(read.columns)),
        "offered": offered,
        "troubles": [
            str(TROUBLES[line.trouble]) % {"line": line.number, "cell": line.cell[:40]} for line in read.troubled
        ],
        "left_out": sum(row.line.entry is not None and not row.taken for row in rows),
        "seen": _mark(text, read),
        "entries": len(access.fold.entries),
        "label": label % {"number": taken},
        "taken": taken,
    }

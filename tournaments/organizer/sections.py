"""The desk's page of sections: all of them with what each waits for, a new one, and moving entries between them."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import key_of
from games.rules import Illegal
from tournaments.domain.commands.people import MOST_RATING
from tournaments.domain.commands.seasons import next_season
from tournaments.domain.commands.sections import add_section, move_entry
from tournaments.domain.queries.sections import sections_of
from tournaments.models import Announcement, Tournament
from tournaments.organizer.access import EventAccess, for_staff
from tournaments.organizer.names import Names
from tournaments.organizer.pages import head
from tournaments.organizer.registration import sorted_entries
from tournaments.pages.lists import event_rows
from tournaments.presentation.words import status_of, tournament_refusal
from web.answers import refused, see_other, small_number
from web.words import isolated


class SectionForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Name of the section"), max_length=120, help_text=gettext_lazy("Such as “Open, B”.")
    )
    rating_from = forms.IntegerField(
        label=gettext_lazy("Rating from"), min_value=0, max_value=MOST_RATING, required=False
    )
    rating_to = forms.IntegerField(label=gettext_lazy("Rating to"), min_value=0, max_value=MOST_RATING, required=False)


class SeasonForm(forms.Form):
    moving = forms.IntegerField(
        label=gettext_lazy("How many go up and down between two divisions"), min_value=0, max_value=20, initial=2
    )


@for_staff("helper")
def sections(request: HttpRequest, access: EventAccess) -> HttpResponse:
    assert access.player is not None
    do = request.POST.get("do", "")
    if request.method != "POST":
        return _page(request, access)
    form = SectionForm(request.POST)
    try:
        if do == "add":
            if not form.is_valid():
                return _page(request, access, form=form, status=422)
            section = add_section(tournament=access.id, by=access.player.id, **form.cleaned_data)
            messages.success(
                request, _("The section is made. Its terms are those of this event; edit them as you like.")
            )
            return see_other(reverse("tournaments:desk", args=[key_of(section)]))
        if do == "season":
            return _season(request, access)
        entry, to = small_number(request.POST.get("entry", "")), request.POST.get("to", "")
        ids = {row.key: row.id for row, _words in sections_of(access.announcement, drafts=True)}
        if do != "move" or entry is None or to not in ids:
            return refused(request, 400, _("Choose an entry, and the section that it moves to."))
        move_entry(tournament=access.id, entry=entry, to=ids[to], by=access.player.id)
    except Illegal as illegal:
        say = tournament_refusal(illegal.refusal)
        if do == "add":
            form.add_error("name" if illegal.refusal.params.get("field") == "name" else None, say)
        status = status_of(illegal.refusal)
        return _page(request, access.again(), form=form if do == "add" else None, say=say, status=status)
    messages.success(request, _("The entry has moved, with all that is known of it."))
    return see_other(request.path)


def _season(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Makes the next season, and leads to the desk of its first division."""
    assert access.player is not None
    form = SeasonForm(request.POST)
    if not form.is_valid():
        return _page(request, access, season=form, status=422)
    rows = sections_of(access.announcement, drafts=True)
    made = next_season(
        divisions=[row.id for row, _words in rows],
        names=season_names([words.name for _row, words in rows]),
        moving=form.cleaned_data["moving"],
        by=access.player.id,
    )
    messages.success(
        request, _("The next season is made. Its divisions are drafts: set their dates, then announce each of them.")
    )
    return see_other(reverse("tournaments:desk-sections", args=[key_of(made[0])]))


def season_names(names: list[str]) -> list[str]:
    """What the divisions of the next season are called: with the next of the first number that all names share.

    >>> season_names(["League 2026, division 1", "League 2026, division 2"])
    ['League 2027, division 1', 'League 2027, division 2']
    """
    shared = set.intersection(*({*re.findall(r"[0-9]+", name)} for name in names))
    season = next((number for number in re.findall(r"[0-9]+", names[0]) if number in shared), "")
    if not season:
        return names
    after = str(int(season) + 1).zfill(len(season))
    return [re.sub(rf"(?<![0-9]){season}(?![0-9])", after, name, count=1) for name in names]


def _page(
    request: HttpRequest,
    access: EventAccess,
    *,
    form: SectionForm | None = None,
    season: SeasonForm | None = None,
    say: str = "",
    status: int = 200,
) -> HttpResponse:
    rows = sections_of(access.announcement, drafts=True)
    names, others = Names(access.fold), [(row.key, isolated(words.name)) for row, words in rows if row.id != access.id]
    context: dict[str, Any] = head(request, access, "sections", heading=_("Sections"), say=say) | {
        "form": form or SectionForm(initial={"name": access.announcement.name}),
        "sections": [
            (shown, reverse("tournaments:desk", args=[row.key]), row.id == access.id)
            for (row, _words), shown in zip(rows, event_rows(row for row, _words in rows), strict=True)
        ],
        "others": others,
        "season": (season or SeasonForm()) if rows and access.is_at_least("owner") and _all_over(rows) else None,
        "may_add": access.is_at_least("owner") and not access.fold.begun and not access.fold.ended,
        "entries": [(entry.number, names.entry(entry.number)) for entry in sorted_entries(access) if entry.here]
        if others and access.fold.terms.real and not access.fold.begun
        else [],
    }
    return render(request, "tournaments/desk_sections.html", context, status=status)


def _all_over(rows: list[tuple[Tournament, Announcement]]) -> bool:
    return all(row.status == Tournament.Status.FINISHED for row, _words in rows)

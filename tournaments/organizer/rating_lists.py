"""The desk's page of rating lists: uploading a version, and taking ratings from one, with the doubts shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.rules import Illegal, Refusal
from tournaments.domain.commands.people import persons_of
from tournaments.domain.commands.rating_lists import delete_rating_list, keep_rating_list, take_ratings
from tournaments.domain.queries.rated_people import (
    RatingMatch,
    SoughtPerson,
    match_people,
    rating_lists_for,
    says_the_same,
)
from tournaments.models import RatedPerson, RatingList
from tournaments.organizer.access import EventAccess, for_staff
from tournaments.organizer.names import Names
from tournaments.organizer.pages import head
from tournaments.organizer.rating_file import read_rating_list
from tournaments.organizer.registration import sorted_entries
from tournaments.organizer.table_pages import asked_again, page_of, paged
from tournaments.presentation.words import status_of, tournament_refusal
from web.answers import refused, see_other, small_number
from web.limits import too_often, wait_for
from web.routes import takes_files

MOST_BYTES = 4 * 2**20

UPLOADS = 10
"""In a day."""

DOUBTS: Mapping[str, Promise] = {
    "other-name": gettext_lazy("the list has this number under another name"),
    "other-number": gettext_lazy("another number than in the list"),
    "other-birth": gettext_lazy("another year of birth than in the list"),
    "namesakes": gettext_lazy("several of this name"),
    "family": gettext_lazy("only the family name is in the list"),
    "taken-twice": gettext_lazy("another entry would be the same person"),
    "unknown": gettext_lazy("nobody like that in the list"),
}


class RatingListForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Name of the list"), max_length=80, help_text=gettext_lazy("Such as the federation’s name.")
    )
    day = forms.DateField(label=gettext_lazy("Published on"), widget=forms.DateInput({"type": "date"}))
    file = forms.FileField(
        label=gettext_lazy("File"),
        help_text=gettext_lazy(
            "CSV or text with headings: name and rating, and if there are any number, club, federation, title, year of "
            "birth. At most 4 MiB."
        ),
    )

    def clean_file(self) -> Any:
        upload = self.cleaned_data["file"]
        if upload.size > MOST_BYTES:
            raise forms.ValidationError(_("The file is too large. At most 4 MiB can be read."))
        return upload


@for_staff("arbiter")
@takes_files(MOST_BYTES)
def ratings(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Shows whom a list knows; takes ratings, keeps and deletes lists."""
    if not access.fold.terms.single:
        return refused(request, 404, _("Partners have a rating together: correct it on the page of their entry."))
    assert access.player is not None
    do = request.POST.get("do", "")
    if request.method != "POST":
        return _page(request, access)
    if do == "upload":
        return _upload(request, access)
    if do == "delete":
        return _delete(request, access)
    used = _list_of(request, access)
    if used is None or do not in ("take", "take-sure"):
        return refused(request, 404, _("This rating list is gone. Choose another one, or upload it again."))
    chosen = _sure(access, used) if do == "take-sure" else _chosen(request, used)
    try:
        count = take_ratings(tournament=access.id, chosen=chosen, by=access.player.id)
    except Illegal as illegal:
        say = tournament_refusal(illegal.refusal)
        return _page(request, access.again(), say=say, status=status_of(illegal.refusal))
    words = ngettext("%(number)d entry is changed by the list.", "%(number)d entries are changed by the list.", count)
    messages.success(request, words % {"number": count})
    return see_other(f"{request.path}?list={used.id}")


def _upload(request: HttpRequest, access: EventAccess) -> HttpResponse:
    assert access.player is not None
    form = RatingListForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, access, form=form, status=422)
    if seconds := wait_for("rating-list", str(access.player.id), most=UPLOADS, seconds=86_400):
        return too_often(request, retry=seconds)
    values = form.cleaned_data
    try:
        people = read_rating_list(values["file"].read(), year=timezone.now().year)
        kept = keep_rating_list(owner=access.player.id, name=values["name"], day=values["day"], people=people)
    except Illegal as illegal:
        name = str(illegal.refusal.params.get("field", "file"))
        form.add_error(name, tournament_refusal(illegal.refusal))
        return _page(request, access, form=form, status=status_of(illegal.refusal))
    words = ngettext("The list is kept: %(number)d person.", "The list is kept: %(number)d persons.", kept.people)
    messages.success(request, words % {"number": kept.people})
    return see_other(f"{request.path}?list={kept.id}")


def _delete(request: HttpRequest, access: EventAccess) -> HttpResponse:
    assert access.player is not None
    used = _list_of(request, access)
    if used is not None and "sure" not in request.POST:
        return _page(request, access, deleted=used.id)
    if used is not None:
        delete_rating_list(owner=access.player.id, list=used.id)
        messages.success(request, _("The list is deleted. Events keep the ratings that they took from it."))
    return see_other(request.path)


def _list_of(request: HttpRequest, access: EventAccess) -> RatingList | None:
    """The list that is asked for, of those that the reader may use."""
    assert access.player is not None
    asked = (request.POST if request.method == "POST" else request.GET).get("list", "")
    lists = rating_lists_for(access.player.id, access.fold)
    return next((row for row in lists if str(row.id) == asked), None)


def _chosen(request: HttpRequest, used: RatingList) -> dict[int, RatedPerson]:
    """For each entry of the page the line that was chosen."""
    numbers = {slug: small_number(slug.removeprefix("person-")) for slug in request.POST if slug.startswith("person-")}
    lines = {slug: small_number(request.POST.get(slug, ""), digits=18) for slug in numbers}
    rows = RatedPerson.objects.filter(list=used).in_bulk([line for line in lines.values() if line is not None])
    return {
        number: rows[line]
        for slug, number in numbers.items()
        if number is not None and (line := lines[slug]) is not None and line in rows
    }


def _matches(access: EventAccess, used: RatingList) -> dict[int, RatingMatch]:
    """Who those who take part are in a list, without those of whom it says nothing new."""
    names, details = Names(access.fold), persons_of(access.id)
    people = []
    for entry in access.fold.entries.values():
        if entry.here:
            row = details.get((entry.number, 0))
            known = {} if row is None else {"number": row.fide, "birth": row.birth}
            people.append(SoughtPerson(entry.number, names.plain_entry(entry.number), **known))
    return {
        number: match
        for number, match in match_people(used.id, people).items()
        if not says_the_same(match, access.fold.entries[number].rating, details.get((number, 0)))
    }


def _sure(access: EventAccess, used: RatingList) -> dict[int, RatedPerson]:
    return {
        number: match.person
        for number, match in _matches(access, used).items()
        if match.sure and match.person is not None
    }


def _page(
    request: HttpRequest,
    access: EventAccess,
    *,
    form: RatingListForm | None = None,
    say: str = "",
    status: int = 200,
    deleted: UUID | None = None,
) -> HttpResponse:
    assert access.player is not None
    lists = [*rating_lists_for(access.player.id, access.fold)]
    used = _list_of(request, access) or next(iter(lists), None)
    context = head(request, access, "entries", heading=_("Ratings from a list"), say=say) | {
        "form": form or RatingListForm(initial={"day": timezone.localdate()}),
        "lists": [{"row": row, "own": row.owner == access.player.id, "sure": row.id == deleted} for row in lists],
        "used": used,
        "entries_url": access.url("desk-entries"),
        "action": asked_again(request),
    }
    if used is not None:
        context |= _shown(request, access, used)
    return render(request, "tournaments/desk_ratings.html", context, status=status)


def _line(person: RatedPerson) -> str:
    texts = (person.name, str(person.rating or "–"), person.club, person.birth, person.number)
    return " · ".join(filter(None, texts))


def _shown(request: HttpRequest, access: EventAccess, used: RatingList) -> dict[str, Any]:
    matches, names = _matches(access, used), Names(access.fold)
    # First those about whom something has to be decided.
    asked = [entry for entry in sorted_entries(access) if entry.number in matches]
    page = page_of(request, sorted(asked, key=lambda entry: matches[entry.number].sure))
    rows = [
        {
            "number": entry.number,
            "name": names.entry(entry.number),
            "rating": entry.rating,
            "url": access.url("desk-entry", entry.number),
            "candidates": [
                (person.pk, _line(person), matches[entry.number].sure and person == matches[entry.number].person)
                for person in matches[entry.number].candidates
            ],
            "doubts": [DOUBTS[doubt] for doubt in matches[entry.number].doubts],
        }
        for entry in page.object_list
    ]
    sure = sum(match.sure for match in matches.values())
    label = ngettext("Take %(number)d that is sure", "Take all %(number)d that are sure", sure)
    return {
        "rows": rows,
        "sure": label % {"number": sure} if sure else "",
        "same": sum(entry.here for entry in access.fold.entries.values()) - len(matches),
        "may_take": not access.fold.ended,
        "over": tournament_refusal(Refusal("over")) if access.fold.ended else "",
        **paged(page, list=str(used.id)),
    }

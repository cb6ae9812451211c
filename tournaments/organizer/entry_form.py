"""The entry form for people without an account: its settings, the form itself, and the page behind a mail's link."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.mails.outbox import are_late
from games.models import key_of
from games.rules import Illegal
from tournaments.domain.commands import form_entries
from tournaments.domain.commands.people import LENGTHS, LONGEST_NAME, MOST_RATING
from tournaments.domain.commands.registration import check_ratings
from tournaments.domain.state import Entry
from tournaments.domain.terms import Terms
from tournaments.models import EntryForm, FormEntry
from tournaments.organizer.access import EventAccess, for_staff, for_visitors
from tournaments.organizer.names import Names
from tournaments.organizer.pages import head
from tournaments.organizer.player_list import COLUMNS, clean_birth
from tournaments.organizer.registration import sorted_entries
from tournaments.organizer.table_pages import asked_again, page_of, paged
from tournaments.pages.hall import qr_code
from tournaments.presentation.words import PRESENCES, status_of, tournament_refusal
from web.answers import refused, see_other, small_number
from web.limits import address_of, too_often, wait_for
from web.words import clean_line

FROM_ONE_PLACE = 30  # forms in an hour
LABELS = {slug: COLUMNS[slug] for slug in form_entries.FIELDS if slug in COLUMNS} | {"remark": gettext_lazy("Remark")}


class PersonEntryForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Your name"), max_length=LONGEST_NAME, widget=forms.TextInput({"autocomplete": "name"})
    )
    address = forms.EmailField(
        label=gettext_lazy("Your e-mail address"),
        help_text=gettext_lazy("A link is sent there. Only the event’s arbiters see the address."),
        widget=forms.EmailInput({"autocomplete": "email"}),
    )
    club = forms.CharField(label=LABELS["club"], max_length=LENGTHS["club"], required=False)
    federation = forms.CharField(label=LABELS["federation"], max_length=LENGTHS["federation"], required=False)
    fide = forms.CharField(label=LABELS["fide"], max_length=LENGTHS["fide"], required=False)
    birth = forms.CharField(label=gettext_lazy("Year of birth"), max_length=10, required=False)
    rating = forms.IntegerField(label=LABELS["rating"], min_value=0, max_value=MOST_RATING, required=False)
    remark = forms.CharField(label=LABELS["remark"], max_length=300, required=False)
    website = forms.CharField(required=False)  # hidden: only programs that fill in everything fill it in

    def __init__(self, *args: Any, fields: list[str], terms: Terms, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._terms = terms
        # Where ratings have limits, it asks for the rating.
        asked = {*fields, "rating"} if terms.rating_from or terms.rating_to is not None else set(fields)
        for slug in form_entries.FIELDS:
            if slug not in asked:
                del self.fields[slug]

    def clean_rating(self) -> int:
        rating = self.cleaned_data["rating"] or 0
        try:
            check_ratings(self._terms, [rating])
        except Illegal as illegal:
            raise forms.ValidationError(tournament_refusal(illegal.refusal)) from None
        return rating

    def clean_name(self) -> str:
        name = clean_line(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(_("Write the name."))
        return name

    def clean_birth(self) -> str:
        try:
            return clean_birth(clean_line(self.cleaned_data["birth"]), timezone.now().year)
        except ValueError:
            raise forms.ValidationError(_("Write 1990 or 1990-05-03.")) from None


@for_visitors
def sign_up(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """The form. Its answer is the same for each address."""
    shown = form_entries.open_form(access.id, access.fold)
    if shown is None:
        return refused(request, 404, _("This event takes no entries by a form now."))
    form = PersonEntryForm(request.POST or None, fields=shown.fields, terms=access.fold.terms)
    context = {"room": "tournaments", "access": access, "form": form}
    if request.method != "POST" or not form.is_valid():
        return render(request, "tournaments/sign_up.html", context, status=422 if form.errors else 200)
    if seconds := wait_for("form-entry", address_of(request), most=FROM_ONE_PLACE, seconds=3600):
        return too_often(request, retry=seconds)
    values = dict(form.cleaned_data)
    if not values.pop("website"):
        name, address, remark = values.pop("name"), values.pop("address"), values.pop("remark", "")
        details = {slug: value for slug, value in values.items() if value}
        form_entries.ask_to_enter(tournament=access.id, address=address, name=name, details=details, remark=remark)
    return render(request, "tournaments/sign_up.html", context | {"sent": True, "late": are_late()})


@for_visitors
def by_mail(request: HttpRequest, access: EventAccess, token: str) -> HttpResponse:
    """The page of an entry by its mail's link. It asks first: programs that check links open them."""
    row = form_entries.entry_of_token(token)
    if row is not None and row.tournament != access.id:  # it has moved to another section
        return see_other(reverse("tournaments:sign-up-link", args=[key_of(row.tournament), token]))
    if row is None:
        return refused(request, 404, _("Nothing is kept of this entry, or the link has lost a part."))
    if request.method != "POST":
        return _link_page(request, access, row)
    try:
        if request.POST.get("do") == "confirm":
            row = form_entries.confirm(row.id)
        elif request.POST.get("do") == "withdraw":
            form_entries.withdraw_by_link(row)
    except Illegal as illegal:
        return _link_page(request, access, row, tournament_refusal(illegal.refusal), status_of(illegal.refusal))
    except FormEntry.DoesNotExist:
        return refused(request, 404, _("Nothing is kept of this entry, or the link has lost a part."))
    return see_other(access.url("sign-up-link", form_entries.token_of(row.id)))


def _link_page(
    request: HttpRequest, access: EventAccess, row: FormEntry, say: str = "", status: int = 200
) -> HttpResponse:
    place = form_entries.place_of(row)
    entry = None if place is None else access.fold.entries.get(place.entry)
    context = {
        "room": "tournaments",
        "access": access,
        "row": row,
        "token": form_entries.token_of(row.id),
        "say": say,
        "state": "" if entry is None else PRESENCES[entry.presence],
        "here": entry is not None and entry.here and not access.fold.ended,
    }
    return render(request, "tournaments/sign_up_link.html", context, status=status)


class SettingsForm(forms.Form):
    open = forms.BooleanField(label=gettext_lazy("People without an account enter by the form"), required=False)
    fields_ = forms.MultipleChoiceField(
        label=gettext_lazy("It asks for"),
        choices=list(LABELS.items()),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("It always asks for the name and the e-mail address."),
    )


@for_staff("arbiter")
def settings(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Opens the form and chooses its fields; who came by it, and whose fee is paid."""
    if not access.fold.terms.real or not access.fold.terms.single:
        return refused(request, 404, _("Members enter by themselves. Invite these players instead."))
    kept = EntryForm.objects.filter(tournament=access.id).first() or EntryForm(tournament=access.id)
    form = SettingsForm(initial={"open": kept.open, "fields_": kept.fields})
    if request.method == "POST":
        deed, _dash, entry = request.POST.get("do", "").partition("-")
        number = small_number(entry)
        if deed in ("paid", "unpaid") and number is not None and number in access.fold.entries:
            form_entries.note_paid(tournament=access.id, entry=number, paid=deed == "paid")
            return see_other(f"{asked_again(request)}#entry-{number}")
        form = SettingsForm(request.POST)
        if form.is_valid():
            values = form.cleaned_data
            form_entries.set_form(tournament=access.id, open=values["open"], fields=values["fields_"])
            messages.success(request, _("The form is kept."))
            return see_other(access.url("desk-form"))
    page = page_of(request, sorted_entries(access))
    link = request.build_absolute_uri(access.url("sign-up"))
    home = request.build_absolute_uri(access.home)
    context = head(request, access, "form", heading=_("Entry form and fees")) | {
        "form": form,
        "link": link if form_entries.open_form(access.id, access.fold) is not None else "",
        "home": home,
        "qr": qr_code(home),
        "by_anybody": access.fold.terms.entry == "open",
        "rows": _rows(access, page.object_list),
        "action": asked_again(request),
        **paged(page),
    }
    return render(request, "tournaments/desk_form.html", context, status=422 if form.errors else 200)


def _rows(access: EventAccess, entries: Iterable[Entry]) -> list[dict[str, Any]]:
    names, paid = Names(access.fold), form_entries.paid_places(access.id)
    written = {row.player: row for row in FormEntry.objects.filter(tournament=access.id, player__isnull=False)}
    rows = []
    for entry in entries:
        row = written.get(entry.players[0])
        rows.append(
            {
                "number": entry.number,
                "name": names.entry(entry.number),
                "presence": PRESENCES[entry.presence],
                "paid": (entry.number, 0) in paid,
                "row": row,
                "token": "" if row is None else form_entries.token_of(row.id),
            }
        )
    return rows

"""The templates of somebody who organises events: events kept under a name, to begin others like them."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import key_of
from games.rules import Illegal
from tournaments.domain.commands.event_templates import delete_template, keep_template, rename_template
from tournaments.models import EventTemplate
from tournaments.organizer.access import asked_about, player_in, signed_in
from tournaments.presentation.words import status_of, tournament_refusal
from web.answers import refused, see_other


class TemplateForm(forms.Form):
    """What a template is called, and which one it is: an event that is kept, or a template that there is."""

    name = forms.CharField(label=gettext_lazy("Name of the template"), max_length=120)
    template = forms.UUIDField(widget=forms.HiddenInput, required=False)
    event = forms.SlugField(widget=forms.HiddenInput, required=False)


def templates_of(player: UUID) -> list[tuple[str, str]]:
    """The name of each template of somebody, and where a new event begins with it."""
    return [(row.name, _address(row)) for row in EventTemplate.objects.filter(owner=player).order_by("name")]


def _address(row: EventTemplate) -> str:
    return f"{reverse('tournaments:clone', args=[key_of(row.tournament)])}?dates=none"


@signed_in
def templates(request: HttpRequest) -> HttpResponse:
    """Keeps the event of `?event=` as a template; lists, renames and deletes one's own."""
    player = player_in(request)
    if player is None or player.guest:
        return refused(request, 403, _("Guests cannot organise events. Sign up first; your games go with you."))
    if request.method != "POST":
        return _page(request, player.id)
    form, do = TemplateForm(request.POST, label_suffix=""), request.POST.get("do", "")
    if do == "delete":
        del form.fields["name"]
    if not form.is_valid():
        return _page(request, player.id, form, 422)
    template, event = form.cleaned_data["template"], form.cleaned_data["event"]
    if do == "delete" and template is not None:
        if "sure" not in request.POST:
            return _page(request, player.id, deleted=template)
        delete_template(owner=player.id, template=template)
        messages.success(request, _("The template is deleted. The event itself stays."))
        return see_other(request.path)
    access = asked_about(request, event) if do == "keep" else None
    if do == "keep" and access is None:
        return refused(request, 404, _("There is no event at this address. Capitals matter in it."))
    try:
        if access is not None:
            keep_template(owner=player.id, tournament=access.id, name=form.cleaned_data["name"])
        elif template is not None:
            rename_template(owner=player.id, template=template, name=form.cleaned_data["name"])
    except Illegal as illegal:
        form.add_error("name", tournament_refusal(illegal.refusal))
        return _page(request, player.id, form, status_of(illegal.refusal))
    messages.success(request, _("The template is kept under this name. Only you see it."))
    return see_other(request.path)


def _page(
    request: HttpRequest,
    player: UUID,
    bound: TemplateForm | None = None,
    status: int = 200,
    deleted: UUID | None = None,
) -> HttpResponse:
    key = str((request.POST if request.method == "POST" else request.GET).get("event", ""))
    access = asked_about(request, key.replace("\0", "")) if key else None
    kept = None
    if access is not None:
        kept = bound or TemplateForm(initial={"name": access.announcement.name, "event": key}, label_suffix="")
    rows: list[dict[str, Any]] = []
    for row in EventTemplate.objects.filter(owner=player).order_by("name"):
        again = bound is not None and kept is None and bound.data.get("template") == str(row.id)
        form = (
            bound
            if again
            else TemplateForm(
                initial={"name": row.name, "template": row.id}, label_suffix="", auto_id=f"template-{row.id}-%s"
            )
        )
        rows.append({"name": row.name, "url": _address(row), "form": form, "sure": row.id == deleted, "opened": again})
    context = {"room": "tournaments", "kept": kept, "event": access, "rows": rows}
    return render(request, "tournaments/templates.html", context, status=status)

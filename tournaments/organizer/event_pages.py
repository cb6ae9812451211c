"""Announcing an event, changing its terms, and making one like last year's."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.models import Player
from accounts.people.preferences import preferences_of
from games.models import key_of
from games.rules import Illegal
from play.lobby.game_form import OWN, OWN_TIMES
from tournaments.domain.commands import organization
from tournaments.domain.commands.approval import is_approved, owner_of
from tournaments.domain.commands.prizes import prizes_like, set_prizes
from tournaments.domain.formats import asked_fields
from tournaments.domain.state import Status
from tournaments.domain.terms import changeable, names_of_terms, usual_terms
from tournaments.organizer.access import EventAccess, asked_about, for_staff, player_in, signed_in
from tournaments.organizer.actions import mark_of
from tournaments.organizer.edit_conflicts import busy, merged, say_merged, version_of
from tournaments.organizer.event_form import EventForm
from tournaments.organizer.event_kinds import KINDS
from tournaments.organizer.event_templates import templates_of
from tournaments.organizer.event_values import SCORING_FIELDS, TIEBREAK_FIELDS, initial_of
from tournaments.organizer.fields import MINUTE
from tournaments.organizer.names import Names
from tournaments.presentation.words import status_of
from tournaments.scoring.formats import FORMATS
from web.answers import refused, see_other
from web.edit_conflicts import redraw_on_conflict
from web.limits import costly
from web.prose import rendered

YEAR_OF_WEEKS = timedelta(weeks=52)
"""A year later on the same weekday."""

LOOKS = frozenset({"preview", "tiebreaks", "when"})
"""Buttons of the form that show more of it and change nothing: the description, what a format has, the times."""


@signed_in
def new(request: HttpRequest, like: str = "") -> HttpResponse:
    """A new event: drafted, or announced at once. `like` is the key of an event whose terms it begins with; the address
    says of which kind it is (`?kind=`).
    """
    player = player_in(request)
    if player is None or player.guest:
        return refused(request, 403, _("Guests cannot organise events. Sign up first; your games go with you."))
    model = asked_about(request, like) if like else None
    if like and model is None:
        return refused(request, 404, _("There is no event at this address. Capitals matter in it."))
    approved, kind = is_approved(player.id), KINDS.get(request.GET.get("kind", "")) if model is None else None
    initial = _initial(request, model) | (dict(kind.initial) if kind is not None else {})
    if request.method != "POST":
        return _new_page(request, EventForm(initial=initial, approved=approved, kind=kind), model)
    given = {name: initial.get(name) for name in kind.settled} if kind is not None else {}
    form = EventForm(request.POST, initial=given, approved=approved, kind=kind)
    del form.fields["reason"]
    valid = form.is_valid()
    if request.POST.get("do") in LOOKS:
        return _new_page(request, form, model)
    if not valid:
        return _new_page(request, form, model, status=422)
    return redraw_on_conflict(
        lambda: _keep_new(request, form, player, model), lambda: _new_page(request, form, model, say=busy())
    )


def _keep_new(request: HttpRequest, form: EventForm, player: Player, model: EventAccess | None) -> HttpResponse:
    announced = request.POST.get("do") == "announce"
    try:
        id = _create(form, player, model, announced=announced)
    except Illegal as illegal:
        form.refuse(illegal.refusal)
        return _new_page(request, form, model, status=status_of(illegal.refusal))
    messages.success(
        request, _("Your event is announced.") if announced else _("The draft is kept. Only its staff see it.")
    )
    return see_other(reverse("tournaments:desk", args=[key_of(id)]))


def _create(form: EventForm, player: Player, model: EventAccess | None, *, announced: bool) -> UUID:
    """Creates the event of a form.

    Args:
        form: valid.
        player: who organises it.
        model: the event that it is to be like, whose prizes it gets.
        announced: it is announced at once.
    """
    values = form.cleaned_data
    staff = {value.id: "helper" for value in values["helpers"]} | {value.id: "arbiter" for value in values["arbiters"]}
    staff.pop(player.id, None)
    with transaction.atomic():  # what is refused when it is announced leaves no draft behind
        id = organization.create_tournament(
            owner=player.id, terms=values["terms"], id=values["once"], **values["announcement"]
        )
        for item, role in staff.items():
            organization.give_role(tournament=id, player=item, role=role, by=player.id)
        if model is not None and model.fold.prizes is not None:
            set_prizes(tournament=id, by=player.id, **prizes_like(model.fold.prizes))
        if announced:
            organization.announce(tournament=id, by=player.id)
    return id


def _initial(request: HttpRequest, model: EventAccess | None) -> dict[str, Any]:
    """What the form holds at first: the usual, or the terms of another event a year later on the same weekday."""
    if model is None:
        zone = preferences_of(request.user).time_zone
        usual = initial_of(usual_terms("classic", pause=5 * MINUTE), {"zone": zone})
        # Left empty these follow the variant and the format.
        left = ("name", "time", "automatic", "publishing", "start_ratings", "round_length", *TIEBREAK_FIELDS)
        own = {name: None for name in asked_fields() if any(name in traits.terms.usual for traits in FORMATS.values())}
        return usual | own | dict.fromkeys(left, "")
    values = initial_of(model.fold.terms, model.announced(), shift=YEAR_OF_WEEKS)
    values["name"] = next_name(values["name"])
    if request.GET.get("dates") == "none":
        values |= {"starts": None, "calendar": [], "rhythm": "after" if values["rhythm"] == OWN else values["rhythm"]}
    names = Names(model.fold)
    for role in ("arbiter", "helper"):
        values[f"{role}s"] = ", ".join(names.plain(id_) for id_, held in model.fold.roles.items() if held == role)
    # Who may read the terms may not read the code; and a word that was given out once is known.
    return values | {"code": ""}


def next_name(name: str) -> str:
    """What the next event is called: with the next number, if the name ends in one."""
    return re.sub(r"[0-9]+$", lambda match: str(int(match[0]) + 1).zfill(len(match[0])), name)


def _new_page(
    request: HttpRequest, form: EventForm, model: EventAccess | None, *, status: int = 200, say: str = ""
) -> HttpResponse:
    form.fields.pop("reason", None)
    if say:
        form.add_error(None, say)
    kind = KINDS.get(request.GET.get("kind", "")) if model is None else None
    new = reverse("tournaments:new")
    player = player_in(request)
    context = _form_context(request, form) | {"like": model.name if model else ""}
    context |= {
        "action": request.get_full_path() if kind else request.path,
        "kind": kind,
        "templates": [] if model or player is None else templates_of(player.id),
        "kinds": [] if model else [(f"{new}?kind={slug}", kind.name, kind.about) for slug, kind in KINDS.items()],
    }
    return render(request, "tournaments/desk_new.html", context, status=status)


def _form_context(request: HttpRequest, form: EventForm) -> dict[str, Any]:
    """What the page of a form needs; `do` is the button by which it came back, if it was to show more."""
    do = request.POST.get("do", "")
    return {
        "room": "tournaments",
        "form": form,
        "action": request.path,
        "preview_url": reverse("tournaments:preview"),
        "preview": rendered(form.data.get("description", "")) if do == "preview" else "",
        "do": do,
    }


@costly(per_minute=60)
@require_POST
@signed_in
def preview(request: HttpRequest) -> HttpResponse:
    """A description as it will be shown: the fragment alone."""
    text = request.POST.get("description", "")
    return render(request, "tournaments/_preview.html", {"preview": rendered(text) or _("Nothing is written yet.")})


# -- editing --------------------------------------------------------------------------------------

_FIELDS_OF: dict[str, tuple[str, ...]] = {
    "time": ("time", "vacation", *OWN_TIMES),
    "options": ("no_attack_limit", "spotter", "memory"),
    "scoring": ("scoring", *SCORING_FIELDS.values()),
    "tiebreaks": TIEBREAK_FIELDS,
    "calendar": ("rhythm", "calendar"),
}
"""The fields of the form that make up a term, where they are not called like it."""


def fixed_fields(access: EventAccess) -> frozenset[str]:
    status = access.fold.status
    if status is Status.DRAFT:
        return frozenset()
    allowed = changeable(begun=status is not Status.OPEN, as_in_file=access.fold.as_in_file)
    fixed = names_of_terms() - allowed
    return frozenset(name for term in fixed for name in _FIELDS_OF.get(term, (term,)))


@for_staff("owner")
def edit(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """The terms and the announcement of an event; only what is fair to change now."""
    if access.fold.status in (Status.FINISHED, Status.CANCELLED):
        return refused(request, 403, _("This event is over. Its terms stay as they are."))
    if request.method != "POST":
        return _edit_page(request, access, _fresh_form(access))
    form = EventForm(request.POST, **_usual(access))
    form.fields.pop("arbiters"), form.fields.pop("helpers")
    valid = form.is_valid()
    if request.POST.get("do") in LOOKS:
        return _edit_page(request, access, form)
    if request.POST.get("version", "").partition(" ")[0] != _mark(access):
        return _stale(request, access, form)
    if not valid:
        return _edit_page(request, access, form, status=422)
    return redraw_on_conflict(
        lambda: _keep(request, access, form), lambda: _stale(request, asked_about(request, access.key) or access, form)
    )


def _usual(access: EventAccess) -> dict[str, Any]:
    """What the form of an event is made of as it stands."""
    approved = access.fold.approved if access.fold.begun else is_approved(owner_of(access.fold))
    initial = initial_of(access.fold.terms, access.announced())
    return {"initial": initial, "fixed": fixed_fields(access), "approved": approved}


def _fresh_form(access: EventAccess) -> EventForm:
    form = EventForm(**_usual(access))
    form.initial["version"] = version_of(_mark(access), form)
    return form


def _keep(request: HttpRequest, access: EventAccess, form: EventForm) -> HttpResponse:
    values = form.cleaned_data
    assert access.player is not None
    usual: dict[str, Any] = {"tournament": access.id, "by": access.player.id}
    try:
        with transaction.atomic():  # all of the form is kept, or nothing
            if values["terms"] != access.fold.terms:
                organization.change_terms(
                    **usual, terms=values["terms"], expected=access.version, reason=values.get("reason", "")
                )
            if values["announcement"] != access.announced():
                organization.describe(**usual, **values["announcement"])
    except Illegal as illegal:
        if illegal.refusal.code == "moved-on":
            return _stale(request, asked_about(request, access.key) or access, form)
        form.refuse(illegal.refusal)
        return _edit_page(request, access, form, status=status_of(illegal.refusal))
    messages.success(request, _("The changes are kept."))
    return see_other(access.url("desk"))


def _mark(access: EventAccess) -> str:
    """What the form depends on, in short."""
    return mark_of((access.fold.status, access.fold.terms, access.announced()))


def _stale(request: HttpRequest, now: EventAccess, form: EventForm) -> HttpResponse:
    """The form with what was typed and with what others have changed; or play has begun meanwhile, and some of it is
    settled."""
    fresh = _fresh_form(now)
    data, taken, both = merged(request.POST, form, fresh)
    data["version"] = fresh.initial["version"]
    again = EventForm(data, **_usual(now))
    again.fields.pop("arbiters"), again.fields.pop("helpers")
    again.is_valid()
    say_merged(again, fresh, taken, both)
    return _edit_page(request, now, again, status=409)


def _edit_page(request: HttpRequest, access: EventAccess, form: EventForm, *, status: int = 200) -> HttpResponse:
    form.fields.pop("arbiters", None)
    form.fields.pop("helpers", None)
    if access.fold.status is Status.DRAFT:
        form.fields.pop("reason", None)
    context = _form_context(request, form) | {
        "name": access.name,
        "desk_url": access.url("desk"),
        "fixed": bool(fixed_fields(access)),
    }
    return render(request, "tournaments/desk_edit.html", context, status=status)

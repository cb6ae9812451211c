"""The page that reads an event from a file: bring it, see what was understood, create it.

Nothing is kept between its steps: the text goes with the form, and can be mended in it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID

from allauth.core.ratelimit import consume
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from config.limits import costly
from config.routes import takes_files
from games.models import key_of
from games.rules import Illegal
from games.views import refused
from players.models import Player
from tournaments.desk.asked import player_in, signed_in
from tournaments.domain.drafts import refuse
from tournaments.exchange.forms import ChoicesForm, FileForm
from tournaments.exchange.importing import MOST_BYTES, Understood, import_tournament, understood
from tournaments.exchange.record import TournamentRecord
from tournaments.exchange.wording import file_error_text
from tournaments.models import Tournament
from tournaments.wording import status_of, tournament_refusal

__all__ = ["import_event"]

View = Callable[..., HttpResponse]

MOST_SHOWN = 50
"""Errors on the page; more are counted."""


def _for_members(view: View) -> View:
    """A page for who has signed up; the view takes the player."""

    @wraps(view)
    def inner(request: HttpRequest) -> HttpResponse:
        player = player_in(request)
        if player is None or player.guest:
            return refused(request, 403, _("Sign up to organise events. Guests play."))
        return view(request, player)

    return inner


@costly(per_minute=30)
@signed_in
@_for_members
@takes_files(MOST_BYTES)
def import_event(request: HttpRequest, player: Player) -> HttpResponse:
    """The page, what was understood, or the new event."""
    if request.method != "POST":
        return _page(request, FileForm())
    form = FileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, form, status=422)
    upload = form.cleaned_data.get("file")
    told = understood(upload.read() if upload is not None else form.cleaned_data["text"])
    if told.record is None or told.errors:
        return _page(request, _with_text(form, upload, told), told=told, status=422)
    if request.POST.get("do") != "create" or upload is not None:
        return _page(request, _with_text(form, upload, told), told=told, choices=ChoicesForm(told.record))
    choices = ChoicesForm(told.record, request.POST)
    status = 422
    if choices.is_valid():
        try:
            tournament = _create(request, told.record, choices, player.id)
        except Illegal as error:
            choices.add_error(None, tournament_refusal(error.refusal))
            status = status_of(error.refusal)
        else:
            return redirect("tournaments:tournament", key_of(tournament))
    return _page(request, form, told=told, choices=choices, status=status)


def _create(request: HttpRequest, record: TournamentRecord, choices: ChoicesForm, owner: UUID) -> UUID:
    """Creates the event, unless its organiser creates them as a program would; one that is there is no further one."""
    once = choices.cleaned_data["once"]
    there = Tournament.objects.filter(id=once).exists()
    if not there and not consume(request, action="import_event", user=request.user):
        raise refuse("too-many-imports")
    return import_tournament(record=record, choices=choices.choices(), owner=owner, id=once)


def _with_text(form: FileForm, upload: Any, told: Understood) -> FileForm:
    """The form with the text of the file that was brought, so that it goes on with the page."""
    if upload is None:
        return form
    upload.seek(0)
    text = upload.read().decode("utf-8-sig", errors="replace").replace("\0", "")
    return FileForm(initial={"text": text})


def _page(
    request: HttpRequest,
    form: FileForm,
    *,
    told: Understood | None = None,
    choices: ChoicesForm | None = None,
    status: int = 200,
) -> HttpResponse:
    errors = [] if told is None else [file_error_text(error) for error in told.errors]
    context = {
        "room": "tournaments",
        "form": form,
        "told": told,
        "record": None if told is None else told.record,
        "errors": errors[:MOST_SHOWN],
        "more": max(len(errors) - MOST_SHOWN, 0),
        "choices": choices,
    }
    return render(request, "tournaments/exchange_import.html", context, status=status)

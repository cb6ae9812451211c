"""The page that reads an event from a file: bring it, see what was understood, create it.

Nothing is kept between its steps: the text goes with the form, and can be mended in it. A large file is kept until a
task has made the event.
"""

from __future__ import annotations

from functools import wraps
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Player
from games.models import key_of
from games.rules import Illegal, Refusal
from tournaments.files.choices import created
from tournaments.files.exchange import large_imports
from tournaments.files.exchange.imports import MOST_BYTES, Understood, understood
from tournaments.files.pages.forms import ChoicesForm, FileForm
from tournaments.files.words import MOST_SHOWN, file_error_text
from tournaments.models import LargeImport
from tournaments.organizer.access import player_in, signed_in
from tournaments.presentation.words import status_of, tournament_refusal
from web.answers import ViewFunction, refused
from web.limits import costly
from web.routes import takes_files

SECONDS = 2
"""From one look at the progress of an import to the next."""


def _for_members(view: ViewFunction) -> ViewFunction:
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
    result = understood(upload.read() if upload is not None else form.cleaned_data["text"])
    if result.record is None or result.errors:
        return _page(request, _with_text(form, upload, result), understood=result, status=422)
    if request.POST.get("do") != "create" or upload is not None:
        return _page(request, _with_text(form, upload, result), understood=result, choices=ChoicesForm(result.record))
    choices = ChoicesForm(result.record, request.POST)
    status = 422
    if choices.is_valid():
        try:
            once, text = choices.cleaned_data["once"], form.cleaned_data["text"]
            id, waits = created(request, result.record, choices.choices(), id=once, owner=player.id, text=text)
        except Illegal as error:
            choices.add_error(None, tournament_refusal(error.refusal))
            status = status_of(error.refusal)
        else:
            done = reverse("tournaments:tournament", args=[key_of(id)])
            return redirect(reverse("tournaments:import-progress", args=[id]) if waits else done)
    return _page(request, form, understood=result, choices=choices, status=status)


@signed_in
def import_progress(request: HttpRequest, id: UUID) -> HttpResponse:
    """How far a large import is, for who began it; a form calls it off. HTMX asks for the part that changes."""
    player = player_in(request)
    row = None if player is None else LargeImport.objects.filter(id=id, owner=player.id).first()
    if row is None:
        return refused(request, 404, _("There is no import at this address. Files are forgotten after a day."))
    if request.method == "POST":
        large_imports.call_off(id=row.id, by=row.owner)
        return redirect(request.path)
    waits = row.state == LargeImport.State.WAITING
    progress = large_imports.WORK.progress(row.id) if waits else None
    refusal = None if row.refusal is None else Refusal(row.refusal["code"], row.refusal["params"])
    context = {
        "room": "tournaments",
        "row": row,
        "waits": waits,
        "progress": progress,
        "percent": 100 * progress.done // max(progress.total, 1) if progress is not None else 0,
        "trouble": "" if refusal is None else tournament_refusal(refusal),
        "event": reverse("tournaments:tournament", args=[key_of(row.id)]) if row.state == "done" else "",
        "seconds": SECONDS,
    }
    alone = request.headers.get("HX-Request") and not request.headers.get("HX-History-Restore-Request")
    template = "tournaments/_import_progress.html" if alone else "tournaments/import_progress.html"
    response = render(request, template, context)
    response["Vary"] = "HX-Request, Cookie"
    return response


def _with_text(form: FileForm, upload: Any, result: Understood) -> FileForm:
    if upload is None:
        return form
    upload.seek(0)
    text = upload.read().decode("utf-8-sig", errors="replace").replace("\0", "")
    return FileForm(initial={"text": text})


def _page(
    request: HttpRequest,
    form: FileForm,
    *,
    understood: Understood | None = None,
    choices: ChoicesForm | None = None,
    status: int = 200,
) -> HttpResponse:
    errors = [] if understood is None else [file_error_text(error) for error in understood.errors]
    notes = [] if understood is None else [file_error_text(note) for note in understood.notes]
    context = {
        "room": "tournaments",
        "form": form,
        "told": understood,
        "record": None if understood is None else understood.record,
        "errors": errors[:MOST_SHOWN],
        "more": max(len(errors) - MOST_SHOWN, 0),
        "notes": notes[:MOST_SHOWN],
        "more_notes": max(len(notes) - MOST_SHOWN, 0),
        "choices": choices,
    }
    return render(request, "tournaments/exchange_import.html", context, status=status)

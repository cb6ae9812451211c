"""Members whom an imported event names: they say here whether it is them, and its organiser sees who has answered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.models import Player
from games.rules import Illegal
from tournaments.domain.commands import name_claims
from tournaments.models import NamedMember
from tournaments.organizer.access import EventAccess, for_players
from tournaments.organizer.table_pages import page_of, paged
from tournaments.presentation.words import status_of, tournament_refusal
from web.answers import refused
from web.words import isolated

_ANSWERS = {"agree": True, "decline": False}


@dataclass(frozen=True, slots=True)
class NamedRow:
    """A place of the file: the name in it, the member who is meant, and the answer. Names are "" of who is gone."""

    written: str
    member: str
    state: str
    words: str


@for_players
def named(request: HttpRequest, access: EventAccess) -> HttpResponse:
    assert access.player is not None
    mine = name_claims.named_in(access.id, access.player.id)
    owns = access.is_at_least("owner") and NamedMember.objects.filter(tournament=access.id).exists()
    if mine is None and not owns:
        return refused(request, 404, _("Nobody has written your name down in this event."))
    say, status = "", 200
    if request.method == "POST":
        answer = _ANSWERS.get(request.POST.get("do", ""))
        if answer is None:
            return refused(request, 400, _("Use one of the buttons of the page."))
        try:
            name_claims.answer(tournament=access.id, by=access.player.id, agree=answer)
        except Illegal as error:
            say, status = tournament_refusal(error.refusal), status_of(error.refusal)
        else:
            return redirect(request.path)
    members = NamedMember.objects.filter(tournament=access.id).order_by("entry", "partner")
    page = page_of(request, list(members) if owns else [])
    everybody = list(page)
    rows = list(_rows([*everybody, *([mine] if mine is not None else [])]))
    context = {
        "room": "tournaments",
        "access": access,
        "mine": rows[-1] if mine is not None else None,
        "rows": rows[: len(everybody)],
        "say": say,
        **paged(page),
    }
    return render(request, "tournaments/exchange_named.html", context, status=status)


def _rows(members: list[NamedMember]) -> Iterator[NamedRow]:
    ids = {id for row in members for id in (row.player, row.written)}
    names: dict[UUID, str] = dict(Player.objects.filter(id__in=ids).values_list("id", "name"))
    for row in members:
        yield NamedRow(
            isolated(names.get(row.written, "")), names.get(row.player, ""), row.state, str(row.get_state_display())
        )

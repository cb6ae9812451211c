"""The page of a board: for the two sides, for arbiters, and for everybody what is public of it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.conduct.blocks import blocked_among
from games.models import key_of
from games.presentation.words import time_control_text, variant_name
from tournaments.domain.calendar import LEAD
from tournaments.models import Text
from tournaments.organizer.access import EventAccess, for_visitors
from tournaments.organizer.actions import ActionForm, Offer, offers, perform
from tournaments.organizer.boards.actions import PRESENT, actions_of
from tournaments.organizer.boards.calendar_file import calendar_file
from tournaments.organizer.boards.place import BoardPlace
from tournaments.organizer.boards.record import record_of
from tournaments.organizer.names import Names
from tournaments.presentation.words import missed_text, moment_text, result_text
from web.answers import refused

POLL_SECONDS = 4


@for_visitors
def board(request: HttpRequest, access: EventAccess, round: int, board: int) -> HttpResponse:
    """One board: who meets whom, when and how; for the two sides what they may do.

    Args:
        access, round, board: what the address names.
    """
    place = BoardPlace.of(access, round, board)
    if place is None:
        return refused(request, 404, _("There is no such board in this event."))
    if request.method == "POST":
        return _act(request, access, place)
    answer = _waiting(request, place) if "waiting" in request.GET else None
    return _page(request, access, place) if answer is None else answer


def _act(request: HttpRequest, access: EventAccess, place: BoardPlace) -> HttpResponse:
    def page(request: HttpRequest, access: EventAccess, form: ActionForm | None, status: int, say: str) -> HttpResponse:
        return _page(request, access, place.again(access), form=form, status=status, say=say)

    if access.player is None:
        return redirect(f"{reverse('login')}?next={request.path}")
    if place.mine is None:
        return refused(request, 403, _("You do not sit at this board."))
    allowed = {action.slug: action for action in actions_of(place)}
    return perform(request, access, allowed, page, about=place)


def _page(
    request: HttpRequest,
    access: EventAccess,
    place: BoardPlace,
    *,
    form: ActionForm | None = None,
    status: int = 200,
    say: str = "",
) -> HttpResponse:
    names = Names(access.fold)
    game = None if place.leg.game is None else reverse("games:replay", args=[key_of(place.leg.game)])
    context = {
        "room": "tournaments",
        "access": access,
        "place": place,
        "red": names.entry(place.leg.red),
        "blue": names.entry(place.leg.blue),
        "other": names.entry(place.other) if place.mine is not None else "",
        "facts": _facts(place, names),
        "game": game,
        "offers": _offers(access, place, form),
        "notes": _notes(access, place, names),
        "offered": [moment_text(slot) for slot in place.offered],
        "record": record_of(place.board, names) if place.arbiter else None,
        "claims": _claims(place, names),
        "waiting": place.to_agree and place.mine is not None and place.here(place.mine),
        "other_here": place.to_agree and place.mine is not None and place.here(place.other),
        "poll_seconds": POLL_SECONDS,
        "say": say,
        "action": request.path,
        "zone": timezone.get_current_timezone_name(),
    }
    return render(request, "tournaments/board.html", context, status=status)


def _notes(access: EventAccess, place: BoardPlace, names: Names) -> list[tuple[str, str, str]]:
    """What each side wrote to its proposal, for the two of them and for arbiters: who, what, and the id by which it is
    reported, or "". Whom the reader has blocked, or who has blocked the reader, is not read."""
    if access.player is None or not (place.to_agree and (place.mine is not None or place.arbiter)):
        return []
    rows = {row.id: row for row in Text.objects.filter(id__in=place.meeting.notes.values())}
    apart = blocked_among(access.player.id, {row.by for row in rows.values() if row.by is not None})
    return [
        (names.entry(entry), rows[note].text, "" if entry == place.mine else str(note))
        for entry, note in place.meeting.notes.items()
        if note in rows and rows[note].by not in apart
    ]


def _offers(access: EventAccess, place: BoardPlace, form: ActionForm | None) -> list[Offer]:
    """What the reader may do, the first action open; presence only when it is time."""
    result = offers(access, actions_of(place), about=place, bound=form)
    if result and (result[0].action is not PRESENT or (place.agreed and place.agreed - LEAD <= timezone.now())):
        result[0].primary = True
    return result


def _facts(place: BoardPlace, names: Names) -> list[tuple[str, str]]:
    fold = place.access.fold
    numbers = {entry: fold.numbers.get(entry, entry) for entry in place.board.entries}
    sides = ((_("Red"), place.leg.red), (_("Blue"), place.leg.blue))
    result = [(side, f"{names.entry(entry)} ({numbers[entry]})") for side, entry in sides]
    result.append((_("Game"), variant_name(fold.terms.variant)))
    if not fold.terms.real:
        result.append((_("Time"), time_control_text(fold.terms.time)))
    if place.to_agree:
        result.append((_("Missed times"), missed_text(fold.terms)))
    for number, leg in enumerate(place.board.legs, start=1):
        label = _("Result") if len(place.board.legs) == 1 else _("Game %(number)d") % {"number": number}
        taken_back = _("Taken back, to be paired again")
        result.append((label, taken_back if place.board.taken_back else result_text(leg.marks)))
    return result


def _claims(place: BoardPlace, names: Names) -> list[tuple[str, str]]:
    """What each side says, for the two of them and the staff."""
    if place.mine is None and not place.access.is_at_least("helper"):
        return []
    return [(names.entry(entry), result_text(marks)) for entry, marks in place.leg.claims.items()]


def _waiting(request: HttpRequest, place: BoardPlace) -> HttpResponse | None:
    """What the page of who waits asks for again: it is led to the game once there is one, and left alone while nothing
    has changed. None if it is to be drawn anew."""
    if place.leg.game is not None and place.mine is not None:
        return HttpResponse(headers={"HX-Redirect": reverse("games:replay", args=[key_of(place.leg.game)])})
    same = request.GET["waiting"] == str(place.access.fold.version)
    return HttpResponse(status=204) if same else None


@require_safe
@for_visitors
def calendar(request: HttpRequest, access: EventAccess, round: int, board: int) -> HttpResponse:
    """The agreed time of a board as a file for calendars.

    Args:
        access, round, board: what the address names.
    """
    place = BoardPlace.of(access, round, board)
    if place is None or place.agreed is None:
        return refused(request, 404, _("No time is agreed for this board."))
    names = Names(access.fold)
    params = {"event": access.name, "round": round, "board": board}
    place_text = _("%(event)s, round %(round)d, board %(board)d") % params
    url = request.build_absolute_uri(access.url("board", round, board))
    body = calendar_file(
        uid=f"{access.key}-{round}-{board}-{len(place.board.legs)}@{request.get_host().split(':')[0]}",
        changes=len(place.meeting.history),
        made=place.meeting.history[-1][0],
        at=place.agreed,
        title=f"{names.entry(place.leg.red)} – {names.entry(place.leg.blue)}",
        about=f"{place_text}. {missed_text(access.fold.terms)}",
        url=url,
    )
    response = HttpResponse(body, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{access.key}-{round}-{board}.ics"'
    return response

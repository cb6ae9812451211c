"""The pages of studies. Without permission the answer is that of a missing study, by the same statement."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.conduct.restrictions import PlayerBarred
from accounts.conduct.words import barred_note
from accounts.models import Account, Player
from accounts.people.accounts import player_of
from accounts.people.search import players_named
from eventlog.sources import new_id
from games.domain import queries
from games.presentation.game_pages import is_elsewhere, newest, next_to, page_links
from games.rules import Illegal, Refusal, variant
from library.studies.domain import commands, edits
from library.studies.domain.edits import StudyChanged
from library.studies.domain.lines import StudyPlace
from library.studies.domain.queries import Role, StudyAccess, games_of, listed_studies, memberships_of, study_for
from library.studies.forms import InvitationForm, StudyForm, StudySettingsForm
from library.studies.models import LISTED, Study, StudyMember
from library.studies.page import (
    RefusedForm,
    StudyPage,
    game_title,
    member_rows,
    study_rows,
)
from library.studies.values import (
    study_value,
)
from library.studies.words import changed_text, study_refusal
from web.answers import number_in, private, refused, revalidated, see_other, small_number
from web.keyset import Page, PageCursor
from web.limits import asker, costly, too_often, wait_for
from web.words import isolated

PAGE = 30  # studies on a page of the list
EDITS_A_MINUTE = 120


def _no_study(request: HttpRequest) -> HttpResponse:
    return refused(
        request, 404, _("There is no study at this address, or it is not open to you. You may have to sign in.")
    )


def _me(request: HttpRequest) -> UUID | None:
    player = getattr(request.user, "player", None) if request.user.is_authenticated else None
    return None if player is None else player.id


def _access(request: HttpRequest, key: str) -> StudyAccess | None:
    return study_for(key, _me(request), request.GET.get("link", "")[:64])


# -- lists ----------------------------------------------------------------------------------------


@revalidated
def studies(request: HttpRequest) -> HttpResponse:
    """The public studies, the newest first; `?game=KEY` those of a game, `?player=NAME` those that a player writes."""
    context: dict[str, Any] = {"room": "studies"}
    asked: dict[str, Any] = {}
    if key := request.GET.get("game", ""):
        game = queries.game_by_key(key)
        if game is None or not game.revealed:
            return refused(request, 404, _("There is no open game at this address, so there are no studies of it."))
        asked["game"] = game.id
        context["of_game"] = (game_title(game), reverse("games:replay", args=[game.key]))
    if name := request.GET.get("player", "").strip():
        asked["player"] = _player_named(name)
        context["of_player"] = isolated(name)
    if asked.get("player", name) is None:
        page: Page[Study] = Page([], False, False)
    else:
        page = listed_studies(PAGE, _cursor(request), **asked)
    if is_elsewhere(request, page):
        return HttpResponseRedirect(newest(request))
    context |= {"rows": study_rows(page.rows, games_of(page.rows)), "links": page_links(request, page)}
    return render(request, "studies/list.html", context)


def _cursor(request: HttpRequest) -> PageCursor:
    named, upwards = next_to(request)
    if named is None:
        return PageCursor(upwards=upwards)
    result = Study.objects.filter(LISTED, key=named).first()
    key = None if result is None or result.published is None else (result.published, result.pk)
    return PageCursor(key, upwards and key is not None)


def _player_named(name: str) -> UUID | None:
    players = Player.objects.filter(pk__in=players_named(name, 20))
    return next((player.pk for player in players if player.name.casefold() == name.casefold() and player.member), None)


@private
@require_safe
@login_required
def mine(request: HttpRequest) -> HttpResponse:
    """The studies that somebody owns, writes, reads or is invited to."""
    me = _me(request)
    members = [] if me is None else memberships_of(me)
    rows = member_rows(members, games_of(member.study for member in members))
    context = {
        "room": "my studies",
        "invited": [row for row in rows if row.invited],
        "rows": [row for row in rows if not row.invited],
    }
    return render(request, "studies/mine.html", context)


# -- making one -----------------------------------------------------------------------------------


@private
@require_http_methods(["GET", "HEAD", "POST"])
def begin(request: HttpRequest, key: str) -> HttpResponse:
    """GET: what a study of a game at `?ply=` is to be called. POST: there it is, and the answer leads to it."""
    game = queries.game_by_key(key)
    if game is None:
        return refused(request, 404, _("There is no game at this address."))
    if not game.revealed:
        return refused(request, 403, study_refusal(Refusal("study-sealed")))
    if not isinstance(request.user, Account):
        return HttpResponseRedirect(f"{reverse('login')}?{urlencode({'next': request.get_full_path()})}")
    me, ply = player_of(request.user), small_number(request.GET.get("ply", "")) or 0
    form = StudyForm(request.POST or None, initial={"once": new_id()})
    reason, status = "", 200
    try:
        commands.check_may_write(me)
        if request.method == "POST" and form.is_valid():
            made = commands.make_study(game=game, by=me, title=form.cleaned_data["title"], id=form.cleaned_data["once"])
            return see_other(f"{reverse('studies:study', args=[made.key])}?ply={ply}")
    except Illegal as error:
        reason = study_refusal(error.refusal)
        if error.refusal.code == "study-guest":
            return refused(request, 403, reason)
        status = 422
    context = {"form": form, "reason": reason, "ply": ply, "game": game, "title": game_title(game)}
    context["back"] = f"{reverse('games:replay', args=[game.key])}?ply={ply}"
    return render(request, "studies/begin.html", context, status=422 if form.errors else status)


# -- reading and writing one ----------------------------------------------------------------------


def _page(request: HttpRequest, access: StudyAccess, typed: RefusedForm | None = None) -> StudyPage:
    seats = len(variant(access.game.variant).seats)
    below = number_in(request.GET.get("flip")) or 0
    wanted = small_number(request.GET.get("line", "")) or 0, small_number(request.GET.get("ply", ""))
    return StudyPage(access, wanted, below if 0 <= below < seats else 0, typed or RefusedForm())


@revalidated
def study(request: HttpRequest, key: str) -> HttpResponse:
    """A study at `?line=` and `?ply=`; an impossible place leads to the nearest one. `?link=` opens one by its link."""
    access = _access(request, key)
    if access is None:
        return _no_study(request)
    return render(request, "studies/study.html", {"page": _page(request, access)})


@costly(per_minute=60)
@revalidated
def export(request: HttpRequest, key: str) -> HttpResponse:
    """The study as JSON, as its reader sees it (docs/studies.md)."""
    access = _access(request, key)
    if access is None:
        return _no_study(request)
    body = json.dumps(study_value(access), indent=1, ensure_ascii=False)
    response = HttpResponse(body, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="vexillum-study-{access.study.key}.json"'
    response["X-Robots-Tag"] = "noindex"
    return response


@private
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, key: str) -> HttpResponse:
    """POST `do`: what a button of the page stands for, at the place that the address names, with the `version` that
    its sender saw. 303 to where that leads; 409 if it was changed meanwhile, 422 if it is refused, both with the page
    and all that was sent. GET leads to that place: a browser may ask for it again."""
    access = _access(request, key)
    me = _me(request)
    if access is None or me is None:
        return _no_study(request)
    page = _page(request, access)
    if request.method != "POST":
        return see_other(page.here)
    if not access.writes:
        return refused(request, 403, study_refusal(Refusal("study-not-yours", {"needs": Role.AUTHOR})))
    if seconds := wait_for("study edits", asker(request), most=EDITS_A_MINUTE, seconds=60):
        return too_often(request, retry=seconds)
    action = _ACTIONS.get(request.POST.get("do", ""))
    if action is None:
        return refused(request, 400, _("The page was incomplete. Go back, reload it and try again."))
    try:
        page.check_place()
        leads = action(request, page, me)
    except StudyChanged:
        return _refused(request, key, RefusedForm(error=changed_text(), status=409))
    except PlayerBarred as error:
        return _refused(request, key, RefusedForm(error=barred_note(error.penalty), status=422))
    except Illegal as error:
        sure = error.refusal.code == "study-sure"
        return _refused(request, key, RefusedForm(error=study_refusal(error.refusal), status=422, sure=sure))
    return see_other(page.address(leads))


def _refused(request: HttpRequest, key: str, typed: RefusedForm) -> HttpResponse:
    """The present page, with the sent values and the refusal."""
    access = _access(request, key)
    if access is None:
        return _no_study(request)
    typed.comment = request.POST.get("text") if request.POST.get("do") == "comment" else None
    typed.fields = {name: request.POST.get(name, "") for name in ("colour", "from", "to", "turn")}
    page = _page(request, access, typed)
    response = render(request, "studies/study.html", {"page": page}, status=typed.status)
    response["HX-Push-Url"] = "false"
    return response


def _seen(request: HttpRequest) -> int:
    return small_number(request.POST.get("version", ""), digits=9) or 0


def _comment(request: HttpRequest, page: StudyPage, me: UUID) -> StudyPlace:
    text = request.POST.get("text", "")
    edits.write_comment(study=page.study.pk, by=me, place=page.place, text=text, seen=_seen(request))
    return page.place


def _uncomment(request: HttpRequest, page: StudyPage, me: UUID) -> StudyPlace:
    try:
        comment = UUID(request.POST.get("comment", ""))
    except ValueError:
        return page.place
    edits.remove_comment(study=page.study.pk, by=me, comment=comment, seen=_seen(request))
    return page.place


def _draw(request: HttpRequest, page: StudyPage, me: UUID) -> StudyPlace:
    ends = [request.POST.get("from", "")]
    if request.POST.get("to"):
        ends.append(request.POST["to"])
    colour = request.POST.get("colour", "")
    edits.draw(study=page.study.pk, by=me, place=page.place, colour=colour, squares=ends)
    return page.place


def _rub_out(request: HttpRequest, page: StudyPage, me: UUID) -> StudyPlace:
    shape = small_number(request.POST.get("shape", ""), digits=3)
    everything = "shape" not in request.POST
    if shape is not None or everything:
        edits.rub_out(study=page.study.pk, by=me, place=page.place, shape=shape, seen=_seen(request))
    return page.place


def _play(request: HttpRequest, page: StudyPage, me: UUID) -> StudyPlace:
    return edits.play(study=page.study.pk, by=me, place=page.place, turn=request.POST.get("turn", "")[:40])


def _take_back(request: HttpRequest, page: StudyPage, me: UUID) -> StudyPlace:
    return edits.take_back(study=page.study.pk, by=me, line=page.place.line, seen=_seen(request))


def _remove(request: HttpRequest, page: StudyPage, me: UUID) -> StudyPlace:
    sure = bool(request.POST.get("sure"))
    return edits.remove_variation(study=page.study.pk, by=me, line=page.place.line, seen=_seen(request), sure=sure)


_ACTIONS: dict[str, Callable[[HttpRequest, StudyPage, UUID], StudyPlace]] = {
    "comment": _comment,
    "remove-comment": _uncomment,
    "draw": _draw,
    "rub-out": _rub_out,
    "play": _play,
    "take-back": _take_back,
    "remove-variation": _remove,
}


# -- settings -------------------------------------------------------------------------------------


@private
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, key: str) -> HttpResponse:
    """Title, visibility and members of a study, for its owner. POST `do`: `save`, `renew`, `invite`,
    `role`, `remove`."""
    access = _access(request, key)
    if access is None:
        return _no_study(request)
    if not access.owns or not isinstance(request.user, Account):
        return refused(request, 403, _("Only the owner of a study changes who may read and write it."))
    form = StudySettingsForm(
        initial={"title": access.study.title, "visibility": access.study.visibility},
    )
    invitation = InvitationForm()
    reason, status = "", 200
    if request.method == "POST":
        do = request.POST.get("do", "")
        if do == "save":
            form = StudySettingsForm(request.POST)
        if do == "invite":
            invitation = InvitationForm(request.POST)
        bound = form if do == "save" else invitation if do == "invite" else None
        if bound is None or bound.is_valid():
            try:
                _settle(request, access, do, {} if bound is None else bound.cleaned_data)
                return see_other(reverse("studies:settings", args=[key]))
            except StudyChanged:
                reason, status = changed_text(), 409
            except PlayerBarred as error:
                reason, status = barred_note(error.penalty), 422
            except Illegal as error:
                reason, status = study_refusal(error.refusal), 422
        else:
            status = 422
        access = _access(request, key)
        if access is None:
            return _no_study(request)
    return render(request, "studies/settings.html", _settings(request, access, form, invitation, reason), status=status)


def _settings(
    request: HttpRequest, access: StudyAccess, form: StudySettingsForm, invitation: InvitationForm, reason: str
) -> dict[str, Any]:
    members = access.study.members.select_related("player").order_by("since", "pk")
    address = reverse("studies:study", args=[access.study.key])
    link = f"{address}?{urlencode({'link': access.study.link})}"
    return {
        "page": StudyPage(access, (0, 0)),
        "form": form,
        "invitation": invitation,
        "reason": reason,
        "members": [(member, member.get_role_display()) for member in members],
        "roles": [(role.value, role.label) for role in (Role.AUTHOR, Role.READER)],
        "most": commands.MOST_MEMBERS,
        "link": request.build_absolute_uri(link),
    }


def _settle(request: HttpRequest, access: StudyAccess, do: str, chosen: dict[str, Any]) -> None:
    """Runs a button of the settings."""
    assert isinstance(request.user, Account)
    study, me = access.study.pk, player_of(request.user)
    if do == "save":
        commands.change_settings(
            study=study, by=me.id, title=chosen["title"], visibility=chosen["visibility"], seen=_seen(request)
        )
        messages.success(request, _("Kept."))
    elif do == "renew":
        commands.renew_link(study=study, by=me.id)
        messages.success(request, _("The study has a new link. The one before opens nothing any more."))
    elif do == "invite":
        named = Player.objects.filter(account__isnull=False, unproven=False, name__iexact=chosen["name"])
        commands.invite(study=study, by=me, player=named.select_related("account").first(), role=chosen["role"])
        messages.success(request, _("The invitation is sent."))
    else:
        _of_member(request, study, me, do)


def _of_member(request: HttpRequest, study: UUID, me: Player, do: str) -> None:
    number = small_number(request.POST.get("member", ""), digits=18)
    member = None if number is None else StudyMember.objects.filter(study=study, pk=number).first()
    if member is None:
        raise Illegal(Refusal("study-uninvited"))
    if do == "role":
        commands.set_role(study=study, by=me.id, player=member.player_id, role=request.POST.get("role", ""))
    elif do == "remove":
        commands.remove_member(study=study, by=me.id, player=member.player_id)
    else:
        raise Illegal(Refusal("study-uninvited"))


@private
@require_POST
def answer(request: HttpRequest, key: str) -> HttpResponse:
    """POST `do`: `accept` or `decline` an invitation, or `leave` a study that one writes or reads."""
    access = _access(request, key)
    if access is None or access.member is None or not isinstance(request.user, Account):
        return _no_study(request)
    me, do = player_of(request.user), request.POST.get("do", "")
    try:
        if do == "leave":
            commands.leave(study=access.study.pk, player=me.id)
            messages.success(request, _("You have left the study, with what you had said there."))
        else:
            commands.answer(study=access.study.pk, player=me, accepted=do == "accept")
    except Illegal as error:
        messages.error(request, study_refusal(error.refusal))
    if do == "accept":
        return see_other(reverse("studies:study", args=[key]))
    return see_other(reverse("studies:mine"))


@private
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, key: str) -> HttpResponse:
    """GET: is that meant? POST: the study goes, with all that is said in it."""
    access = _access(request, key)
    me = _me(request)
    if access is None or me is None:
        return _no_study(request)
    if not access.owns:
        return refused(request, 403, _("Only the owner of a study deletes it."))
    if request.method != "POST":
        others = access.study.members.filter(accepted=True, role=Role.AUTHOR).count()
        context = {"page": StudyPage(access, (0, 0)), "comments": access.study.comments.count(), "others": others}
        return render(request, "studies/delete.html", context)
    commands.delete_study(study=access.study.pk, by=me)
    messages.success(request, _("The study is deleted."))
    return see_other(reverse("studies:mine"))

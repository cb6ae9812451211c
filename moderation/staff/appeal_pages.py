"""The moderators' pages of appeals: the list, and an appeal with its talk and its decision."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.conduct.words import time_text
from accounts.models import Player
from accounts.people.accounts import SignedInRequest, player_of
from moderation.cases import appeals as case_appeals
from moderation.cases.models import Appeal
from moderation.cases.refusals import CaseRefused
from moderation.staff import appeal_form
from moderation.staff.appeal_form import AppealAnswerForm, HearingForm
from moderation.staff.appeal_live import asked_alone, live_talk
from moderation.staff.appeals import VIEWS, AppealPage, appeal_list, appeal_page, key_in
from moderation.staff.pages import SECONDS, for_moderators
from moderation.staff.queue import names_of
from moderation.staff.words import refusal_words
from web.polled_parts import polled


@require_safe
@for_moderators
def appeals(request: SignedInRequest) -> HttpResponse:
    """Appeals, those first that are due first: `?view=` one of `VIEWS`, `?after=` or `?before=` a key."""
    view = request.GET.get("view", "")
    view = view if view in VIEWS else VIEWS[0]
    upwards = "before" in request.GET
    beside = key_in(request.GET.get("before" if upwards else "after", ""))
    page = appeal_list(player_of(request.user), view=view, beside=beside, upwards=upwards)
    operator = request.user.is_superuser
    query = f"view={view}&" if view != VIEWS[0] else ""
    context = {"page": page, "view": view, "query": query, "operator": operator}
    part = render_to_string("moderation/_appeals.html", context, request)
    listed = polled(part, seconds=SECONDS, url=request.get_full_path())
    if request.headers.get("HX-Request"):
        return HttpResponse(listed)
    return render(request, "moderation/appeals.html", context | {"room": "moderation", "listed": listed})


@require_safe
@for_moderators
def appeal(request: SignedInRequest, penalty: UUID) -> HttpResponse:
    row, me = _appeal_for(request, penalty)
    return _shown(request, row, me)


def _appeal_for(request: SignedInRequest, penalty: UUID) -> tuple[Appeal, Player]:
    row, me = Appeal.objects.filter(pk=penalty).first(), player_of(request.user)
    if row is None or case_appeals.kept_from([row], me.pk):
        raise Http404
    return row, me


def _shown(
    request: SignedInRequest,
    row: Appeal,
    me: Player,
    *,
    form: HearingForm | None = None,
    answer: AppealAnswerForm | None = None,
    status: int = 200,
) -> HttpResponse:
    page = appeal_page(row, me, operator=request.user.is_superuser)
    if page.held:
        form = form or _form(None, page)
        answer = answer or (AppealAnswerForm() if page.letters else None)
    of_row = page.row.holder, page.row.unheard, row.outcome, row.risen
    listed = live_talk(request, page.talk, page.open, page.held, page.may_take, page.letters > 0, page.opens, *of_row)
    alone = asked_alone(request, listed)
    if alone is not None:
        return alone
    context = {"room": "moderation", "page": page, "appeal": row, "form": form, "answer": answer, "listed": listed}
    return render(request, "moderation/appeal.html", context, status=status)


def _form(data: object, page: AppealPage) -> HearingForm:
    return HearingForm(data, penalty=page.penalty, now=timezone.now())


@require_POST
@for_moderators
def claim(request: SignedInRequest, penalty: UUID) -> HttpResponse:
    """Take an appeal, or keep it for longer."""
    return _acted(request, penalty, lambda me: case_appeals.claim(penalty=penalty, by=me), then="")


@require_POST
@for_moderators
def open_words(request: SignedInRequest, penalty: UUID) -> HttpResponse:
    """Open what is sealed; the players concerned see that somebody did."""
    return _acted(request, penalty, lambda me: case_appeals.open_words(penalty=penalty, by=me), then="")


@require_POST
@for_moderators
def release(request: SignedInRequest, penalty: UUID) -> HttpResponse:
    """Give an appeal back."""
    then = reverse("moderation:appeals")
    return _acted(request, penalty, lambda me: case_appeals.release(penalty=penalty, by=me), then=then)


def _acted(request: SignedInRequest, penalty: UUID, act: Callable[[UUID], object], *, then: str) -> HttpResponse:
    """Do something to an appeal and go on; what is refused is said on the page, with the status of a conflict."""
    row, me = _appeal_for(request, penalty)
    try:
        act(me.pk)
    except CaseRefused as refused:
        messages.error(request, _words(refused))
        row.refresh_from_db()
        return _shown(request, row, me, status=409)
    return redirect(then or reverse("moderation:appeal", args=[penalty]))


def _words(refused: CaseRefused) -> str:
    return refusal_words(refused, names_of([refused.parameters.get("by")]))


@require_POST
@for_moderators
def answer(request: SignedInRequest, penalty: UUID) -> HttpResponse:
    """Write to the player. What was typed stays if it is refused."""
    row, me = _appeal_for(request, penalty)
    form = AppealAnswerForm(request.POST)
    if not form.is_valid():
        return _shown(request, row, me, answer=form, status=400)
    try:
        case_appeals.answer(penalty=penalty, by=me.pk, words=form.cleaned_data["words"])
    except CaseRefused as refused:
        return _refused(request, row, me, form, refused)
    messages.success(request, _("It is sent. The player gets a notice and a mail."))
    return redirect("moderation:appeal", penalty)


def _refused(request: SignedInRequest, row: Appeal, me: Player, form: forms.Form, refused: CaseRefused) -> HttpResponse:
    form.add_error(None, _words(refused))
    row.refresh_from_db()
    if isinstance(form, HearingForm):
        return _shown(request, row, me, form=form, status=409)
    return _shown(request, row, me, answer=form if isinstance(form, AppealAnswerForm) else None, status=409)


@require_POST
@for_moderators
def decide(request: SignedInRequest, penalty: UUID) -> HttpResponse:
    """Decide an appeal: asked once more, with what follows, and done when `sure` comes with the form."""
    row, me = _appeal_for(request, penalty)
    page = appeal_page(row, me, operator=request.user.is_superuser)
    form = _form(request.POST, page)
    if not form.is_valid():
        return _shown(request, row, me, form=form, status=400)
    data = form.cleaned_data
    if "back" in request.POST:
        return _shown(request, row, me, form=form)
    if "sure" not in request.POST and page.open:
        ends = "" if form.ends is None else time_text(form.ends)
        context = {"room": "moderation", "page": page, "appeal": row, "form": form, "told": data, "ends": ends}
        return render(request, "moderation/appeal_sure.html", context)
    try:
        appeal_form.decide(
            penalty=penalty, by=me, account=request.user, outcome=data["outcome"], reason=data["reason"], ends=form.ends
        )
    except CaseRefused as refused:
        return _refused(request, row, me, form, refused)
    messages.success(request, _("The appeal is decided. The player is told, with your reason and without your name."))
    return redirect("moderation:appeals")

"""The page of an appeal for the penalised player, even when banned: how to write it, what follows and until when, the
conversation with the moderator, and the decision (`moderation/cases/appeals.py`).
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import Penalty
from accounts.people.accounts import SignedInRequest
from moderation.cases import appeals
from moderation.cases.appeal_words import appeal_part, refusal_text
from moderation.cases.appeals import MOST_AN_HOUR
from moderation.cases.own_penalties import parts_of
from moderation.cases.refusals import CaseRefused
from moderation.cases.texts import LONGEST, text_of
from moderation.pages.penalties import own_penalty
from moderation.staff.appeal_live import asked_alone, live_talk
from web.limits import wait_for


class WordsField(forms.CharField):
    """Words of some length. A line ends as it does in the browser, so that both count alike."""

    def __init__(self, **value: Any) -> None:
        widget = forms.Textarea({"rows": value.pop("rows", 8)})
        super().__init__(max_length=LONGEST, widget=widget, **value)

    def to_python(self, value: Any) -> Any:
        """The text with one character at the end of a line."""
        return super().to_python(value.replace("\r\n", "\n") if isinstance(value, str) else value)


class AppealForm(forms.Form):
    """Why a moderator should look at a penalty again."""

    words = WordsField(
        label=gettext_lazy("Why should it be looked at again?"),
        help_text=gettext_lazy(
            "Say what happened as you see it, and what the moderator did not know or got wrong. "
            "If a game goes on tell no ranks. At most 2000 characters."
        ),
    )


class AppealLetterForm(forms.Form):
    """A further message to the appeal's moderator."""

    words = WordsField(label=gettext_lazy("Write to the moderator"), rows=5)


# -- views -----------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def appeal(request: SignedInRequest, id: UUID) -> HttpResponse:
    """The appeal against a penalty of the reader; POST makes it."""
    row = own_penalty(request, id)
    if request.method != "POST":
        return _shown(request, row)
    form = AppealForm(request.POST)
    if not form.is_valid():
        return _shown(request, row, form=form, status=400)
    if stopped := _too_often(request, row, form):
        return stopped
    try:
        appeals.appeal(penalty=id, player=row.player, words=form.cleaned_data["words"])
    except CaseRefused as refused:
        return _refused(request, row, form, refused)
    messages.success(request, _("Your appeal is made. Another moderator will look at it."))
    return redirect("players:appeal", id)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def write(request: SignedInRequest, id: UUID) -> HttpResponse:
    row = own_penalty(request, id)
    if request.method != "POST":  # the way back to a form that was refused
        return redirect("players:appeal", id)
    form = AppealLetterForm(request.POST)
    if not form.is_valid():
        return _shown(request, row, form=form, status=400)
    if stopped := _too_often(request, row, form):
        return stopped
    try:
        appeals.write(penalty=id, player=row.player, words=form.cleaned_data["words"])
    except CaseRefused as refused:
        return _refused(request, row, form, refused)
    messages.success(request, _("It is sent."))
    return redirect("players:appeal", id)


@require_POST
@login_required
def withdraw(request: SignedInRequest, id: UUID) -> HttpResponse:
    """POST: take an appeal back."""
    row = own_penalty(request, id)
    try:
        appeals.withdraw(penalty=id, player=row.player)
    except CaseRefused as refused:
        if refused.code == "no-appeal":
            raise Http404 from None
        messages.info(request, _("The appeal was decided in the meantime."))
    else:
        messages.success(request, _("Your appeal is withdrawn."))
    return redirect("players:appeal", id)


def _too_often(request: SignedInRequest, row: Penalty, form: forms.Form) -> HttpResponse | None:
    """The answer to who sends too many forms: what was typed is there to be sent later."""
    seconds = wait_for("appeal", f"account:{request.user.pk}", most=MOST_AN_HOUR, seconds=3600)
    if not seconds:
        return None
    form.add_error(None, _("You send too much. Wait an hour; what you typed is still here."))
    response = _shown(request, row, form=form, status=429)
    response["Retry-After"] = str(seconds)
    return response


def _refused(request: SignedInRequest, row: Penalty, form: forms.Form, refused: CaseRefused) -> HttpResponse:
    form.add_error(None, refusal_text(refused))
    return _shown(request, row, form=form, status=409)


def _shown(
    request: SignedInRequest, row: Penalty, *, form: forms.Form | None = None, status: int = 200
) -> HttpResponse:
    """The page. What was typed is on it though it cannot be sent any more."""
    now = timezone.now()
    (part,) = parts_of([row], now)
    result = appeal_part(row, now)
    if form is None and result.open and result.letters:
        form = AppealLetterForm()
    elif form is None and result.row is None and not result.refused:
        form = AppealForm()
    context: dict[str, Any] = {
        "room": "account",
        "part": part,
        "why": text_of(row.reason) or "",
        "appeal": result,
        "form": form,
        "makes": isinstance(form, AppealForm),
        "banned": request.user.ban is not None,
        "listed": live_talk(request, result.talk, result.state, result.outcome, part.state, result.letters > 0),
    }
    alone = asked_alone(request, context["listed"])
    if alone is not None:
        return alone
    return render(request, "moderation/pages/appeal.html", context, status=status)

"""How an arbiter is called, and how one takes a board up: each an action of the desk, alone on its page."""

from __future__ import annotations

from typing import Any

from django import forms
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.models import key_of
from tournaments.domain.commands import arbitration
from tournaments.domain.texts import LONGEST
from tournaments.organizer.actions import Action, ActionForm, Redirect, Submission
from tournaments.organizer.calls.words import ABOUTS


class CallForm(ActionForm):
    """Why the arbiter is called. `about` is the numbers of the round and of the board."""

    about = forms.ChoiceField(
        label=_("Why do you call?"),
        choices=[(slug, ABOUTS[slug]) for slug in arbitration.ABOUT],
        widget=forms.RadioSelect,
        initial="rules",
    )
    text = forms.CharField(
        label=_("What the arbiter should know (if you like)"),
        help_text=_("Only you, your partner and the arbiters read it."),
        max_length=LONGEST,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )


class TakeUpForm(ActionForm):
    """Why an arbiter takes a board up. `about` is the numbers of the round and of the board."""

    text = forms.CharField(
        label=_("Why you take this board up"),
        help_text=_("Only arbiters read it."),
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 4}),
    )


def _place(submission: Submission) -> dict[str, Any]:
    round, board = submission.about
    return {"tournament": submission.access.id, "round": round, "board": board, "by": submission.by}


def _call(submission: Submission) -> Redirect:
    """Leads back to the board of play, where the answer appears; to the call, if no game is played here."""
    result, access = submission.values, submission.access
    number = arbitration.call_arbiter(**_place(submission), about=result["about"], text=result["text"])
    game = access.again().fold.calls[number - 1].game
    back = access.url("call", number) if game is None else reverse("games:replay", args=[key_of(game)])
    return Redirect(back, _("The arbiter is called. The answer appears here."))


def _take_up(submission: Submission) -> Redirect:
    number = arbitration.take_up(**_place(submission), text=submission.values["text"])
    return Redirect(submission.access.url("call", number))


CALL = Action("call", _("Call the arbiter"), _call, form=CallForm)
TAKE_UP = Action("take-up", _("Take the board up"), _take_up, form=TakeUpForm)

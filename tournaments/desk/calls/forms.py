"""The forms that call an arbiter, and that take a board up. What an arbiter does about a call is in `actions.py`."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.desk.calls.wording import ABOUTS
from tournaments.domain import arbiting
from tournaments.domain.texts import LONGEST


class CallForm(forms.Form):
    """Why the arbiter is called."""

    about = forms.ChoiceField(
        label=_("Why do you call?"),
        choices=[(slug, ABOUTS[slug]) for slug in arbiting.ABOUT],
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


class TakeUpForm(forms.Form):
    """Why an arbiter takes a board up."""

    text = forms.CharField(
        label=_("Why you take this board up"),
        help_text=_("Only arbiters read it."),
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 4}),
    )

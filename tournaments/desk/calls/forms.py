"""The forms of calls. What an arbiter does is one of several small forms on the page of a call, told apart by `do`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.desk.calls.pages import CallPage
from tournaments.desk.calls.wording import ABOUTS, RESULTS
from tournaments.domain import arbiting
from tournaments.domain.texts import LONGEST

MOST_MINUTES = 30 * 24 * 60


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


class CallActionForm(forms.Form):
    """Something that an arbiter does about a call."""

    text = forms.CharField(
        label=_("Reason"),
        help_text=_("Everybody can read it in the log of the event."),
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(self, page: CallPage, data: Mapping[str, Any] | None, prefix: str) -> None:
        super().__init__(data, prefix=prefix, label_suffix="")
        self.page = page
        self.sides = [(str(number), name) for number, name, _slug in page.sides]

    def run(self, **who: Any) -> object:
        """Do it. `who` has the tournament, the call and the arbiter."""
        raise NotImplementedError


class AnswerForm(CallActionForm):
    """Words."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.fields["text"].label = _("Answer")

    def run(self, **who: Any) -> object:
        return arbiting.answer_call(text=self.cleaned_data["text"], **who)


class TimeForm(CallActionForm):
    """More time for one side."""

    entry = forms.TypedChoiceField(label=_("Who gets it"), coerce=int)
    minutes = forms.IntegerField(label=_("Minutes"), min_value=1, max_value=MOST_MINUTES, initial=2)
    field_order = ("entry", "minutes", "text")

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.fields["entry"].choices = self.sides  # type: ignore[attr-defined]

    def run(self, **who: Any) -> object:
        told = self.cleaned_data
        return arbiting.give_time(entry=told["entry"], seconds=told["minutes"] * 60, text=told["text"], **who)


class CallResultForm(CallActionForm):
    """How the game ends, by an arbiter's decision, which has to be meant."""

    result = forms.ChoiceField(label=_("Result"), choices=list(RESULTS.items()), widget=forms.RadioSelect)
    sure = forms.BooleanField(label=_("This ends the game. I have decided."))
    field_order = ("result", "text", "sure")

    def run(self, **who: Any) -> object:
        return arbiting.rule(result=self.cleaned_data["result"], text=self.cleaned_data["text"], **who)


class CallForfeitForm(CallActionForm):
    """Who loses by forfeit."""

    entries = forms.TypedMultipleChoiceField(
        label=_("Who loses"), coerce=int, widget=forms.CheckboxSelectMultiple, help_text=_("Both sides may lose.")
    )
    sure = forms.BooleanField(label=_("This ends the game. I have decided."))
    field_order = ("entries", "text", "sure")

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.fields["entries"].choices = self.sides  # type: ignore[attr-defined]

    def run(self, **who: Any) -> object:
        return arbiting.forfeit(entries=self.cleaned_data["entries"], text=self.cleaned_data["text"], **who)


class CloseForm(CallActionForm):
    """The call is over, and play goes on."""

    def run(self, **who: Any) -> object:
        return arbiting.close_call(text=self.cleaned_data["text"], **who)


class DismissForm(CallActionForm):
    """There was no reason to call."""

    def run(self, **who: Any) -> object:
        return arbiting.close_call(text=self.cleaned_data["text"], dismiss=True, **who)


ACTIONS: Mapping[str, type[CallActionForm]] = {
    "answer": AnswerForm,
    "time": TimeForm,
    "close": CloseForm,
    "dismiss": DismissForm,
    "result": CallResultForm,
    "forfeit": CallForfeitForm,
}


def forms_of(page: CallPage, sent: str = "", data: Mapping[str, Any] | None = None) -> dict[str, CallActionForm]:
    """All forms of a call; the one that was sent holds what was in it.

    Args:
        page: of the call.
        sent: the name of the form that was sent, or "".
        data: what was in it.
    """
    return {slug: form(page, data if slug == sent else None, slug) for slug, form in ACTIONS.items()}


def arbiter_of(page: CallPage) -> UUID:
    """The player who acts."""
    assert page.asked.player is not None
    return page.asked.player.id

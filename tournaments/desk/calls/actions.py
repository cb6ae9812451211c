"""What an arbiter does about a call: each with its small form on the page of the call, and the one command it makes.

The fields of a form begin with what it does. `seen` is how many answers the arbiter saw: a form that is sent twice acts
once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.desk.actions import Action, ActionForm, Submission, by_slug
from tournaments.desk.calls.wording import RESULTS
from tournaments.domain import arbiting
from tournaments.domain.texts import LONGEST
from web.answers import small_number

MOST_MINUTES = 30 * 24 * 60


class RulingForm(ActionForm):
    """Something that an arbiter does about a call, with words for the log. `about` is the `CallPage`."""

    text = forms.CharField(
        label=_("Reason"),
        help_text=_("Everybody can read it in the log of the event."),
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sides = [(str(number), name) for number, name, _slug in self.about.sides]

    def clean(self) -> dict[str, Any]:
        """With how many answers were seen."""
        return {**(super().clean() or {}), "seen": small_number(self.data.get("seen", ""))}


class AnswerForm(RulingForm):
    """Words."""

    prefix = "answer"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["text"].label = _("Answer")


class TimeForm(RulingForm):
    """More time for one side."""

    prefix = "time"
    entry = forms.TypedChoiceField(label=_("Who gets it"), coerce=int)
    minutes = forms.IntegerField(label=_("Minutes"), min_value=1, max_value=MOST_MINUTES, initial=2)
    field_order = ("entry", "minutes", "text")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["entry"].choices = self.sides  # type: ignore[attr-defined]


class RuledResultForm(RulingForm):
    prefix = "result"
    result = forms.ChoiceField(label=_("Result"), choices=list(RESULTS.items()), widget=forms.RadioSelect)
    sure = forms.BooleanField(label=_("This ends the game. I have decided."))
    field_order = ("result", "text", "sure")


class RuledForfeitForm(RulingForm):
    """Who loses by forfeit."""

    prefix = "forfeit"
    entries = forms.TypedMultipleChoiceField(
        label=_("Who loses"), coerce=int, widget=forms.CheckboxSelectMultiple, help_text=_("Both sides may lose.")
    )
    sure = forms.BooleanField(label=_("This ends the game. I have decided."))
    field_order = ("entries", "text", "sure")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["entries"].choices = self.sides  # type: ignore[attr-defined]


class CloseForm(RulingForm):
    """The call is over, and play goes on."""

    prefix = "close"


class DismissForm(RulingForm):
    """There was no reason to call."""

    prefix = "dismiss"


def _who(submission: Submission) -> dict[str, Any]:
    """The tournament, the call and the arbiter."""
    return {"tournament": submission.access.id, "call": submission.about.call.number, "by": submission.by}


def _rules(command: Callable[..., object], *fields: str, **more: Any) -> Callable[[Submission], None]:
    """Calls a command with what was written, what was seen, and these fields."""

    def run(submission: Submission) -> None:
        told = {name: submission.values[name] for name in ("text", "seen", *fields)}
        command(**_who(submission), **told, **more)

    return run


def _stop(submission: Submission) -> None:
    arbiting.stop_clocks(**_who(submission))


def _look(submission: Submission) -> None:
    arbiting.look(**_who(submission))


def _give_time(submission: Submission) -> None:
    told = submission.values
    seconds = told["minutes"] * 60
    arbiting.give_time(entry=told["entry"], seconds=seconds, text=told["text"], seen=told["seen"], **_who(submission))


ACTIONS: Mapping[str, Action] = by_slug(
    Action("answer", _("Answer"), _rules(arbiting.answer_call), form=AnswerForm),
    Action("time", _("Give time"), _give_time, form=TimeForm),
    Action("close", _("Close the call; play goes on"), _rules(arbiting.close_call), form=CloseForm),
    Action(
        "dismiss",
        _("Dismiss the call: there was no reason for it"),
        _rules(arbiting.close_call, dismiss=True),
        form=DismissForm,
    ),
    Action("result", _("Decide the game"), _rules(arbiting.rule, "result"), form=RuledResultForm, danger=True),
    Action(
        "forfeit",
        _("Declare it lost by forfeit"),
        _rules(arbiting.forfeit, "entries"),
        form=RuledForfeitForm,
        danger=True,
    ),
    Action("stop", _("Stop the clocks"), _stop),
    Action("look", _("Look at both sides"), _look),
)

"""What an arbiter does about a call: each with its small form on the page of the call, and the one command it makes.

The fields of a form begin with what it does. They depend on the answers that the arbiter saw, so a form that is sent
twice acts once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.domain.commands import arbitration
from tournaments.domain.texts import LONGEST
from tournaments.organizer.access import EventAccess
from tournaments.organizer.actions import Action, ActionForm, Submission, by_slug
from tournaments.organizer.calls.pages import CallPage
from tournaments.organizer.calls.words import RESULTS

MOST_MINUTES = 30 * 24 * 60


class RulingForm(ActionForm):
    """Something that an arbiter does about a call, with words for the log. `about` is the `CallPage`."""

    reason = forms.CharField(
        label=_("Reason"),
        help_text=_("Everybody can read it in the log of the event."),
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def prepare(self) -> None:
        self.sides = [(str(number), name) for number, name, _slug in self.about.sides]


class AnswerForm(RulingForm):
    prefix = "answer"

    def prepare(self) -> None:
        super().prepare()
        self.fields["reason"].label = _("Answer")


class TimeForm(RulingForm):
    prefix = "time"
    entry = forms.TypedChoiceField(label=_("Who gets it"), coerce=int)
    minutes = forms.IntegerField(label=_("Minutes"), min_value=1, max_value=MOST_MINUTES, initial=2)
    field_order = ("entry", "minutes", "reason")

    def prepare(self) -> None:
        super().prepare()
        self.fields["entry"].choices = self.sides  # type: ignore[attr-defined]


class RuledResultForm(RulingForm):
    prefix = "result"
    result = forms.ChoiceField(label=_("Result"), choices=list(RESULTS.items()), widget=forms.RadioSelect)
    sure = forms.BooleanField(label=_("This ends the game. I have decided."))
    field_order = ("result", "reason", "sure")


class RuledForfeitForm(RulingForm):
    prefix = "forfeit"
    entries = forms.TypedMultipleChoiceField(
        label=_("Who loses"), coerce=int, widget=forms.CheckboxSelectMultiple, help_text=_("Both sides may lose.")
    )
    sure = forms.BooleanField(label=_("This ends the game. I have decided."))
    field_order = ("entries", "reason", "sure")

    def prepare(self) -> None:
        super().prepare()
        self.fields["entries"].choices = self.sides  # type: ignore[attr-defined]


class CloseForm(RulingForm):
    """The call is over, and play goes on."""

    prefix = "close"


class DismissForm(RulingForm):
    prefix = "dismiss"


def _who(submission: Submission) -> dict[str, Any]:
    return {"tournament": submission.access.id, "call": submission.about.call.number, "by": submission.by}


def _seen(submission: Submission) -> int:
    """How many answers the call had when the form was read: nobody else may be faster from then on."""
    return len(submission.about.call.answers)


def _rules(command: Callable[..., object], *fields: str, **more: Any) -> Callable[[Submission], None]:
    """Calls a command with what was written, what was seen, and these fields."""

    def run(submission: Submission) -> None:
        result = {name: submission.values[name] for name in fields}
        command(**_who(submission), **result, text=submission.reason, seen=_seen(submission), **more)

    return run


def _stop(submission: Submission) -> None:
    arbitration.stop_clocks(**_who(submission))


def _look(submission: Submission) -> None:
    arbitration.look(**_who(submission))


def _give_time(submission: Submission) -> None:
    values = submission.values
    seconds, seen = values["minutes"] * 60, _seen(submission)
    arbitration.give_time(entry=values["entry"], seconds=seconds, text=submission.reason, seen=seen, **_who(submission))


def _answers(_access: EventAccess, page: CallPage) -> object:
    return page.call.number, len(page.call.answers)


ACTIONS: Mapping[str, Action] = by_slug(
    Action(
        "answer",
        _("Answer"),
        _rules(arbitration.answer_call),
        form=AnswerForm,
        button=_("Send the answer"),
        done=_("The answer is given. The call stays open."),
    ),
    Action(
        "time",
        _("Give time"),
        _give_time,
        form=TimeForm,
        button=_("Give the time"),
        done=_("The time is given. The call stays open."),
    ),
    Action(
        "close",
        _("Close the call; play goes on"),
        _rules(arbitration.close_call),
        form=CloseForm,
        button=_("Close the call"),
        done=_("The call is closed, and play goes on."),
    ),
    Action(
        "dismiss",
        _("Dismiss the call: there was no reason for it"),
        _rules(arbitration.close_call, dismiss=True),
        form=DismissForm,
        button=_("Dismiss the call"),
        done=_("The call is dismissed, and play goes on."),
    ),
    Action(
        "result",
        _("Decide the game"),
        _rules(arbitration.rule, "result"),
        form=RuledResultForm,
        danger=True,
        button=_("Decide"),
        done=_("The game is decided, and the call closed."),
    ),
    Action(
        "forfeit",
        _("Declare it lost by forfeit"),
        _rules(arbitration.forfeit, "entries"),
        form=RuledForfeitForm,
        danger=True,
        button=_("Declare it lost"),
        done=_("The forfeit is recorded, and the call closed."),
    ),
    Action(
        "stop",
        _("Stop the clocks"),
        _stop,
        about=_("While the clocks are stopped you can also look at both sides."),
        done=_("The clocks are stopped until the call is closed."),
    ),
    Action(
        "look",
        _("Look at both sides"),
        _look,
        about=_("You can see what each side sees. Both sides are told, and the record of the game says so."),
        done=_("You may look at both sides. Both are told."),
    ),
    sees=_answers,
)


def actions_of(page: CallPage) -> list[Action]:
    """What an arbiter can do about a call as it stands, in the order of its page."""
    offered = {
        "stop": page.can_stop,
        "look": page.can_look,
        "time": page.timed,
        "result": page.undecided,
        "forfeit": page.undecided,
    }
    actions = {slug: ACTIONS[slug] for slug in ("stop", "look", *ACTIONS) if offered.get(slug, True)}
    if "stop" in actions and page.paused:
        actions["stop"] = replace(actions["stop"], label=_("Keep the clocks stopped until I close the call"), about="")
    return list(actions.values())

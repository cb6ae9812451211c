"""The buttons of a board's page: proposing times, accepting or refusing them, being there, telling a result."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from eventlog.canonical import at as as_time
from eventlog.canonical import microseconds
from games.rules import Refusal
from tournaments.domain.commands import appointments, relays, results
from tournaments.domain.local_times import FIRST_YEAR, LAST_YEAR, LATEST
from tournaments.organizer.access import EventAccess
from tournaments.organizer.actions import Action, ActionForm, Submission, UnfitValues
from tournaments.organizer.board_actions import marks_of, slug_of
from tournaments.organizer.boards.place import BoardPlace
from tournaments.presentation.words import RESULTS, moment_text, tournament_refusal
from tournaments.scoring.points import Mark

AGREED = ((Mark.WIN, Mark.LOSS), (Mark.DRAW, Mark.DRAW), (Mark.LOSS, Mark.WIN))
"""Results that the two sides may tell; a forfeit is an arbiter's to give."""


class ProposeForm(ActionForm):
    """Up to five times, in the zone of who proposes them."""

    def __init__(self, *args: Any, about: BoardPlace, **kwargs: Any) -> None:
        """One field a time, the first ones as they were proposed before."""
        super().__init__(*args, about=about, **kwargs)
        for number in range(appointments.MOST_SLOTS):
            slots = about.offered
            self.fields[f"slot-{number + 1}"] = forms.DateTimeField(
                label=_("Time %(number)d") % {"number": number + 1},
                required=False,
                input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"],
                widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
                initial=localtime(as_time(slots[number])) if number < len(slots) else None,
                error_messages={"invalid": _("Write the time like 2026-12-05 19:30.")},
            )

        self.fields["note"] = forms.CharField(
            label=_("A note to them"),
            help_text=_("The other side and the arbiters can read it, and may report it."),
            max_length=appointments.LONGEST_NOTE,
            required=False,
            widget=forms.Textarea(attrs={"rows": 2}),
        )

    @classmethod
    def spread(cls, values: dict[str, Any]) -> dict[str, Any]:
        """With a field for each of the times `slots`."""
        slots = values.pop("slots", [])
        if not isinstance(slots, list) or len(slots) > appointments.MOST_SLOTS:
            raise UnfitValues({"slots": [_("A list of %(most)d times at most.") % {"most": appointments.MOST_SLOTS}]})
        return {**values, **{f"slot-{number}": slot for number, slot in enumerate(slots, 1)}}

    @property
    def slots(self) -> list[int]:
        """The times that were filled in."""
        moments: Iterable[datetime | None] = (self.cleaned_data.get(name) for name in self.fields if "slot" in name)
        return [microseconds(moment) for moment in moments if moment is not None]

    def clean(self) -> dict[str, Any]:
        """At least one time; each in time to come, and within the round. What is wrong is said beside its field."""
        values = super().clean() or {}
        deadline, now = self.about.round.deadline, timezone.now()
        for name in [name for name in self.fields if "slot" in name]:
            moment = values.get(name)
            if moment is not None and moment <= now:
                self.add_error(name, _("This time is over already. Choose a later one."))
            elif moment is not None and microseconds(moment) > LATEST:
                beyond = Refusal("year-out-of-reach", {"least": FIRST_YEAR, "most": LAST_YEAR})
                self.add_error(name, tournament_refusal(beyond))
            elif moment is not None and deadline is not None and moment > deadline:
                words = _("The round ends on %(time)s. Choose an earlier time.")
                self.add_error(name, words % {"time": moment_text(microseconds(deadline))})
        if not self.errors and not self.slots:
            self.add_error("slot-1", _("Propose at least one time."))
        return values


class AcceptForm(ActionForm):
    """One of the times that the other side proposed."""

    slot = forms.TypedChoiceField(
        label=gettext_lazy("Proposed times"), coerce=int, widget=forms.RadioSelect, empty_value=None
    )

    def __init__(self, *args: Any, about: BoardPlace, **kwargs: Any) -> None:
        """The times that are still to come."""
        super().__init__(*args, about=about, **kwargs)
        now = microseconds(timezone.now())
        self.fields["slot"].choices = [(str(slot), moment_text(slot)) for slot in about.proposed if slot > now]  # type: ignore[attr-defined]


class ClaimForm(ActionForm):
    """How the game ended, as one side says."""

    result = forms.ChoiceField(label=gettext_lazy("Result"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, about: BoardPlace, **kwargs: Any) -> None:
        super().__init__(*args, about=about, **kwargs)
        self.fields["result"].choices = [(slug_of(marks), RESULTS[marks]) for marks in AGREED]  # type: ignore[attr-defined]
        if (marks := relays.proposed(about.leg)) is not None:
            self.fields["result"].initial = slug_of(marks)


def _where(submission: Submission) -> dict[str, Any]:
    place: BoardPlace = submission.about
    return {
        "tournament": submission.access.id,
        "round": place.round.number,
        "board": place.board.number,
        "by": submission.by,
    }


def _propose(submission: Submission) -> None:
    slots = [microseconds(value) for name, value in submission.values.items() if "slot" in name and value is not None]
    appointments.propose_times(**_where(submission), slots=slots, note=submission.values["note"])


def _take_back(submission: Submission) -> None:
    appointments.propose_times(**_where(submission), slots=())


def _accept(submission: Submission) -> None:
    appointments.accept_time(**_where(submission), slot=submission.values["slot"])


def _refuse(submission: Submission) -> None:
    appointments.refuse_times(**_where(submission))


def _present(submission: Submission) -> None:
    appointments.show_presence(**_where(submission))


def _claim(submission: Submission) -> str | Promise:
    red, blue = marks_of(submission.values["result"])
    place: BoardPlace = submission.about
    after = results.claim_result(**_where(submission), leg=place.leg_number, red=red, blue=blue)
    leg = after.rounds[place.round.number - 1].boards[place.board.number - 1].legs[place.leg_number - 1]
    if leg.marks is not None:
        return gettext_lazy("Both sides say the same: the result is recorded.")
    if len(leg.claims) > 1:
        return gettext_lazy("The two sides disagree. The arbiters are told and will decide.")
    return gettext_lazy("Thank you. It is recorded as soon as the other side says the same.")


def _times(_asked: EventAccess, about: BoardPlace) -> object:
    meeting = about.meeting
    return about.again_played, meeting.proposed, meeting.notes, meeting.agreed, about.leg.game, about.leg.marks


def _claims(_asked: EventAccess, about: BoardPlace) -> object:
    """What telling a result depends on: what one side says may be said while the other says something too."""
    return about.again_played, len(about.board.legs), about.leg.marks


PROPOSE = Action(
    "propose",
    gettext_lazy("Propose times"),
    _propose,
    form=ProposeForm,
    done=gettext_lazy("Your times are proposed. You are told when the other side answers."),
    sees=_times,
)
AGAIN = replace(PROPOSE, label=gettext_lazy("Propose other times instead"))
TAKE_BACK = Action(
    "take-back",
    gettext_lazy("Take my proposal back"),
    _take_back,
    done=gettext_lazy("Your proposal is taken back."),
    sees=_times,
)
ACCEPT = Action(
    "accept",
    gettext_lazy("Accept this time"),
    _accept,
    form=AcceptForm,
    done=gettext_lazy("The time is agreed."),
    sees=_times,
)
REFUSE = Action(
    "refuse",
    gettext_lazy("I can at none of these times"),
    _refuse,
    done=gettext_lazy("The other side is told. Propose times at which you can."),
    sees=_times,
)
CALL_OFF = Action(
    "refuse",
    gettext_lazy("Take the agreed time back"),
    _refuse,
    done=gettext_lazy("The agreed time is taken back, and the other side is told."),
    sure=gettext_lazy("The other side counts on this time. Take it back and agree another one?"),
    danger=True,
    sees=_times,
)
PRESENT = Action(
    "present",
    gettext_lazy("I am here"),
    _present,
    about=gettext_lazy("The game begins as soon as both sides are here."),
    sees=lambda _asked, about: (about.again_played, about.leg.game),
)
CLAIM = Action("claim", gettext_lazy("Tell the result"), _claim, form=ClaimForm, sees=_claims)


def actions_of(place: BoardPlace) -> list[Action]:
    """What the reader may do here now, the most likely first."""
    if place.mine is None:
        return []
    if place.open and place.access.fold.terms.real:
        return [CLAIM]
    if not place.to_agree:
        return []
    if place.meeting.agreed is not None:
        return [PRESENT, CALL_OFF] if place.agreed and place.agreed > timezone.now() else [PRESENT]
    answers = [ACCEPT, REFUSE] if place.proposed else []
    return [*answers, AGAIN if place.offered else PROPOSE, *([TAKE_BACK] if place.offered else []), PRESENT]

"""Deciding an appeal: the form, and the decision with its entry in the audit."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django import forms
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.audit import audit
from accounts.audit.audit import Action
from accounts.models import Account, Penalty, Player
from moderation.cases import appeals
from moderation.cases.models import Appeal
from moderation.cases.texts import LONGEST
from moderation.staff.decision_form import LENGTHS

AT_ONCE = "now"


class AppealAnswerForm(forms.Form):
    """A moderator's words to the player."""

    words = forms.CharField(
        label=_("Write to the player"),
        max_length=LONGEST,
        widget=forms.Textarea({"rows": 4}),
        help_text=_("The player reads it as from a moderator, without your name. Ask what you need to know."),
    )


class HearingForm(forms.Form):
    """What an appeal comes to.

    Args:
        penalty: which is appealed; only one that lasts and is in force can be eased.
        now: the present, aware.
    """

    outcome = forms.ChoiceField(label=_("What does it come to?"), widget=forms.RadioSelect)
    length = forms.ChoiceField(
        label=_("If it is eased: how long it lasts"),
        required=False,
        help_text=_("Counted from when it began. What would be over already ends at once."),
    )
    reason = forms.CharField(
        label=_("To the player: why"),
        max_length=LONGEST,
        widget=forms.Textarea({"rows": 4}),
        help_text=_("Answer what the player wrote. It is the last word."),
    )

    def __init__(self, *args: Any, penalty: Penalty, now: datetime, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.penalty, self.now = penalty, now
        fields: dict[str, Any] = self.fields
        outcomes = [
            (Appeal.Outcome.STANDS.value, _("The decision was right: it stands")),
            (Appeal.Outcome.EASED.value, _("It was right, but too hard: it ends earlier")),
            (Appeal.Outcome.REVERSED.value, _("It was wrong: it is taken back, with all its effects")),
        ]
        if penalty.kind in appeals.LASTING and penalty.in_force(now):
            shorter = [
                (code, words)
                for code, (span, words) in LENGTHS.items()
                if penalty.ends is None or penalty.begins + span < penalty.ends
            ]
            fields["length"].choices = [("", "—"), (AT_ONCE, _("It ends at once")), *shorter]
        else:
            del fields["length"], outcomes[1]
        fields["outcome"].choices = outcomes

    def clean(self) -> dict[str, Any]:
        """Ask for the length of what is eased, and only of that."""
        result = super().clean() or {}
        if result.get("outcome") == Appeal.Outcome.EASED and not result.get("length"):
            self.add_error("length", _("Choose how long it lasts."))
        elif result.get("outcome") and result["outcome"] != Appeal.Outcome.EASED and result.get("length"):
            self.add_error("length", _("Only what is eased has another length."))
        return result

    @property
    def ends(self) -> datetime | None:
        """When what is eased ends, of a form that is valid; None for at once."""
        span = LENGTHS.get(self.cleaned_data.get("length") or "")
        ends = None if span is None else self.penalty.begins + span[0]
        return ends if ends is not None and self.now < ends else None


def decide(*, penalty: UUID, by: Player, account: Account, outcome: str, reason: str, ends: datetime | None) -> None:
    """Decides an appeal, and writes it into the audit. See `moderation.cases.appeals.decide`, with its errors.

    Args:
        penalty, outcome, reason, ends: as there.
        by, account: the moderator.
    """
    with transaction.atomic():
        appeals.decide(penalty=penalty, by=by.pk, outcome=outcome, reason=reason, ends=ends)
        row = Appeal.objects.get(pk=penalty)
        audit.record(Action.DECIDED_APPEAL, by=account.pk, on=[row], fields=[outcome])

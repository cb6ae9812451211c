"""The form that makes a token."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from api.models import Scope
from api.tokens.tokens import LONGEST_OF_STAFF

OFFERED: tuple[Scope, ...] = (
    Scope.READ,
    Scope.PLAY,
    Scope.CHALLENGE,
    Scope.SETUPS,
    Scope.TALK,
    Scope.ORGANISE,
    Scope.ACCOUNT,
    Scope.STAFF,
)
"""Scopes that some address needs. Others are not offered."""

LASTING = ((7, _("a week")), (30, _("30 days")), (90, _("90 days")), (365, _("a year")))


class TokenForm(forms.Form):
    """What it is called, what it may do, and for how long.

    Args:
        staff: offer the scope of the staff too.
    """

    name = forms.CharField(
        label=_("Name"), max_length=60, help_text=_("So that you know it again. Nobody else sees it.")
    )
    scopes = forms.MultipleChoiceField(
        label=_("What the program may do"),
        choices=(),
        widget=forms.CheckboxSelectMultiple,
        initial=[Scope.READ],
    )
    days = forms.TypedChoiceField(label=_("How long it lasts"), choices=LASTING, coerce=int, initial=90)

    def __init__(self, *args: Any, staff: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offered = [(scope.value, scope.label) for scope in OFFERED if staff or scope != Scope.STAFF]
        self.fields["scopes"].choices = offered  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """What acts for the staff ends sooner."""
        result = super().clean() or {}
        if Scope.STAFF in result.get("scopes", ()) and result.get("days", 0) > LONGEST_OF_STAFF:
            self.add_error("days", _("A token that acts for the staff lasts 30 days at most."))
        return result

"""The fields by which a game outside of tournaments chooses when it is opened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.presentation.reveal import POLICIES

_UNITS = {"minutes": 60, "hours": 3600, "days": 86_400}
LONGEST = 365 * 86_400
"""Seconds after which a game is opened at the latest, if it is at all."""

REVEAL_FIELDS = ("reveal", "reveal_number", "reveal_unit")

_NAMES = {"end": _("When it ends"), "delay": _("Some time after its end"), "never": _("Never")}


class RevealForm(forms.Form):
    """When a game is opened: at its end, which is usual, some time after it, or never."""

    reveal = forms.ChoiceField(
        label=_("Set-ups are opened"),
        help_text=_(
            "Never: the archive shows what spectators saw, and there is no record to download. Both sides of a casual "
            "game can agree to open it earlier."
        ),
        choices=[(policy, _NAMES[policy]) for policy in POLICIES],
        initial="end",
        required=False,
    )
    reveal_number = forms.IntegerField(label=_("So long after its end"), min_value=1, max_value=9999, required=False)
    reveal_unit = forms.ChoiceField(
        label=_("Unit of that time"),
        choices=[("minutes", _("minutes")), ("hours", _("hours")), ("days", _("days"))],
        initial="hours",
        required=False,
    )

    def chosen_reveal(self, values: Mapping[str, Any]) -> tuple[str, int | None]:
        """The policy and its seconds, as `create_game` takes them; what is missing is said beside its field."""
        policy = values["reveal"] or "end"
        if policy != "delay":
            return policy, None
        if not values["reveal_number"]:
            self.add_error("reveal_number", _("Say how long after its end the game is opened."))
            return policy, None
        seconds = values["reveal_number"] * _UNITS[values["reveal_unit"] or "hours"]
        if seconds > LONGEST:
            self.add_error("reveal_number", _("A year at most. Choose less, or that it is never opened."))
        return policy, seconds

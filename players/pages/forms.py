"""Forms of an account and of reports."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from players.models import Preferences, Report
from players.people.time_zones import TimeZoneField
from web.generic import ModelForm


class PreferencesForm(ModelForm[Preferences]):
    """All preferences at once."""

    time_zone = TimeZoneField(label=_("Time zone"))

    class Meta:
        model = Preferences
        fields = ("board_side", "coordinates", "ranks", "confirm_moves", "open_guesses", "theme", "time_zone")
        widgets = {
            "board_side": forms.RadioSelect,
            "ranks": forms.RadioSelect,
            "theme": forms.RadioSelect,
        }
        labels = {
            "board_side": _("Board"),
            "coordinates": _("Show coordinates beside the board"),
            "ranks": _("What stands on the pieces"),
            "confirm_moves": _("Ask before a turn is sent"),
            "open_guesses": _("Show everybody my guesses at pieces once a game is open"),
            "theme": _("Colours"),
        }
        help_texts = {
            "open_guesses": _("For games in which you guess from now on. You can choose otherwise at each game."),
        }


class ReportForm(ModelForm[Report]):
    """What is wrong with a player or a message."""

    class Meta:
        model = Report
        fields = ("why", "text")
        widgets = {"why": forms.RadioSelect, "text": forms.Textarea({"rows": 5, "maxlength": 1000})}
        labels = {"why": _("What is wrong?"), "text": _("What should a moderator know?")}
        help_texts = {"text": _("If it is about a game, give its address. At most 1000 characters.")}


class DeletionForm(forms.Form):
    """The password once more, and a box to tick: what is deleted cannot be brought back."""

    sure = forms.BooleanField(label=_("Delete my account. I know that nobody can bring it back."))
    password = forms.CharField(
        label=_("Password"), strip=False, widget=forms.PasswordInput({"autocomplete": "current-password"})
    )

    def __init__(self, *args: Any, guest: bool = False, **kwargs: Any) -> None:
        """A guest has no password to ask for."""
        super().__init__(*args, **kwargs)
        if guest:
            del self.fields["password"]

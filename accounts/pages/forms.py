"""Forms of an account."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Preferences
from accounts.people.preferences import PREFERENCES
from accounts.people.time_zones import TimeZoneField
from web.generic import ModelForm


class PreviewSelect(forms.RadioSelect):
    """A choice among looks, each with a small picture (`accounts/_preview.html`)."""

    preview = True


class PreferencesForm(ModelForm[Preferences]):
    time_zone = TimeZoneField(label=PREFERENCES["time_zone"])

    class Meta:
        model = Preferences
        fields = tuple(PREFERENCES)
        widgets = {
            "pieces": PreviewSelect,
            "board": PreviewSelect,
            "board_side": forms.RadioSelect,
            "open_data": forms.RadioSelect,
            "ranks": forms.RadioSelect,
            "theme": forms.RadioSelect,
        }
        labels = PREFERENCES
        help_texts = {
            "open_guesses": _("For games in which you guess from now on. You can choose otherwise at each game."),
            "presence": _(
                "If all players of a game want it, each sees whether the others are there. Nobody else does, and it is "
                "forgotten within an hour. Who is away for two minutes of the own turn can lose by a claim."
            ),
            "show_figures": _("How your games go, in numbers: a month after the month in which they ended."),
            "open_data": _(
                "Each month’s games may be released for research. What is released cannot be called back. Who compares "
                "a game with this site finds out who played it: leave them out if you do not want that."
            ),
            "bot_challenges": _("Programs of other people. You may challenge them yourself in any case."),
            "rated_bots": _("Else they count for the bot alone. It is settled when a game begins."),
        }

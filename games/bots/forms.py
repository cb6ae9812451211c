"""What a visitor chooses before a game against the computer."""

from __future__ import annotations

import uuid
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from eventlog.sources import new_id
from games.bots.opening import PACES
from games.rules import VARIANTS
from games.show.reveal_form import RevealForm

_EITHER = "either"
_SIDES = {"red": 0, "blue": 1, _EITHER: None}
_PACE_NAMES = {
    "14-days": _("No hurry: 14 days a move"),
    "1-day": _("1 day a move"),
    "live-20-10": _("Live: 20 minutes, and 10 seconds more each turn"),
}


class ComputerForm(RevealForm):
    """The rule book, the side, the pace, and when the game is opened.

    `once` is made for each page: the same form sent twice starts one game.
    """

    variant = forms.ChoiceField(
        choices=[(slug, book.name) for slug, book in VARIANTS.items()],
        error_messages={
            "required": _("Choose what to play."),
            "invalid_choice": _("There is no such rule book here. Choose one of those below."),
        },
    )
    side = forms.ChoiceField(
        label=_("Your side"),
        choices=[
            (_EITHER, _("Either")),
            ("red", pgettext_lazy("side", "Red")),
            ("blue", pgettext_lazy("side", "Blue")),
        ],
        initial=_EITHER,
        widget=forms.RadioSelect,
    )
    pace = forms.ChoiceField(
        label=_("Pace"),
        choices=[(slug, _PACE_NAMES[slug]) for slug in PACES],
        initial="14-days",
        widget=forms.RadioSelect,
    )
    once = forms.UUIDField(
        error_messages=dict.fromkeys(("required", "invalid"), _("The page was incomplete. Try again."))
    )

    def clean(self) -> dict[str, Any]:
        """Says what is missing of when the game is opened."""
        values = super().clean() or {}
        if not self.errors:
            self.chosen_reveal(values)
        return values

    @property
    def more(self) -> bool:
        """Whether when the game is opened is to be seen at once: it was chosen, or something is wrong about it."""
        return self.is_bound and self.data.get("reveal", "end") != "end"

    @property
    def token(self) -> uuid.UUID:
        """What the page is to send as `once`: the same again after a refusal, which began nothing."""
        sent = self.cleaned_data.get("once") if self.is_bound and hasattr(self, "cleaned_data") else None
        return sent or new_id()

    def terms(self) -> dict[str, Any]:
        """What `games.bots.opening.start_game` takes, of a form that is valid."""
        chosen = self.cleaned_data
        reveal, reveal_after = self.chosen_reveal(chosen)
        return {
            "reveal": reveal,
            "reveal_after": reveal_after,
            "book": VARIANTS[chosen["variant"]],
            "side": _SIDES[chosen["side"]],
            "time": PACES[chosen["pace"]],
        }

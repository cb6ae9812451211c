"""What a visitor chooses before a game against the computer."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.people.bots import USUAL_LEVEL
from eventlog.sources import new_id
from games.presentation.reveal_form import RevealForm
from games.presentation.words import seat_name
from games.rules import VARIANTS, Seat, seat_of_slug
from play.bots.levels import LEVELS
from play.bots.new_games import PACES

_EITHER = "either"
_SIDES = {"red": 0, "blue": 1, _EITHER: None}
_PACE_NAMES = {
    "14-days": _("No hurry: 14 days a move"),
    "1-day": _("1 day a move"),
    "live-20-10": _("Live: 20 minutes, and 10 seconds more each turn"),
}


class OnceForm(forms.Form):
    """`once` is made for each page: the same form sent twice starts one game."""

    once = forms.UUIDField(
        error_messages=dict.fromkeys(("required", "invalid"), _("The page was incomplete. Try again."))
    )

    @property
    def token(self) -> uuid.UUID:
        """What the page is to send as `once`: the same again after a refusal, which began nothing."""
        sent = self.cleaned_data.get("once") if self.is_bound and hasattr(self, "cleaned_data") else None
        return sent or new_id()


class ComputerForm(RevealForm, OnceForm):
    """The rule book, the side, the pace, and when the game is opened."""

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

    level = forms.TypedChoiceField(
        label=_("How well it plays"),
        choices=[(level.number, format_lazy("{}. {}: {}", level.number, level.name, level.about)) for level in LEVELS],
        help_text=_("At cards and at tables of four nobody plays better than level 5."),
        coerce=int,
        empty_value=str(USUAL_LEVEL),
        initial=USUAL_LEVEL,
        required=False,
    )

    memory = forms.BooleanField(
        label=_("Memory marks: which pieces have moved, which ranks are still out"), required=False
    )

    def clean(self) -> dict[str, Any]:
        """Says what is missing of when the game is opened."""
        values = super().clean() or {}
        if not self.errors:
            self.chosen_reveal(values)
            if values["memory"] and VARIANTS[values["variant"]].deals:
                self.add_error("memory", _("Card games have no memory marks. Take them out, or choose another game."))
        return values

    @property
    def more(self) -> bool:
        """Whether when the game is opened is to be seen at once: it was chosen, or something is wrong about it."""
        return self.is_bound and self.data.get("reveal", "end") != "end"

    def terms(self) -> dict[str, Any]:
        """What `play.bots.new_games.start_game` takes, of a form that is valid."""
        chosen = self.cleaned_data
        reveal, reveal_after = self.chosen_reveal(chosen)
        return {
            "reveal": reveal,
            "reveal_after": reveal_after,
            "book": VARIANTS[chosen["variant"]],
            "side": _SIDES[chosen["side"]],
            "time": PACES[chosen["pace"]],
            "memory": chosen["memory"],
            "level": int(chosen["level"]),
        }


class WhatIfForm(OnceForm):
    """To play on from a ply of a game: at which seat, and from the truth or from the view of that seat.

    Args:
        seats: those of the game.
        ply: the one that the page shows.
        last: the last one from which one can play on.
        to_move: whose turn it is at the one that is shown.
    """

    ply = forms.IntegerField(
        label=_("From move"),
        min_value=0,
        error_messages=dict.fromkeys(("required", "invalid", "min_value"), _("Say from which move, by its number.")),
    )
    side = forms.ChoiceField(label=_("Your side"), widget=forms.RadioSelect)
    world = forms.ChoiceField(
        label=_("The position"),
        choices=[
            ("view", _("What your side could know. What was hidden from it is drawn by lot, among all that fits.")),
            ("truth", _("The truth. Every piece is what it was.")),
        ],
        initial="view",
        widget=forms.RadioSelect,
    )

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, seats: Sequence[Seat], ply: int, last: int, to_move: Seat
    ) -> None:
        super().__init__(data, initial={"ply": ply, "side": to_move.slug})
        self._last = last
        self.fields["ply"].widget.attrs.update(max=last, inputmode="numeric")
        side = self.fields["side"]
        assert isinstance(side, forms.ChoiceField)
        side.choices = [(seat.slug, seat_name(seat)) for seat in seats]

    def clean_ply(self) -> int:
        ply: int = self.cleaned_data["ply"]
        if ply > self._last:
            raise forms.ValidationError(_("Choose one from 0 to %(last)d."), params={"last": self._last})
        return ply

    def terms(self) -> dict[str, Any]:
        """What `play.bots.new_games.start_what_if` takes, of a form that is valid."""
        chosen = self.cleaned_data
        return {"ply": chosen["ply"], "own": seat_of_slug(chosen["side"]), "truth": chosen["world"] == "truth"}

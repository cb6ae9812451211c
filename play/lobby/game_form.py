"""What every form asks that settles the terms of games: their time, options, and whose rating may join."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.domain.clocks import PRESETS, TimeControl
from games.presentation.words import time_control_text, variant_name
from games.rules import VARIANTS, Illegal, Refusal
from play.lobby.terms import LEAST_LIMIT, MOST_LIMIT

OWN = "own"
OWN_TIMES = (*("own_kind", "own_base", "own_more", "own_cap", "own_free", "own_turn", "own_game", "own_setup"),)
"""The fields for times of one's own."""

MINUTE, HOUR, DAY, WEEK = 60, 3600, 86_400, 7 * 86_400


_SOURCES = {"gravon-50-12-4": _("As on Gravon and at championships")}
"""Where presets come from that have a name in the field."""


def variant_choices() -> list[tuple[str, str]]:
    """The rule books."""
    return [(slug, variant_name(slug)) for slug in VARIANTS]


def time_choices(*, live_first: bool = False) -> list[tuple[Any, Any]]:
    """The presets, live and by correspondence apart, and values of one's own."""
    groups: dict[bool, list[tuple[str, str]]] = {False: [], True: []}
    for slug, control in PRESETS.items():
        text, source = time_control_text(control), _SOURCES.get(slug)
        groups[control.live].append((slug, text if source is None else f"{source}: {text}"))
    results = [(_("By correspondence"), groups[False]), (_("Live"), groups[True])]
    return [*(reversed(results) if live_first else results), (OWN, _("Other times, as set below"))]


class RatingLimits(forms.Form):
    """Whose rating may join."""

    rating_from = forms.IntegerField(label=_("Ratings from"), min_value=0, max_value=4000, required=False)
    rating_to = forms.IntegerField(label=_("Ratings up to"), min_value=0, max_value=4000, required=False)


class GameForm(forms.Form):
    """A form with a `variant` and a `time`; here are the parts of them that are rarely changed."""

    usual_kind = "move"
    """The kind of times of one's own, if none is chosen."""

    own_kind = forms.ChoiceField(
        label=_("Kind of other times"),
        choices=[
            ("move", _("Days for each turn")),
            ("bank", _("Days in a bank, and hours more for each turn")),
            ("live", _("Live: minutes, and seconds more for each turn")),
        ],
        required=False,
    )
    own_base = forms.IntegerField(label=_("Days (live: minutes)"), min_value=1, max_value=1439, required=False)
    own_more = forms.IntegerField(
        label=_("More for each turn, in hours (live: seconds)"), min_value=0, max_value=600, required=False
    )
    own_cap = forms.IntegerField(
        label=_("A bank holds at most, in days (live: minutes)"), min_value=1, max_value=1439, required=False
    )
    own_free = forms.IntegerField(
        label=_("Free in each turn, in hours (live: seconds)"),
        help_text=_("Only what a turn takes beyond it is taken from the bank, as by Bronstein’s clock."),
        min_value=0,
        max_value=600,
        required=False,
    )
    own_turn = forms.IntegerField(
        label=_("A turn takes at most, in hours (live: seconds)"), min_value=1, max_value=1440, required=False
    )
    own_game = forms.IntegerField(
        label=_("The game is drawn after, in days (live: minutes)"),
        help_text=_("Counted from the first turn on. Not with vacations."),
        min_value=1,
        max_value=1439,
        required=False,
    )
    own_setup = forms.IntegerField(
        label=_("To set up, in days (live: minutes)"), min_value=1, max_value=1439, required=False
    )
    vacation = forms.BooleanField(label=_("Vacations stop the clock"), required=False, initial=True)
    notes = forms.BooleanField(label=_("Notes and guesses are allowed"), required=False, initial=True)
    no_attack_limit = forms.IntegerField(
        label=_("Moves without an attack until a draw"),
        help_text=_("Left empty: the usual number of the variant."),
        min_value=LEAST_LIMIT,
        max_value=MOST_LIMIT,
        required=False,
    )
    spotter = forms.BooleanField(label=_("With the Spotter (cards only)"), required=False)
    memory = forms.BooleanField(
        label=_("Memory marks"),
        help_text=_("Everybody sees which pieces have moved, and which ranks are still out. Not at cards."),
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Begins with the usual kind of times."""
        super().__init__(*args, **kwargs)
        self.fields["own_kind"].initial = self.usual_kind

    def check_game(self, values: Mapping[str, Any]) -> None:
        """Says what does not go together, beside its field."""
        if values["spotter"] and not VARIANTS[values["variant"]].deals:
            self.add_error("spotter", _("Only card games have the Spotter. Take it out, or choose cards."))
        if values["memory"] and VARIANTS[values["variant"]].deals:
            self.add_error("memory", _("Card games have no memory marks. Take them out, or choose another game."))
        lowest, highest = values.get("rating_from"), values.get("rating_to")
        if lowest is not None and highest is not None and lowest > highest:
            self.add_error("rating_to", _("The highest rating is below the lowest. Exchange them."))

    def chosen_time(self, values: Mapping[str, Any]) -> TimeControl | None:
        """The time control of a preset or of the fields for one's own; None if they make none, which is then said."""
        if values["time"] != OWN:
            preset = PRESETS[values["time"]]
            return preset if preset.live else replace(preset, vacation=values["vacation"])
        if not values["own_base"]:
            self.add_error("own_base", _("Say how many days, or minutes for a live game."))
            return None
        kind = values["own_kind"] or self.usual_kind
        try:
            return _own_time(values, kind)
        except Illegal as illegal:
            self.add_error(*_time_error(illegal.refusal, live=kind == "live"))
            return None


def _own_time(values: Mapping[str, Any], kind: str) -> TimeControl:
    """The time control of the fields for one's own times. Raises `Illegal`, `time-control`."""
    live = kind == "live"
    unit, small = (MINUTE, 1) if live else (DAY, HOUR)
    base = values["own_base"] * unit
    usual_setup = 10 * MINUTE if live else max(2 * DAY, min(base, 2 * WEEK))
    # What only a bank has is left out of other times.
    bank = dict.fromkeys(OWN_TIMES) if kind == "move" else values
    return TimeControl(
        kind="move" if kind == "move" else "bank",
        base=base,
        increment=(bank["own_more"] or 0) * small,
        cap=bank["own_cap"] * unit if bank["own_cap"] else None,
        free=(bank["own_free"] or 0) * small,
        turn=bank["own_turn"] * small if bank["own_turn"] else None,
        game=bank["own_game"] * unit if bank["own_game"] else None,
        setup=values["own_setup"] * unit if values["own_setup"] else usual_setup,
        vacation=values["vacation"] and not live,
    )


_FIELDS = {
    **{name: f"own_{name}" for name in ("base", "cap", "free", "turn", "game", "setup")},
    "increment": "own_more",
}


def _time_error(refusal: Refusal, *, live: bool) -> tuple[str, Any]:
    """The field that a time control cannot have, and what it can have."""
    name = _FIELDS.get(str(refusal.params.get("field")), "own_kind")
    small = name in ("own_more", "own_free", "own_turn")
    unit = (1 if small else MINUTE) if live else (HOUR if small else DAY)
    least, most = (int(str(refusal.params.get(bound, 0))) for bound in ("least", "most"))
    text = _("Choose a number from %(least)d to %(most)d.")
    return name, text % {"least": -(-least // unit), "most": most // unit}

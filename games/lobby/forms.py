"""The forms of the lobby: filters of its list, and what is posted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.domain.clocks import PRESETS, TimeControl
from games.eventlog.sources import new_id
from games.lobby.models import Seek
from games.lobby.terms import LEAST_LIMIT, MOST_LIMIT, Terms
from games.lobby.wording import lobby_refusal, time_text
from games.rules import VARIANTS, Illegal, Refusal
from games.wording import variant_name
from players.models import Player

__all__ = ["ChallengeForm", "SeekFilters", "SeekForm"]

OWN = "own"
USUAL = "3-days"


def _variants() -> list[tuple[str, str]]:
    return [(slug, variant_name(slug)) for slug in VARIANTS]


def _times() -> list[tuple[Any, Any]]:
    """The presets, live and by correspondence apart, and values of one's own."""
    groups: dict[bool, list[tuple[str, str]]] = {False: [], True: []}
    for slug, control in PRESETS.items():
        groups[control.live].append((slug, time_text(control)))
    return [(_("By correspondence"), groups[False]), (_("Live"), groups[True]), (OWN, _("Other times, as set below"))]


class SeekFilters(forms.Form):
    """The filters of the lobby. All of them are optional; an unknown choice is an error that names it."""

    variant = forms.ChoiceField(label=_("Variant"), choices=lambda: [("", _("Any")), *_variants()], required=False)
    speed = forms.ChoiceField(
        label=_("Time"),
        choices=[("", _("Any")), ("live", _("Live")), ("days", _("By correspondence"))],
        required=False,
    )
    rated = forms.ChoiceField(
        label=_("Rated"), choices=[("", _("Any")), ("yes", _("Rated")), ("no", _("Casual"))], required=False
    )


class TermsForm(forms.Form):
    """The terms of a game: a preset of its time, or times of one's own, and what is rarely changed."""

    once = forms.UUIDField(widget=forms.HiddenInput, initial=new_id)
    variant = forms.ChoiceField(label=_("Variant"), choices=_variants, initial="classic")
    time = forms.ChoiceField(label=_("Time"), choices=_times, initial=USUAL)
    rated = forms.BooleanField(label=_("Rated"), required=False, initial=True)

    own_kind = forms.ChoiceField(
        label=_("Kind"),
        choices=[
            ("move", _("Days for each turn")),
            ("bank", _("Days in a bank, and hours more for each turn")),
            ("live", _("Live: minutes, and seconds more for each turn")),
        ],
        initial="move",
        required=False,
    )
    own_base = forms.IntegerField(label=_("Days (live: minutes)"), min_value=1, max_value=1439, required=False)
    own_more = forms.IntegerField(
        label=_("More for each turn, in hours (live: seconds)"), min_value=0, max_value=600, required=False
    )
    own_cap = forms.IntegerField(
        label=_("A bank holds at most, in days (live: minutes)"), min_value=1, max_value=1439, required=False
    )
    own_setup = forms.IntegerField(
        label=_("To set up, in days (live: minutes)"), min_value=1, max_value=1439, required=False
    )
    vacation = forms.BooleanField(label=_("Vacations stop the clock"), required=False, initial=True)
    notes = forms.BooleanField(label=_("Notes and guesses are allowed"), required=False, initial=True)
    colour = forms.ChoiceField(
        label=_("Your colour"), choices=Seek.Colour.choices, initial=Seek.Colour.RANDOM, required=False
    )
    partners = forms.ChoiceField(
        label=_("Partners, at a table of four"),
        choices=Seek.Partners.choices,
        initial=Seek.Partners.CHOSEN,
        required=False,
    )
    no_attack_limit = forms.IntegerField(
        label=_("Plies without an attack until a draw"),
        help_text=_("Left empty: the usual number of the variant."),
        min_value=LEAST_LIMIT,
        max_value=MOST_LIMIT,
        required=False,
    )
    spotter = forms.BooleanField(label=_("With the Spotter (cards only)"), required=False)

    MORE: dict[str, tuple[str, ...]] = {
        "times": ("own_kind", "own_base", "own_more", "own_cap", "own_setup"),
        "table": ("colour", "partners", "no_attack_limit", "vacation", "notes", "spotter"),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Ties each field to its error and its help, for who hears the page."""
        super().__init__(*args, **kwargs)
        for bound in self:
            described = [f"{bound.id_for_label}_help"] if bound.help_text else []
            if self.is_bound and bound.errors:
                described.append(f"{bound.id_for_label}_error")
            if described:
                bound.field.widget.attrs["aria-describedby"] = " ".join(described)

    @property
    def more(self) -> Iterator[tuple[Any, list[Any]]]:
        """The fields that are rarely changed, in groups with their names."""
        legends = {
            "who": _("Who may join"),
            "times": _("Other times: choose them above, and set them here"),
            "table": _("The game"),
        }
        for group, names in self.MORE.items():
            yield legends[group], [self[name] for name in names]

    @property
    def opened(self) -> bool:
        """Whether the fields that are rarely changed are to be seen at once: they hold errors or times in use."""
        if not self.is_bound:
            return False
        names = {name for group in self.MORE.values() for name in group}
        return self.data.get("time") == OWN or bool(names & self.errors.keys())

    def clean(self) -> dict[str, Any]:
        """Makes the terms of the fields."""
        values = super().clean() or {}
        if self.errors:
            return values
        rules = VARIANTS[values["variant"]]
        if values["spotter"] and not rules.deals:
            self.add_error("spotter", _("Only card games have the Spotter. Take it out, or choose cards."))
        if values["rated"] and values["colour"] not in ("", Seek.Colour.RANDOM) and self.in_lobby(values):
            self.add_error(
                "colour", _("Colours of rated games in the lobby are drawn by lot. Play casually to choose.")
            )
        lowest, highest = values.get("rating_from"), values.get("rating_to")
        if lowest is not None and highest is not None and lowest > highest:
            self.add_error("rating_to", _("The highest rating is below the lowest. Exchange them."))
        time = self._time(values)
        if not self.errors and time is not None:
            values["terms"] = Terms(
                variant=values["variant"],
                time=time,
                rated=values["rated"],
                notes=values["notes"],
                no_attack_limit=values["no_attack_limit"],
                spotter=values["spotter"],
                colour=values["colour"] or Seek.Colour.RANDOM,
                partners=values["partners"] or Seek.Partners.CHOSEN,
                rating_from=lowest,
                rating_to=highest,
            )
        return values

    def in_lobby(self, values: dict[str, Any]) -> bool:
        """Whether anybody may join."""
        return False

    def _time(self, values: dict[str, Any]) -> TimeControl | None:
        if values["time"] != OWN:
            preset = PRESETS[values["time"]]
            return preset if preset.live else replace(preset, vacation=values["vacation"])
        if not values["own_base"]:
            self.add_error("own_base", _("Say how many days, or minutes for a live game."))
            return None
        try:
            return _own_time(values)
        except Illegal as illegal:
            self.add_error(*_time_error(illegal.refusal, live=values["own_kind"] == "live"))
            return None


def _own_time(values: dict[str, Any]) -> TimeControl:
    """The time control of the fields for one's own times. Raises `Illegal`, `time-control`."""
    live, kind = values["own_kind"] == "live", values["own_kind"] or "move"
    unit, small = (60, 1) if live else (86_400, 3600)
    base = values["own_base"] * unit
    return TimeControl(
        kind="move" if kind == "move" else "bank",
        base=base,
        increment=0 if kind == "move" else (values["own_more"] or 0) * small,
        cap=None if kind == "move" or not values["own_cap"] else values["own_cap"] * unit,
        setup=values["own_setup"] * unit
        if values["own_setup"]
        else (600 if live else max(2 * 86_400, min(base, 1209600))),
        vacation=values["vacation"] and not live,
    )


def _time_error(refusal: Refusal, *, live: bool) -> tuple[str, Any]:
    """The field that a time control cannot have, and what it can have."""
    field = {"base": "own_base", "increment": "own_more", "cap": "own_cap", "setup": "own_setup"}
    name = field.get(str(refusal.params.get("field")), "own_kind")
    unit = (1 if name == "own_more" else 60) if live else (3600 if name == "own_more" else 86_400)
    least, most = (int(str(refusal.params.get(bound, 0))) for bound in ("least", "most"))
    text = _("Choose a number from %(least)d to %(most)d.") % {"least": -(-least // unit), "most": most // unit}
    return name, text


class SeekForm(TermsForm):
    """A seek for the lobby, or one by link."""

    kind = forms.ChoiceField(
        label=_("Open to"),
        choices=[(Seek.Kind.OPEN.value, _("Anyone in the lobby")), (Seek.Kind.LINK.value, _("Whoever has the link"))],
        initial=Seek.Kind.OPEN.value,
        required=False,
    )
    rating_from = forms.IntegerField(label=_("Ratings from"), min_value=0, max_value=4000, required=False)
    rating_to = forms.IntegerField(label=_("Ratings up to"), min_value=0, max_value=4000, required=False)

    MORE = {"who": ("kind", "rating_from", "rating_to"), **TermsForm.MORE}

    def in_lobby(self, values: dict[str, Any]) -> bool:
        """Anybody may, unless it is by link."""
        return values["kind"] != Seek.Kind.LINK


class ChallengeForm(TermsForm):
    """A challenge by name. At a table of four up to three are named; the other places are taken by link."""

    to = forms.CharField(
        label=_("Player"),
        help_text=_(
            "At a table of four: your partner, then opponents, with commas between. Places left free go by link."
        ),
        max_length=500,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )

    field_order = ["once", "to"]

    def clean_to(self) -> list[Player]:
        """The players of the names, in their order."""
        names = [name.strip() for name in self.cleaned_data["to"].split(",") if name.strip()]
        found = []
        for name in names[:4]:
            members = Player.objects.select_related("account").filter(name__iexact=name)
            player = next((one for one in members if one.member), None)
            if player is None:
                raise forms.ValidationError(lobby_refusal(Refusal("no-such-player", {"name": name[:60]})))
            found.append(player)
        return found

"""The forms of the lobby: filters of its list, and what is posted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from eventlog.sources import new_id
from games.presentation.reveal_form import REVEAL_FIELDS, RevealForm
from games.rules import Refusal
from play.lobby.game_form import (
    OWN,
    OWN_TIMES,
    GameForm,
    RatingLimits,
    time_choices,
    variant_choices,
)
from play.lobby.models import Seek
from play.lobby.terms import GameTerms
from play.lobby.words import lobby_refusal

USUAL = "3-days"


class SeekFilters(forms.Form):
    """The filters of the lobby. All of them are optional; an unknown choice is an error that names it."""

    variant = forms.ChoiceField(
        label=_("Variant"), choices=lambda: [("", _("Any")), *variant_choices()], required=False
    )
    speed = forms.ChoiceField(
        label=_("Time"),
        choices=[("", _("Any")), ("live", _("Live")), ("days", _("By correspondence"))],
        required=False,
    )
    rated = forms.ChoiceField(
        label=_("Rated"), choices=[("", _("Any")), ("yes", _("Rated")), ("no", _("Casual"))], required=False
    )


class TermsForm(GameForm, RevealForm):
    """The terms of a game: a preset of its time, or times of one's own, and what is rarely changed."""

    once = forms.UUIDField(widget=forms.HiddenInput, initial=new_id)
    variant = forms.ChoiceField(label=_("Variant"), choices=variant_choices, initial="classic")
    time = forms.ChoiceField(label=_("Time"), choices=time_choices, initial=USUAL)
    rated = forms.BooleanField(
        label=_("Rated"),
        help_text=_("Counts from some moves on, and the less the more often the same players meet in 30 days."),
        required=False,
        initial=True,
    )

    colour = forms.ChoiceField(
        label=_("Your colour"), choices=Seek.Colour.choices, initial=Seek.Colour.RANDOM, required=False
    )
    partners = forms.ChoiceField(
        label=_("Partners, at a table of four"),
        choices=Seek.Partners.choices,
        initial=Seek.Partners.CHOSEN,
        required=False,
    )

    MORE: dict[str, tuple[str, ...]] = {
        "times": OWN_TIMES,
        "table": ("colour", "partners", "no_attack_limit", "vacation", "notes", "memory", "spotter"),
        "reveal": REVEAL_FIELDS,
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Ties each field to its error and its help, for who hears the page."""
        super().__init__(*args, **kwargs)
        for bound in self:
            described = [f"{bound.id_for_label}_helptext"] if bound.help_text else []
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
            "reveal": _("After the game"),
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
        self.check_game(values)
        if values["rated"] and values["colour"] not in ("", Seek.Colour.RANDOM) and self.in_lobby(values):
            self.add_error(
                "colour", _("Colours of rated games in the lobby are drawn by lot. Play casually to choose.")
            )
        time = self.chosen_time(values)
        reveal, reveal_after = self.chosen_reveal(values)
        if not self.errors and time is not None:
            values["terms"] = GameTerms(
                variant=values["variant"],
                time=time,
                rated=values["rated"],
                notes=values["notes"],
                no_attack_limit=values["no_attack_limit"],
                spotter=values["spotter"],
                memory=values["memory"],
                reveal=reveal,
                reveal_after=reveal_after,
                colour=values["colour"] or Seek.Colour.RANDOM,
                partners=values["partners"] or Seek.Partners.CHOSEN,
                rating_from=values.get("rating_from"),
                rating_to=values.get("rating_to"),
                bots=values.get("bots", False),
            )
        return values

    def in_lobby(self, values: dict[str, Any]) -> bool:
        """Whether anybody may join."""
        return False


class SeekForm(TermsForm, RatingLimits):
    kind = forms.ChoiceField(
        label=_("Open to"),
        choices=[(Seek.Kind.OPEN.value, _("Anyone in the lobby")), (Seek.Kind.LINK.value, _("A friend, by a link"))],
        initial=Seek.Kind.OPEN.value,
        required=False,
    )

    bots = forms.BooleanField(
        label=_("Bots may join"),
        help_text=_("Programs of other people, with “(bot)” behind their names. A rated game counts against them too."),
        required=False,
    )

    MORE = {"who": ("bots", "rating_from", "rating_to"), **TermsForm.MORE}

    def in_lobby(self, values: dict[str, Any]) -> bool:
        """Anybody may, unless it is by link."""
        kind: str = values["kind"]
        return kind != Seek.Kind.LINK


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
        results = []
        for name in names[:4]:
            members = Player.objects.select_related("account").filter(name__iexact=name)
            player = next((member for member in members if member.member), None)
            if player is None:
                raise forms.ValidationError(lobby_refusal(Refusal("no-such-player", {"name": name[:60]})))
            results.append(player)
        return results

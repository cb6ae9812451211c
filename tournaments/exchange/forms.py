"""What who imports an event is asked for."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from games.eventlog.sources import new_id
from games.rules import VARIANTS
from tournaments.desk.fields import player_named
from tournaments.exchange.importing import MOST_BYTES, Choices
from tournaments.exchange.record import TournamentRecord
from tournaments.scoring import SCORINGS
from tournaments.standings import TIEBREAKS
from tournaments.wording import FORMATS

__all__ = ["ChoicesForm", "FileForm"]

_OF_FILE = "file"
MOST_NAMED = 200
"""So many entries may be named as members on the page; of more, nobody."""


class FileForm(forms.Form):
    """A file, or its text."""

    file = forms.FileField(label=_("File"), required=False)
    text = forms.CharField(
        label=_("Text of the file"),
        required=False,
        strip=False,
        max_length=MOST_BYTES,
        widget=forms.Textarea(attrs={"class": "columns", "rows": 12, "spellcheck": "false", "wrap": "off"}),
    )

    def clean(self) -> dict[str, Any]:
        """One of the two is needed; the file comes first."""
        data = super().clean() or {}
        upload = data.get("file")
        if upload is not None and upload.size > MOST_BYTES:
            self.add_error("file", _("The file is too large. At most 2 MiB can be read."))
        elif upload is None and not data.get("text", "").strip():
            self.add_error("file", _("Choose a file, or paste its text below."))
        return data


class ChoicesForm(forms.Form):
    """What the file does not say. `once` is made for each page: the same form sent twice makes one event."""

    name = forms.CharField(label=_("Name of the event"), max_length=120)
    variant = forms.ChoiceField(
        label=_("Rule book"), choices=[("", _("Choose …")), *((slug, book.name) for slug, book in VARIANTS.items())]
    )
    format = forms.ChoiceField(label=_("Format"), choices=list(FORMATS.items()))
    scoring = forms.ChoiceField(
        label=_("Points"),
        choices=[(_OF_FILE, _("As in the file")), *((slug, slug.replace("half", "½")) for slug in SCORINGS)],
        initial=_OF_FILE,
    )
    tiebreaks = forms.CharField(
        label=_("Tie-breaks"), required=False, max_length=200, help_text=_("In their order, with commas between them.")
    )
    going_on = forms.TypedChoiceField(
        label=_("What becomes of it"),
        choices=[
            ("no", _("Keep it as an event of the past")),
            ("yes", _("Continue it here, across real boards")),
        ],
        coerce=lambda value: value == "yes",
        initial="no",
        widget=forms.RadioSelect,
    )
    rounds = forms.IntegerField(label=_("Rounds in all"), min_value=1, max_value=99)
    once = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, record: TournamentRecord, data: Any = None) -> None:
        """A form that is filled with what the file says."""
        self.record = record
        initial = {
            "name": record.name,
            "variant": record.variant,
            "format": record.format,
            "tiebreaks": ", ".join(record.tiebreaks),
            "rounds": max(record.rounds, len(record.played), 1),
            "going_on": "no" if record.status in ("finished", "cancelled") else "yes",
            "once": str(new_id()),
        }
        super().__init__(data, initial=initial)
        self.unknown: dict[str, str] = {}

    def clean_tiebreaks(self) -> tuple[str, ...]:
        """Their slugs, each once."""
        told = self.cleaned_data["tiebreaks"].replace(",", " ").split()
        slugs = tuple(dict.fromkeys(told))
        for slug in slugs:
            if slug not in TIEBREAKS:
                raise forms.ValidationError(_("There is no tie-break “%(slug)s”."), params={"slug": slug})
        return slugs

    def clean_rounds(self) -> int:
        """No fewer than were played."""
        rounds: int = self.cleaned_data["rounds"]
        if rounds < len(self.record.played):
            played = len(self.record.played)
            raise forms.ValidationError(_("The file has %(played)d rounds already."), params={"played": played})
        return rounds

    @property
    def places(self) -> list[tuple[str, str, str, str]]:
        """For each person of the file: the name of its field, the name in the file, what was typed, what is wrong."""
        if len(self.record.entries) > MOST_NAMED:
            return []
        return [
            (name, told, self.data.get(name, ""), self.unknown.get(name, "")) for name, told, _place in self._people()
        ]

    def _people(self) -> list[tuple[str, str, tuple[int, int]]]:
        return [
            (f"member-{entry.number}-{at}", person.name, (entry.number, at))
            for entry in self.record.entries
            for at, person in enumerate(entry.people)
        ]

    def clean(self) -> dict[str, Any]:
        """Finds the members that are named."""
        data = super().clean() or {}
        found: dict[tuple[int, int], UUID] = {}
        for field, _told, place in self._people()[: 2 * MOST_NAMED]:
            name = str(self.data.get(field, "")).strip()
            if not name:
                continue
            player = player_named(name)
            if player is None or player.bot:
                self.unknown[field] = _now("There is no player called %(name)s here.") % {"name": name[:60]}
            elif player.id in found.values():
                self.unknown[field] = _now("%(name)s is named twice.") % {"name": name[:60]}
            else:
                found[place] = player.id
        if self.unknown:
            self.add_error(None, _("Look at the members that you named: it is said beside each what is wrong."))
        return data | {"players": found}

    def choices(self) -> Choices:
        """What was chosen, once the form is valid."""
        data = self.cleaned_data
        scoring = self.record.scoring if data["scoring"] == _OF_FILE else SCORINGS[data["scoring"]]
        return Choices(
            name=data["name"],
            variant=data["variant"],
            format=data["format"],
            scoring=scoring,
            tiebreaks=data["tiebreaks"],
            going_on=data["going_on"],
            rounds=data["rounds"],
            players=data["players"],
        )

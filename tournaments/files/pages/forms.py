"""What who imports an event is asked for."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.people.time_zones import TimeZoneField
from eventlog.sources import new_id
from games.rules import VARIANTS
from tournaments.files.choices import (
    MOST_NAMED,
    OF_FILE,
    first_rounds,
    first_tiebreaks,
    goes_on,
    members_named,
    persons,
    rounds_trouble,
    scoring_of,
    tiebreak_troubles,
    usual_tiebreaks,
)
from tournaments.files.exchange.imports import MOST_BYTES, Choices
from tournaments.files.formats.record import TournamentRecord
from tournaments.organizer.event_values import NONE, TIEBREAK_FIELDS
from tournaments.presentation.tiebreaks import tiebreak_name
from tournaments.scoring.formats import format_choices
from tournaments.scoring.points import SCORINGS
from tournaments.scoring.tiebreaks import TIEBREAKS


class FileForm(forms.Form):
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
    format = forms.ChoiceField(label=_("Format"), choices=format_choices)
    scoring = forms.ChoiceField(
        label=_("Points"),
        choices=[(OF_FILE, _("As in the file")), *((slug, slug.replace("half", "½")) for slug in SCORINGS)],
        initial=OF_FILE,
    )
    going_on = forms.TypedChoiceField(
        label=_("What becomes of it"),
        choices=[("no", _("Keep it as an event of the past")), ("yes", _("Continue it here, across real boards"))],
        coerce=lambda value: value == "yes",
        initial="no",
        widget=forms.RadioSelect,
    )
    rounds = forms.IntegerField(label=_("Rounds in all"), min_value=1, max_value=99)
    zone = TimeZoneField(
        label=_("Time zone of the event"), required=False, help_text=_("The file tells days: they are days there.")
    )
    once = forms.UUIDField(widget=forms.HiddenInput)

    field_order = ("name", "variant", "format", "scoring", *TIEBREAK_FIELDS, "going_on", "rounds", "zone", "once")

    def __init__(self, record: TournamentRecord, data: Any = None) -> None:
        """A form that is filled with what the file says."""
        self.record = record
        initial = {
            "name": record.name,
            "variant": record.variant,
            "format": record.format,
            "zone": timezone.get_current_timezone_name(),
            **self._tiebreaks_shown(),
            "rounds": first_rounds(record),
            "going_on": "yes" if goes_on(record) else "no",
            "once": str(new_id()),
        }
        super().__init__(data, initial=initial)
        self.unknown: dict[str, str] = {}
        for number, name in enumerate(TIEBREAK_FIELDS, start=1):
            none = (NONE, _("None: places are shared")) if number == 1 else ("", "—")
            self.fields[name] = forms.ChoiceField(
                label=gettext("Tie-break %(number)d") % {"number": number},
                choices=[none, *((slug, tiebreak_name(slug)) for slug in TIEBREAKS)],
                required=False,
            )
        if record.zone:
            del self.fields["zone"]
        self.order_fields(self.field_order)

    def _tiebreaks_shown(self) -> dict[str, str]:
        """What is chosen at first: the tie-breaks of the file, or else the usual ones of its format."""
        first = first_tiebreaks(self.record) or (NONE,)
        return dict(zip(TIEBREAK_FIELDS, first, strict=False))

    def _tiebreaks(self, data: dict[str, Any]) -> tuple[str, ...]:
        """Those that are chosen, in their order; says beside one what is wrong with it. Who changes the format and
        leaves them alone has the usual ones of that format.
        """
        chosen = {name: slug for name in TIEBREAK_FIELDS if (slug := data.get(name)) and slug != NONE}
        format, first = data.get("format", ""), self._tiebreaks_shown()
        if format != self.record.format and list(chosen.values()) == [slug for slug in first.values() if slug != NONE]:
            return usual_tiebreaks(format)
        for place, words in tiebreak_troubles(self.record, format, list(chosen.values())).items():
            self.add_error(list(chosen)[place], words)
        return tuple(chosen.values())

    def clean_rounds(self) -> int:
        """No fewer than were played."""
        rounds: int = self.cleaned_data["rounds"]
        if trouble := rounds_trouble(self.record, rounds):
            raise forms.ValidationError(trouble)
        return rounds

    @property
    def places(self) -> list[tuple[str, str, str, str]]:
        """For each person of the file: the name of its field, the name in the file, what was typed, what is wrong."""
        if len(self.record.entries) > MOST_NAMED:
            return []
        return [
            (name, person, self.data.get(name, ""), self.unknown.get(name, ""))
            for name, person, _place in self._people()
        ]

    def _people(self) -> list[tuple[str, str, tuple[int, int]]]:
        return [(f"member-{place[0]}-{place[1]}", name, place) for place, name in persons(self.record)]

    def clean(self) -> dict[str, Any]:
        """Finds the members that are named."""
        data = super().clean() or {}
        data["tiebreaks"] = self._tiebreaks(data)
        people = {place: field for field, _told, place in self._people()[: 2 * MOST_NAMED]}
        names = {place: str(self.data.get(field, "")).strip() for place, field in people.items()}
        ids, unknown = members_named({place: name for place, name in names.items() if name})
        self.unknown = {people[place]: words for place, words in unknown.items()}
        if self.unknown:
            self.add_error(None, _("Check the members that you named: what is wrong is beside each."))
        return data | {"players": ids}

    def choices(self) -> Choices:
        data = self.cleaned_data
        return Choices(
            name=data["name"],
            variant=data["variant"],
            format=data["format"],
            scoring=scoring_of(self.record, data["scoring"]),
            tiebreaks=data["tiebreaks"],
            going_on=data["going_on"],
            rounds=data["rounds"],
            players=data["players"],
            zone=data.get("zone", ""),
        )

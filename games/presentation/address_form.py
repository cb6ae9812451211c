"""Forms whose fields are parameters of a page's address: what is asked for can be shared, and nothing changes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Game

ANY = ("", gettext_lazy("Any"))

_KEY = re.compile(r"[1-9A-HJ-NP-Za-km-z]{11}")


def choice_field(label: Any, choices: Any, **more: Any) -> forms.ChoiceField:
    """A choice that nobody has to make."""
    return forms.ChoiceField(label=label, choices=choices, required=False, **more)


def year_field() -> forms.IntegerField:
    return forms.IntegerField(
        label=gettext_lazy("Year"),
        required=False,
        min_value=1900,
        max_value=2199,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )


def event_field() -> forms.CharField:
    """An event, by its address or the key in it: `event_key` reads it."""
    return forms.CharField(
        label=gettext_lazy("Event"),
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        help_text=gettext_lazy("The address of its page, or the eleven characters in it."),
    )


def source_field() -> forms.ChoiceField:
    """Where games come from, but for those that are played on from others, which count nowhere."""
    sources = (choice for choice in Game.Source.choices if choice[0] != Game.Source.WHATIF)
    return choice_field(gettext_lazy("Source"), [ANY, *sources])


def event_key(text: str) -> str:
    """The key of an event in what somebody has written or copied: an address, or the key; empty for nothing.

    Raises:
        forms.ValidationError: there is none in it.
    """
    words = [word for word in re.split(r"[^0-9A-Za-z]+", text.strip()) if _KEY.fullmatch(word)]
    if text.strip() and not words:
        raise forms.ValidationError(_("This is no address of an event. Copy it from the event's page."))
    return words[-1] if words else ""


def tie(form: forms.Form) -> None:
    """Ties each field to its error and its help, once the fields are as they will be."""
    for bound in form:
        described = [f"{bound.id_for_label}_help"] if bound.help_text else []
        if bound.errors:
            described.append(f"{bound.id_for_label}_error")
        if described:
            bound.field.widget.attrs["aria-describedby"] = " ".join(described)


class AddressForm(forms.Form):
    """A form that writes the address of what is asked for."""

    assumed: Mapping[str, str] = {}
    """What is shown without being asked for, by field: an address leaves it out."""

    def address(self, *, without: Iterable[str] = ()) -> str:
        """What is asked for as the query of an address, in the order of the fields; nothing that is empty."""
        query = QueryDict(mutable=True)
        for name in self.fields:
            value = str(self.data.get(name, "")).strip()
            if name not in without and value and value != self.assumed.get(name):
                query[name] = value
        return query.urlencode()

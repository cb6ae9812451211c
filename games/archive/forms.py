"""The forms of pages: what a reader may ask for, checked and named."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.rules import VARIANTS
from games.show.wording import variant_name


def _variants() -> list[tuple[str, Any]]:
    """The choices of rule books, with one for any of them; the names are message ids (docs/architecture.md)."""
    return [("", _("Any")), *((slug, variant_name(slug)) for slug in VARIANTS)]


class ArchiveForm(forms.Form):
    """The filters of the archive. All of them are optional; an unknown choice is an error that names it."""

    variant = forms.ChoiceField(label=_("Variant"), choices=_variants, required=False)
    player = forms.CharField(
        label=_("Player"),
        required=False,
        max_length=150,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off", "spellcheck": "false"}),
    )
    result = forms.ChoiceField(
        label=_("Result"),
        required=False,
        choices=[
            ("", _("Any")),
            ("red", _("Red won")),
            ("blue", _("Blue won")),
            ("draw", _("Draw")),
            ("unfinished", _("Unfinished record")),
            ("playing", _("In play")),
            ("called-off", _("Called off")),
        ],
    )

"""Which puzzle is wanted next: a form whose fields are parameters of the address."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy

from games.presentation.words import variant_name
from library.puzzles.domain.creation import BOOKS
from library.puzzles.models import Puzzle


def _books() -> list[tuple[str, Any]]:
    return [("", gettext_lazy("Any")), *((slug, variant_name(slug)) for slug in BOOKS)]


class NextForm(forms.Form):
    """What the next puzzle should be like. What makes no sense is left out: there is always a next puzzle."""

    kind = forms.ChoiceField(
        label=gettext_lazy("Kind"), required=False, choices=[("", gettext_lazy("Any")), *Puzzle.Kind.choices]
    )
    variant = forms.ChoiceField(label=gettext_lazy("Variant"), required=False, choices=_books)
    near = forms.BooleanField(label=gettext_lazy("About as hard as I am strong"), required=False)

    @property
    def asked(self) -> dict[str, str]:
        """The parameters that say something, as they go on from one puzzle to the next."""
        self.is_valid()
        texts = {name: str(value) for name, value in self.cleaned_data.items() if value and name != "near"}
        return texts | ({"near": "1"} if self.cleaned_data.get("near") else {})

    @property
    def query(self) -> str:
        """The same as the end of an address, with its `?`; nothing if nothing is asked for."""
        query = QueryDict(mutable=True)
        query.update(self.asked)
        return f"?{query.urlencode()}" if query else ""

    @property
    def before_more(self) -> str:
        """The same with what stands before one more parameter: `?`, or `&`."""
        return f"{self.query}&" if self.query else "?"

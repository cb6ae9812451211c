"""What may be asked of figures. Every field is a parameter of the page's address, and none is needed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.presentation.address_form import (
    AddressForm,
    choice_field,
    event_field,
    event_key,
    source_field,
    tie,
    year_field,
)
from games.presentation.words import variant_name
from games.rules import VARIANTS
from library.figures.domain.counters import book_of_event

_USUAL_BOOK = "classic"


class FiguresFilters(AddressForm):
    """The figures of the games of a rule book."""

    variant = choice_field(gettext_lazy("Variant"), lambda: [(slug, variant_name(slug)) for slug in VARIANTS])
    source = source_field()
    year = year_field()
    event = event_field()
    assumed = {"variant": _USUAL_BOOK}

    def __init__(self, data: QueryDict) -> None:
        """Fills in the defaults: of an event, its own rule book."""
        asked = {name: str(data[name]) for name in data}
        if not asked.get("variant"):
            asked["variant"] = _book_of(asked.get("event", "")) or _USUAL_BOOK
        self.rules = VARIANTS.get(asked["variant"], VARIANTS[_USUAL_BOOK])
        super().__init__(asked)
        tie(self)

    def clean_event(self) -> str:
        return event_key(self.cleaned_data["event"])

    def clean(self) -> dict[str, Any]:
        """Checks what depends on other fields."""
        values = super().clean() or {}
        if values.get("event") and values.get("year"):
            self.add_error("event", _("An event is counted as a whole: leave out the year."))
        return values


def _book_of(event: str) -> str | None:
    if not event.strip():
        return None
    try:
        return book_of_event(event_key(event), VARIANTS)
    except ValidationError:  # the field says what is wrong
        return None


class PlayerFiguresForm(AddressForm):
    """The figures of a player's games of a rule book.

    Args:
        data: the parameters of the address.
        books: the rule books that there are figures of, the first being the usual one, with their games.
    """

    variant = choice_field(gettext_lazy("Variant"), [])
    year = year_field()

    def __init__(self, data: QueryDict, books: Mapping[str, int]) -> None:
        asked = {name: str(data[name]) for name in data}
        usual = next(iter(books), _USUAL_BOOK)
        asked["variant"] = asked.get("variant") or usual
        self.rules = VARIANTS.get(asked["variant"], VARIANTS[_USUAL_BOOK])
        self.assumed = {"variant": usual}
        super().__init__(asked)
        self.fields["variant"].choices = [  # type: ignore[attr-defined]
            (slug, f"{variant_name(slug)} ({games})") for slug, games in books.items()
        ] or [(usual, variant_name(usual))]
        tie(self)

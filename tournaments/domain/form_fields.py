"""How the form of an event asks for what a format alone has. Each format brings its fields (`Format.asked`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django import forms
from django.utils.functional import Promise

MOST_ROUNDS = 60
"""The most rounds that a form lets anybody plan."""


@dataclass(frozen=True, slots=True)
class AskedField:
    """A field for a term.

    Args:
        name: of the term, and of the field.
        make: makes the field. It need not be filled in: what is left empty is as usual.
        group: where the form has it: `first` (beside the format), `who` (entries) or `format` (more about the format).
        zero_is_empty: 0 means none, and is shown as nothing.
        called: what a change of it is called in the log of an event; a change of the format, if left out.
    """

    name: str
    make: Callable[[], forms.Field]
    group: str = "format"
    zero_is_empty: bool = False
    called: Promise | None = None

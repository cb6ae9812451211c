"""Widgets are written as Django's templates write them."""

from __future__ import annotations

import re

from django import forms
from django.forms.renderers import DjangoTemplates
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy

from web.widgets import _WRITERS, DirectRenderer

HOSTILE = """<b>"it's" & more</b>"""
VALUES = ("", None, 0, 1234567, 2.5, True, False, HOSTILE, mark_safe("<i>safe</i>"), gettext_lazy("Name"))
ATTRS = {
    "id": "id_x",
    "class": HOSTILE,
    "disabled": False,
    "required": True,
    "step": 1234.5,
    "title": gettext_lazy("Name"),
}
CHOICES = [
    ("", gettext_lazy("Name")),
    (1234567, 1234567),
    (HOSTILE, HOSTILE),
    (HOSTILE, [("safe", mark_safe("<i>safe</i>")), (None, "none"), (True, "true")]),
]
INPUTS = (
    *(forms.TextInput, forms.NumberInput, forms.EmailInput, forms.URLInput, forms.PasswordInput, forms.HiddenInput),
    *(forms.DateInput, forms.DateTimeInput, forms.TimeInput, forms.CheckboxInput, forms.SearchInput, forms.TelInput),
)
CHOOSERS = (forms.Select, forms.SelectMultiple, forms.RadioSelect, forms.CheckboxSelectMultiple)


def flat(html: str) -> str:
    """Without the space around tags, where the templates break their lines."""
    return re.sub(r"\s*([<>])\s*", r"\1", html)


def alike(widget: forms.Widget, value: object, attrs: dict[str, object]) -> None:
    ours, usual = (widget.render("na<me", value, attrs, renderer()) for renderer in (DirectRenderer, DjangoTemplates))
    assert flat(ours) == flat(usual)


def test_they_are_what_django_writes() -> None:
    choosers = [kind(choices=CHOICES) for kind in CHOOSERS]
    others = [*(kind() for kind in INPUTS), forms.PasswordInput(render_value=True), forms.Textarea()]
    for value in VALUES:
        alike(forms.TextInput(), value, {})
        alike(forms.Textarea(), value, ATTRS)
    for widget in (*others, *choosers):
        alike(widget, HOSTILE, ATTRS)
    for widget in choosers:
        alike(widget, [None, 1234567], {})
    assert {widget.template_name for widget in (*others, *choosers)} == set(_WRITERS)


def test_what_has_no_writer_has_its_template() -> None:
    class Two(forms.Form):
        name = forms.CharField()
        when = forms.SplitDateTimeField()

    ours, usual = (Two({"name": HOSTILE}, renderer=renderer()) for renderer in (DirectRenderer, DjangoTemplates))
    assert flat(ours.as_div()) == flat(usual.as_div())

"""Selects are written as Django's templates write them."""

from __future__ import annotations

import re

from django import forms
from django.forms.renderers import DjangoTemplates
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy

from web.widgets import DirectRenderer

HOSTILE = """<b>"it's" & more</b>"""
ATTRS = {"id": "id_x", "class": HOSTILE, "disabled": False, "required": True, "step": 1.5, "title": gettext_lazy("a")}
CHOICES = [
    ("", gettext_lazy("Name")),
    (1234567, 1234567),
    (HOSTILE, HOSTILE),
    (HOSTILE, [("safe", mark_safe("<i>safe</i>")), (None, "none"), (True, "true")]),
]


def flat(html: str) -> str:
    """Without the space around tags, where the templates break their lines."""
    return re.sub(r"\s*([<>])\s*", r"\1", html)


def test_they_are_what_django_writes() -> None:
    for kind in (forms.Select, forms.SelectMultiple, forms.TextInput):
        widget = kind() if kind is forms.TextInput else kind(choices=CHOICES)
        for value in (HOSTILE, [None, 1234567]):
            ours, usual = (widget.render("na<me", value, ATTRS, how()) for how in (DirectRenderer, DjangoTemplates))
            assert flat(ours) == flat(usual)

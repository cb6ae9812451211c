"""The time zones that a person may choose, and the field of a form to choose one with."""

from __future__ import annotations

from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

_REGIONS = (
    "Africa/",
    "America/",
    "Antarctica/",
    "Arctic/",
    "Asia/",
    "Atlantic/",
    "Australia/",
    "Europe/",
    "Indian/",
    "Pacific/",
)


@cache
def time_zones() -> tuple[tuple[str, str], ...]:
    """Return them by their IANA names, with what is shown: places, and UTC. They are read from the disk once."""
    places = sorted(zone for zone in available_timezones() if zone.startswith(_REGIONS))
    return tuple((zone, zone.replace("_", " ")) for zone in ("UTC", *places))


class TimeZoneSelect(forms.Select):
    """A select of all time zones. Its nearly 500 options are written once and not by a template each, which took 50 ms
    of every page that has it.
    """

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """Return what `forms.Select` would, with the option of `value` selected if there is one."""
        options = _options()
        chosen = format_html('<option value="{}"', "" if value is None else value)
        options = mark_safe(options.replace(f"{chosen}>", f"{chosen} selected>", 1))  # noqa: S308 (parts are escaped)
        return format_html(
            '<select name="{}"{}>{}</select>', name, flatatt(self.build_attrs(self.attrs, attrs)), options
        )


@cache
def _options() -> SafeString:
    return format_html_join("", '<option value="{}">{}</option>', time_zones())


class TimeZoneField(forms.ChoiceField):
    """A time zone by its IANA name."""

    widget = TimeZoneSelect

    def __init__(self, **told: Any) -> None:
        """Take the arguments of `ChoiceField`, but for the choices."""
        super().__init__(choices=time_zones, **told)

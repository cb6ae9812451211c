"""The time zones that a person may choose, and the field of a form to choose one with."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.forms.utils import flatatt
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

_REGIONS: Mapping[str, Promise] = {
    "Africa": _("Africa"),
    "America": _("America"),
    "Antarctica": _("Antarctica"),
    "Arctic": _("Arctic"),
    "Asia": _("Asia"),
    "Atlantic": _("Atlantic Ocean"),
    "Australia": _("Australia"),
    "Europe": _("Europe"),
    "Indian": _("Indian Ocean"),
    "Pacific": _("Pacific Ocean"),
}


@cache
def time_zones() -> tuple[tuple[str, str], ...]:
    """Return all that are taken, by their IANA names, with what is shown: places, and UTC. Some places have had other
    names, which browsers and calendars still send. They are read from the disk once."""
    places = sorted(zone for zone in available_timezones() if zone.partition("/")[0] in _REGIONS)
    return tuple((zone, zone.replace("_", " ")) for zone in ("UTC", *places))


@cache
def zones_by_region() -> tuple[tuple[str | Promise, Any], ...]:
    """Return those that are offered, as the choices of a select: UTC, and then by region what places are called today,
    which the table of zones and countries has.
    """
    lines = files("tzdata").joinpath("zoneinfo/zone.tab").read_text().splitlines()
    today = {line.split("\t")[2] for line in lines if not line.startswith("#")}
    texts: dict[str, list[tuple[str, str]]] = {region: [] for region in _REGIONS}
    for zone, _words in time_zones():
        if zone in today:
            region, _slash, place = zone.partition("/")
            texts[region].append((zone, place.replace("_", " ")))
    return ("UTC", "UTC"), *((_REGIONS[region], places) for region, places in texts.items())


class TimeZoneSelect(forms.Select):
    """A select of time zones by region. Its more than 400 options are written once and not by a template each, which
    took 50 ms of every page that has it. A zone that was chosen under another name comes first.
    """

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """Return what `forms.Select` would, with the option of `value` selected if there is one."""
        options = _options(get_language() or "")
        chosen = format_html('<option value="{}"', "" if value is None else value)
        if f"{chosen}>" not in options and value in dict(time_zones()):
            options = format_html('<option value="{}">{}</option>{}', value, dict(time_zones())[value], options)
        options = mark_safe(options.replace(f"{chosen}>", f"{chosen} selected>", 1))  # noqa: S308 (parts are escaped)
        return format_html(
            '<select name="{}"{}>{}</select>', name, flatatt(self.build_attrs(self.attrs, attrs)), options
        )


@cache
def _options(language: str) -> SafeString:
    (utc, *regions) = zones_by_region()
    groups = ((region, format_html_join("", '<option value="{}">{}</option>', places)) for region, places in regions)
    return format_html(
        '<option value="{}">{}</option>{}',
        *utc,
        format_html_join("", '<optgroup label="{}">{}</optgroup>', groups),
    )


class TimeZoneField(forms.ChoiceField):
    """A time zone by its IANA name."""

    widget = TimeZoneSelect

    def __init__(self, **value: Any) -> None:
        """Take the arguments of `ChoiceField`, but for the choices."""
        super().__init__(choices=time_zones, **value)

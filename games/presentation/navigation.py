"""The buttons that move through a game, ply by ply."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _


@dataclass(frozen=True, slots=True)
class StepButton:
    """One of the four buttons that move through the game."""

    slug: str
    name: str
    url: str
    idle: bool
    icon: SafeString


_ICONS = {
    "first": "M4 3h2.5v14H4zM17 3v14L7.5 10z",
    "previous": "M15 3v14L4 10z",
    "next": "M5 3v14l11-7z",
    "last": "M13.5 3H16v14h-2.5zM3 3v14l9.5-7z",
}


def step_buttons(ply: int, plies: int, address: Callable[[int], str]) -> Iterator[StepButton]:
    """First, previous, next, last.

    Args:
        ply: that is shown.
        plies: the last one.
        address: of a ply.
    """
    wanted = {"first": 0, "previous": ply - 1, "next": ply + 1, "last": plies}
    for slug, to in wanted.items():
        there = min(max(to, 0), plies)
        yield step_button(slug, address(there), idle=there == ply)


def step_button(slug: str, url: str, *, idle: bool) -> StepButton:
    """One of the buttons.

    Args:
        slug: `first`, `previous`, `next` or `last`.
        url: where it leads.
        idle: it leads nowhere else.
    """
    names = {"first": _("First"), "previous": _("Previous"), "next": _("Next"), "last": _("Last")}
    icon = f'<svg viewBox="0 0 20 20" aria-hidden="true" focusable="false"><path d="{_ICONS[slug]}"/></svg>'
    return StepButton(slug, names[slug], url, idle, mark_safe(icon))  # noqa: S308 (constants)

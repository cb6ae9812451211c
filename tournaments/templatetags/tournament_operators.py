"""What the front page of the admin says of events."""

from __future__ import annotations

from django import template

from tournaments.domain.commands.succession import without_organiser

register = template.Library()


@register.simple_tag
def events_without_organiser() -> int:
    return len(without_organiser())

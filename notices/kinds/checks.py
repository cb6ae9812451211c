"""Every kind of notice that can be stored has a room that says it."""

from __future__ import annotations

from typing import Any

from django.core import checks

from notices.kinds.registry import kind_of
from notices.models import Kind


@checks.register(checks.Tags.compatibility)
def kinds_are_registered(**value: Any) -> list[checks.CheckMessage]:
    """An error for each kind that no room has registered."""
    messages: list[checks.CheckMessage] = []
    for kind in Kind:
        try:
            kind_of(kind)
        except LookupError:
            hint = "Register it with notices.kinds.registry.register in the room that tells of it."
            messages.append(
                checks.Error(f"No room has registered the notices “{kind.value}”.", hint=hint, id="notices.E001")
            )
    return messages

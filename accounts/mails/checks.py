"""What `manage.py check --deploy` says of mail."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Tags, Warning, register


@register(Tags.security, deploy=True)
def links_in_mails(**asked: Any) -> list[CheckMessage]:
    """Mails that are really sent have links, and an address that nobody told is guessed."""
    if not settings.EMAIL_URL or settings.VEXILLUM_SITE_IN_ALL_MAILS:
        return []
    return [
        Warning(
            "EMAIL_URL is set and VEXILLUM_SITE is not: links in mails take the host that a request names, and those"
            " in reminders lead to localhost.",
            hint="Set VEXILLUM_SITE to the address of the service, such as https://play.example.org.",
            id="players.W001",
        )
    ]

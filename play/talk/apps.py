from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TalkConfig(AppConfig):
    """What players say and jot down beside a game; nothing of it is in the log."""

    name = "play.talk"
    label = "talk"
    verbose_name = _("Talk")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Says what players are told, and what stands beside their boards."""
        from play.talk import notices, panels  # noqa: F401

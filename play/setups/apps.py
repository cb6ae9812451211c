from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SetupsConfig(AppConfig):
    """The editor of set-ups, with drafts and saved ones."""

    name = "play.setups"
    label = "setups"
    verbose_name = _("Set-ups")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Registers what this room does when something happens in a game."""
        from play.setups import listeners  # noqa: F401

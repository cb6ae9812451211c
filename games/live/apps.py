from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LiveConfig(AppConfig):
    """Notices to open pages that something has changed."""

    name = "games.live"
    label = "live"
    verbose_name = _("Live")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Registers the listener that tells open pages."""
        from games.live import listeners  # noqa: F401

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from realtime.open_pages import tickets_at


class LiveConfig(AppConfig):
    """Notices to open pages that something has changed."""

    name = "play.live"
    label = "live"
    verbose_name = _("Live")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Registers the listener that tells open pages, and where these get another token."""
        from play.live import listeners  # noqa: F401

        tickets_at("live:ticket")

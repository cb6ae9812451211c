from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class BotsConfig(AppConfig):
    """Opponents that are programs; they see views only."""

    name = "play.bots"
    label = "bots"
    verbose_name = _("Bots")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Listen for games in which a bot has something to do, and say which line of an account's menu leads here."""
        from play.bots import account_pages, mails, tasks  # noqa: F401

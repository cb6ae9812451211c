from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NoticesConfig(AppConfig):
    """Notices to players, on the page and by e-mail."""

    name = "notices"
    label = "notices"
    verbose_name = _("Notices")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Registers the kinds about games, the listeners, the mails and the count of unread notices."""
        from notices.domain import listeners  # noqa: F401
        from notices.kinds import checks, games  # noqa: F401
        from notices.mails import messages  # noqa: F401
        from notices.pages import unread  # noqa: F401

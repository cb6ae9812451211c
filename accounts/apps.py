from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PlayersConfig(AppConfig):
    """Accounts and players: what a person may ask to have erased."""

    name = "accounts"
    label = "players"
    verbose_name = _("Players")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Load what follows from signing in and mails."""
        from accounts import tasks  # noqa: F401
        from accounts.authentication import sessions  # noqa: F401
        from accounts.mails import checks  # noqa: F401
        from accounts.people import accounts  # noqa: F401
        from accounts.signin import mails, signed_in  # noqa: F401

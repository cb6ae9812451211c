from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ApiConfig(AppConfig):
    """Tokens of people, and what programs do with them."""

    name = "api"
    label = "api"
    verbose_name = _("API")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Says what its mails are and which line of its menu leads here."""
        from api import tasks  # noqa: F401
        from api.oauth import mails as changed  # noqa: F401
        from api.tokens import mails, panels, password_change  # noqa: F401
        from api.webhooks import deactivation as stopping  # noqa: F401
        from api.webhooks import mails as json_answer  # noqa: F401

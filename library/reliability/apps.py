from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ReliabilityConfig(AppConfig):
    """How reliably players finish their games."""

    name = "library.reliability"
    label = "reliability"
    verbose_name = _("Reliability")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Registers the projection, the panel of profiles and the kind of notice."""
        from library.reliability import notices, panels  # noqa: F401
        from library.reliability.domain import player_days  # noqa: F401

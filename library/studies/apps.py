from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class StudiesConfig(AppConfig):
    """Games that people explain, with comments, arrows and variations."""

    name = "library.studies"
    label = "studies"
    verbose_name = _("Studies")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Says what players are told, and what a profile shows."""
        from library.studies import notices, panels  # noqa: F401

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
        """Registers notices, and the line of a profile."""
        from library.studies import notices, panels  # noqa: F401

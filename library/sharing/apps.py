from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SharingConfig(AppConfig):
    """Games in frames of other sites, and data about an address for these."""

    name = "library.sharing"
    label = "sharing"
    verbose_name = _("Sharing")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Registers what stands in the heads of pages for other sites, and beside a replay."""
        from library.sharing import panels  # noqa: F401

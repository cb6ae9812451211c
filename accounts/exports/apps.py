from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ExportsConfig(AppConfig):
    """What people are given who ask for their data."""

    name = "accounts.exports"
    label = "exports"
    verbose_name = _("Exports of data")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Says what the mail of a finished export is."""
        from accounts.exports import mails  # noqa: F401

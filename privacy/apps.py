from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PrivacyConfig(AppConfig):
    """What is deleted with an account, and what a data export has."""

    name = "privacy"
    label = "exports"
    verbose_name = _("Exports of data")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Says what the mail of a finished export is, and what tasks there are."""
        from privacy import mails, retention  # noqa: F401

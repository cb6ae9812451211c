from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AuditConfig(AppConfig):
    """What the staff did. The label is that of its table and of the permissions."""

    name = "accounts.audit"
    label = "moderation"
    verbose_name = _("Moderation")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Registers the projection."""
        from accounts.audit import audit  # noqa: F401

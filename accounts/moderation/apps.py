from __future__ import annotations

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _

from web.menu import FOOT, offer


class ModerationConfig(AppConfig):
    """Who of the staff may do what, and what they did."""

    name = "accounts.moderation"
    label = "moderation"
    verbose_name = _("Moderation")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Registers the audit, and makes the group of moderators whenever the database is migrated."""
        from accounts.moderation import audit, exclusions, live_updates, moderators  # noqa: F401

        post_migrate.connect(moderators.make_group, sender=self, dispatch_uid="moderation-group")
        offer(FOOT, 120, _("Moderation in figures"), "moderation:figures")

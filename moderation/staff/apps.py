from __future__ import annotations

from django.apps import AppConfig, apps
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class StaffConfig(AppConfig):
    name = "moderation.staff"
    label = "staff"
    verbose_name = _("Staff")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Makes the group of moderators whenever the database is migrated."""
        from moderation.staff import live_updates, moderators, tasks  # noqa: F401

        audit = apps.get_app_config("moderation")  # this app has no rows, so no signal of its own
        post_migrate.connect(moderators.make_group, sender=audit, dispatch_uid="moderation-group")

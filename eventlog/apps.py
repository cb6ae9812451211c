from __future__ import annotations

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class EventlogConfig(AppConfig):
    """The log; its tables let the service insert and read, and nothing more."""

    name = "eventlog"
    label = "eventlog"
    verbose_name = _("Event log")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from eventlog import checks  # noqa: F401 - registers itself
        from eventlog.grants import grant

        post_migrate.connect(grant, sender=self, dispatch_uid="eventlog-grants")

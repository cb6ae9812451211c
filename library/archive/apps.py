from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ArchiveConfig(AppConfig):
    """The landing page, the search of all games, and the replay of each."""

    name = "library.archive"
    label = "archive"
    verbose_name = _("Archive")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Registers the projections that games are searched by, and set-ups counted by."""
        from library.archive.domain import counters, projections  # noqa: F401

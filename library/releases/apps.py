from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ReleasesConfig(AppConfig):
    """The archive as open data."""

    name = "library.releases"
    label = "releases"
    verbose_name = _("Releases of the archive")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Registers the event of a release, how its stream is proved, and the projection that dates reveals."""
        from library.releases.domain import projections, verification  # noqa: F401

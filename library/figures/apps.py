from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class FiguresConfig(AppConfig):
    """How games go, in numbers."""

    name = "library.figures"
    label = "figures"
    verbose_name = _("Figures")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Registers the projection that says which games have to be counted, and the line on a profile."""
        from library.figures import panels  # noqa: F401
        from library.figures.domain import counters  # noqa: F401

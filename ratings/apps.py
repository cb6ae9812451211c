from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RatingsConfig(AppConfig):
    """Ratings: a projection of the games that were rated."""

    name = "ratings"
    label = "ratings"
    verbose_name = _("Ratings")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Registers the projection, after those of games, whose rows it reads, and the panel of profiles."""
        from ratings import tasks  # noqa: F401
        from ratings.domain import projections  # noqa: F401
        from ratings.pages import panel  # noqa: F401

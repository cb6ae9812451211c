from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Games: what people do, what an audience sees, and the lists of them."""

    name = "games"
    verbose_name = _("Games")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Registers the events of games and the projections they feed."""
        from games.domain import events, projections, queries, verification  # noqa: F401

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Registers the formats; the events of tournaments, after those of games, with the projections that they feed;
        who listens to them; what pages of players and games show of them, and what players are told.
        """
        from tournaments import formats, tasks  # noqa: F401
        from tournaments.domain.commands import registration  # noqa: F401
        from tournaments.organizer.boards import hints  # noqa: F401
        from tournaments.organizer.calls import banner  # noqa: F401
        from tournaments.pages import honours, landing, listeners  # noqa: F401
        from tournaments.presentation import notices  # noqa: F401

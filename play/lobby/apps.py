from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LobbyConfig(AppConfig):
    """Seeks, challenges and tables: how people find a game."""

    name = "play.lobby"
    label = "lobby"
    verbose_name = _("Lobby")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Says what waits for a player, what follows a game, and what players are told."""
        from play.lobby import landing, notices, rematch, waiting_games  # noqa: F401

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PuzzlesConfig(AppConfig):
    """Puzzles from revealed games, and their solvers."""

    name = "library.puzzles"
    label = "puzzles"
    verbose_name = _("Puzzles")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Registers what the landing page shows of puzzles."""
        from library.puzzles import daily  # noqa: F401

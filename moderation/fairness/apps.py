from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class FairnessConfig(AppConfig):
    """What games say of fair play."""

    name = "moderation.fairness"
    label = "fairness"
    verbose_name = _("Fair play")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Registers the projections."""
        from moderation.fairness.domain import pair_days, sight_reports  # noqa: F401

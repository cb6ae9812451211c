from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class EvidenceConfig(AppConfig):
    """What games say in the cases of moderators."""

    name = "moderation.evidence"
    label = "evidence"
    verbose_name = _("Evidence")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Registers what is sealed, the panels in the order in which they are shown, and the words of detectors."""
        from moderation.evidence import redaction  # noqa: F401, I001
        from moderation.evidence import play, talk, opponents, networks, fair_play, arbiters, detectors  # noqa: F401

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class EvidenceConfig(AppConfig):
    """What games say in the cases of moderators."""

    name = "moderation.evidence"
    label = "evidence"
    verbose_name = _("Evidence")
    default_auto_field = "django.db.models.BigAutoField"

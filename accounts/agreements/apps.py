from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TermsConfig(AppConfig):
    """Terms of use, privacy, and who has agreed."""

    name = "accounts.agreements"
    label = "terms"
    verbose_name = _("Terms and privacy")
    default_auto_field = "django.db.models.BigAutoField"

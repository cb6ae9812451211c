"""The players app."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PlayersConfig(AppConfig):
    """Accounts and players: what a person may ask to have erased."""

    name = "players"
    verbose_name = _("Players")
    default_auto_field = "django.db.models.BigAutoField"

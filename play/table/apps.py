from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PlayConfig(AppConfig):
    """The board of a game in play, for who sits at it."""

    name = "play.table"
    label = "play"
    verbose_name = _("Play")
    default_auto_field = "django.db.models.BigAutoField"

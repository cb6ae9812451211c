from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ProfilesConfig(AppConfig):
    """The public page of a player, with the panels of rooms."""

    name = "library.profiles"
    label = "profiles"
    verbose_name = _("Profiles")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Gives the page of an account its line about vacations."""
        from library.profiles import vacations  # noqa: F401

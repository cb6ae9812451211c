"""The settings' own application: commands and tasks that belong to no room."""

from django.apps import AppConfig

from config import process


class ConfigConfig(AppConfig):
    """The first application."""

    name = "config"

    def ready(self) -> None:
        """The models of all applications are there."""
        process.has_loaded()

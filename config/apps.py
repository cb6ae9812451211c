"""The settings' own application: commands and tasks that belong to no room."""

from django.apps import AppConfig
from django.contrib.staticfiles.apps import StaticFilesConfig

from config import process


class StaticFiles(StaticFilesConfig):
    """Django's static files without extensions of htmx, of which one imports a file that is not there."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "ext", "htm*x-4*"]


class ConfigConfig(AppConfig):
    """The first application."""

    name = "config"

    def ready(self) -> None:
        """The models of all applications are there."""
        process.has_loaded()

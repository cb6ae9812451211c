"""The service with an address that fails, as the servers of the `Procfile` load it; no static files are collected."""

from __future__ import annotations

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.conf import settings

from config import process

process.kind = "web"  # as `config.wsgi` does, before the settings are read

settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
settings.WHITENOISE_USE_FINDERS = True
settings.WHITENOISE_AUTOREFRESH = True
settings.ROOT_URLCONF = "tests.config.broken_urls"

from config.asgi import application as site  # noqa: E402
from config.web import application as web  # noqa: E402

__all__ = ["site", "web"]

"""The event streams alone, for an ASGI server. They need the settings and Valkey, but none of Django's applications."""

import os

from config import process

process.kind = "web"  # before the settings are read
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from games.live.app import Streams  # noqa: E402

application = Streams()

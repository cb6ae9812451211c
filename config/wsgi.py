"""The pages, for a WSGI server: the fastest way to serve them."""

import os

from config import process

process.starts()
from django.core.wsgi import get_wsgi_application  # noqa: E402 (Django is half of what is loaded)

process.kind = "web"  # before the settings are read: it answers people, so it waits for no server for long
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = get_wsgi_application()

from config.celery_publish import catch_up  # noqa: E402 (they need the applications)
from games.domain.outages import keep_beating  # noqa: E402
from web import heartbeats  # noqa: E402


def show_life() -> None:
    """Show that this process works."""
    heartbeats.show("web")


keep_beating([catch_up, show_life])
process.has_loaded()

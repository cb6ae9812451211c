"""The service with its peers, for the benchmark `http`, as the server of `web` loads it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from django.core.cache import cache
from django.core.wsgi import get_wsgi_application

from config import process
from config.pages import Pages, threads

RENDERINGS = "benchmark-renderings"  # the key in Valkey under which they are counted


def _application() -> Any:
    process.kind = "web"  # as `config.wsgi` does
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.conf import settings

    settings.ROOT_URLCONF = "benchmarks.http_views"
    settings.TEMPLATES[0]["DIRS"].append(Path(__file__).parent / "templates")
    made = get_wsgi_application()
    _count_renderings()
    _ask_without_end()
    return Pages(made, threads=threads(4))


def _count_renderings() -> None:
    """Count in Valkey how often the present position is drawn: in all processes together."""
    from play.live import views

    rendered = views.rendered

    def counted(*args: Any) -> str | None:
        cache.add(RENDERINGS, 0)
        cache.incr(RENDERINGS)
        return rendered(*args)

    views.rendered = counted


def _ask_without_end() -> None:
    """Let a program ask as often as it can: it is counted all the same."""
    from api.http import budgets

    budgets.BY_TOKEN = budgets.Budget("token", 10**9)


application = _application()

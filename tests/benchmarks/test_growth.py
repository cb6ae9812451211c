"""The benchmark of growth beside other work on the same servers."""

from __future__ import annotations

import pytest
import redis
from django.conf import settings
from django.core.cache import cache

from benchmarks.growth import time_of

pytestmark = pytest.mark.django_db


def test_it_forgets_what_it_cached_and_nothing_of_others() -> None:
    """A cache that is emptied (`tests.caches`) sets back the limits of whoever shares the server."""
    theirs = redis.Redis.from_url(settings.CACHES["default"]["LOCATION"])
    theirs.set("of-others", 1, ex=60)
    cache.set("own", 1)
    time_of(lambda: None)
    assert (cache.get("own"), theirs.get("of-others")) == (None, b"1")

"""The cache of tests. All workers share one, so nobody empties it: a test that wants an empty one takes new names."""

from __future__ import annotations

import uuid
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.core.cache.backends.redis import RedisCache


def empty_cache() -> None:
    """Have nothing that was cached until now be found again, in this worker."""
    settings.CACHES["default"]["KEY_PREFIX"] = cache.key_prefix = f"test-{uuid.uuid4().hex[:12]}"


def refuse_to_clear() -> None:
    """Have `clear` of that cache fail: it would make the limits of tests in other workers begin anew."""
    clear, shared = RedisCache.clear, settings.CACHES["default"]["LOCATION"]

    def only_others(self: Any) -> bool:
        assert shared not in self._servers, "empty_cache() does what you want"
        return bool(clear(self))

    RedisCache.clear = only_others

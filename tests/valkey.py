"""Databases of the Valkey server for tests that start processes or fill queues: nobody else works in them.

Workers of pytest share one server. Two of them in one database would take each other's tasks, and count each other's
tries. So each worker has databases of its own, and in them each purpose three: for messages, results and the cache.
"""

from __future__ import annotations

import os

import redis
from django.conf import settings

from config import addresses
from config.embedded.servers import VALKEY_DATABASES

FIRST = 4  # before them is what a service uses that runs beside the tests
WORKERS = 4  # that have databases of their own; more of them share
PURPOSES = ("outages", "edge", "killing", "failing", "demo")


def valkey_database(purpose: str) -> int:
    """Empty the three databases that a purpose has in this worker, and return the first.

    Args:
        purpose: one of `PURPOSES`.
    """
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % WORKERS
    number = FIRST + 3 * (worker * len(PURPOSES) + PURPOSES.index(purpose))
    assert number + 3 <= VALKEY_DATABASES
    for item in range(number, number + 3):
        with redis.Redis.from_url(addresses.redis(settings.REDIS_URL, database=item)) as valkey:
            valkey.flushdb()
    return number

"""The cache while Valkey is away or full: what cannot be written is kept in this process until it can be.

So limits on attempts count on, if only in each process for itself; what is missed otherwise is drawn again. A server
that has failed is left alone for a while, so that a page with ten look-ups waits once.
"""

from __future__ import annotations

import logging
import pickle
import time
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

import redis
from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache, RedisSerializer
from redis.backoff import NoBackoff
from redis.retry import Retry

log = logging.getLogger(__name__)

_T = TypeVar("_T")

WAIT = 0.4
"""Seconds for a connection, and for an answer."""

PAUSE = 2.0
"""Seconds for which a server that has failed is not asked."""

MOST = 20_000
"""Values that one process keeps."""

LARGEST = 4096
"""Bytes of a value that it keeps: limits and marks, no drawings."""

OPTIONS: dict[str, Any] = {"socket_timeout": WAIT, "socket_connect_timeout": WAIT, "retry": Retry(NoBackoff(), 1)}


@cache
def _client(server: str) -> redis.Redis:
    """The client that asks: Django makes another one for each question, which takes longer than the question."""
    return redis.Redis.from_url(server, **OPTIONS)


_loaded: Callable[[Any], Any] = RedisSerializer().loads


class Cache(RedisCache):
    """As Django's. No error of the server leaves it."""

    _quiet_until = 0.0  # for all threads, which have an object each

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(server, {**params, "OPTIONS": {**OPTIONS, **params.get("OPTIONS", {})}})
        self._server = server
        self._kept = LocMemCache("vexillum-kept", {"OPTIONS": {"MAX_ENTRIES": MOST}})

    def _try(self, ask: Callable[[], _T], otherwise: Callable[[], _T]) -> _T:
        """What the server answers; `otherwise` if it does not, or did not a moment ago."""
        if time.monotonic() < self._quiet_until:
            return otherwise()
        try:
            return ask()
        except redis.RedisError as error:
            if not isinstance(error, redis.ResponseError):  # a full one answers, and can be read
                Cache._quiet_until = time.monotonic() + PAUSE
            log.warning("the cache does without Valkey: %s", type(error).__name__)
            return otherwise()

    def _keep(self, key: Any, value: Any, timeout: Any, version: Any) -> None:
        if len(pickle.dumps(value)) <= LARGEST:
            self._kept.set(self._name(key, version), value, timeout)
        else:
            self._drop(key, version)

    def _drop(self, key: Any, version: Any) -> bool:
        return self._kept.delete(self._name(key, version))

    def _name(self, key: Any, version: Any) -> str:
        return str(self.make_key(key, version=version))

    # What is kept here is newer than what the server has.

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        """The value, or `default`."""
        name, missing = self._name(key, version), object()
        result = self._kept.get(name, missing)
        if result is not missing:
            return result
        value = self._try(lambda: _client(self._server).get(name), lambda: None)
        return default if value is None else _loaded(value)

    def get_many(self, keys: Any, version: Any = None) -> dict[Any, Any]:
        keys, missing = list(keys), object()
        kept = {
            key: value for key in keys if (value := self._kept.get(self._name(key, version), missing)) is not missing
        }
        others = [key for key in keys if key not in kept]
        names = [self._name(key, version) for key in others]
        nothing: list[Any] = [None] * len(others)
        answers = self._try(lambda: _client(self._server).mget(names), lambda: nothing) if others else nothing
        loaded = {key: _loaded(value) for key, value in zip(others, answers, strict=True) if value is not None}
        return {**loaded, **kept}

    def has_key(self, key: Any, version: Any = None) -> bool:
        return self._kept.has_key(self._name(key, version)) or self._try(
            lambda: super(Cache, self).has_key(key, version), lambda: False
        )

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> None:
        def ask() -> None:
            super(Cache, self).set(key, value, timeout, version)
            self._drop(key, version)

        self._try(ask, lambda: self._keep(key, value, timeout, version))

    def set_many(self, data: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> list[Any]:
        """Keep values. None of them is said to have failed."""

        def ask() -> list[Any]:
            failed: list[Any] = super(Cache, self).set_many(data, timeout, version)
            for key in data:
                self._drop(key, version)
            return failed

        def otherwise() -> list[Any]:
            for key, value in data.items():
                self._keep(key, value, timeout, version)
            return []

        return self._try(ask, otherwise) if data else []

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> bool:
        """Keep a value unless there is one; return whether it was kept."""
        name = self._name(key, version)
        if self._kept.has_key(name):
            return False
        return self._try(
            lambda: bool(super(Cache, self).add(key, value, timeout, version)),
            lambda: self._kept.add(name, value, timeout),
        )

    def incr(self, key: Any, delta: int = 1, version: Any = None) -> int:
        """Count.

        Raises:
            ValueError: there is no value.
        """
        name = self._name(key, version)
        if self._kept.has_key(name):
            return int(self._kept.incr(name, delta))
        return self._try(lambda: int(super(Cache, self).incr(key, delta, version)), lambda: self._begin(name, delta))

    def count(self, key: Any, delta: int, timeout: int) -> int:
        """Count, from nothing if there is no value, in one question to the server.

        Args:
            key: of the count.
            delta: how many more.
            timeout: seconds after which a count that begins here is forgotten.
        """
        name = self._name(key, None)
        if self._kept.has_key(name):
            return int(self._kept.incr(name, delta))

        def ask() -> int:
            client = _client(self._server)
            count = int(client.incrby(name, delta))
            if count == delta:
                client.expire(name, timeout)
            return count

        return self._try(ask, lambda: self._begin(name, delta))

    def _begin(self, name: str, delta: int) -> int:
        """Count from nothing what the server has counted until now."""
        self._kept.add(name, 0, 3600)
        return int(self._kept.incr(name, delta))

    def delete(self, key: Any, version: Any = None) -> bool:
        """Forget a value."""
        kept = self._drop(key, version)
        return self._try(lambda: bool(super(Cache, self).delete(key, version)), lambda: False) or kept

    def delete_many(self, keys: Any, version: Any = None) -> None:
        """Forget values."""
        keys = list(keys)
        for key in keys:
            self._drop(key, version)
        if keys:
            self._try(lambda: super(Cache, self).delete_many(keys, version), lambda: None)

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> bool:
        """Keep a value for longer."""
        return self._kept.touch(self._name(key, version), timeout) or self._try(
            lambda: bool(super(Cache, self).touch(key, timeout, version)), lambda: False
        )

    def clear(self) -> None:
        self._kept.clear()
        self._try(lambda: super(Cache, self).clear(), lambda: None)

"""How often somebody may do something: counted by account, for guests and visitors by address (`clients.client`).

The counts stand in the cache, which all processes share. Without it each process counts by itself, so that an outage
neither opens the limits nor closes the pages.
"""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple, cast

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _

from web import clients
from web.answers import ViewT, plain

MINUTE = 60
clock: Callable[[], float] = time.time
_MOST_KEPT = 10_000


def address_of(request: HttpRequest) -> str:
    """Where a request comes from, as every limit counts it."""
    result = request.META.get("REMOTE_ADDR") or "", request.META.get("HTTP_X_FORWARDED_FOR") or ""
    return clients.client(*result, proxies=settings.VEXILLUM_PROXIES)


class Spent(NamedTuple):
    """How somebody stands after one more was counted.

    Attributes:
        left: how many more are allowed within the span; below 0 it was one too many.
        reset: seconds until the next span begins, 1 at least.
    """

    left: int
    reset: int


def spend(what: str, who: str, *, most: int, seconds: int, weight: int = 1, loosely: bool = False) -> Spent:
    """Count one more, and say what is left.

    Args:
        what: is counted.
        who: does it. It is kept as a hash, and only so long.
        most: of it within a span.
        seconds: the length of a span.
        weight: for how many it counts.
        loosely: as long as much is left the cache is told of some at a time, so that most requests do not wait for it.
            What other processes have not told yet is missing then: a fiftieth of `most` for each.
    """
    span, gone = divmod(clock(), seconds)
    digest = hashlib.sha256(f"{what}:{who}".encode()).hexdigest()[:32]
    key = f"limit:{digest}:{int(span)}"
    count = _loose.counted(key, seconds, weight, most) if loosely else _counted(key, seconds, weight)
    return Spent(most - count, max(1, round(seconds - gone)))


def wait_for(what: str, who: str, *, most: int, seconds: int, weight: int = 1) -> int:
    """Count one more, and return 0, or the seconds after which it is allowed again.

    Args:
        what, who, most, seconds, weight: as for `spend`.
    """
    spent = spend(what, who, most=most, seconds=seconds, weight=weight)
    return 0 if spent.left >= 0 else spent.reset


def _counted(key: str, seconds: int, weight: int) -> int:
    try:
        count = getattr(cache, "count", None)  # ours has it (`config/cache.py`)
        if count is not None:
            return int(count(key, weight, seconds))
        cache.add(key, 0, timeout=seconds)
        return int(cache.incr(key, weight))
    except ValueError:  # it has gone between the two
        return weight
    except Exception:
        # Whatever the cache raises when it is away: its own errors, the system's, those of a full server.
        return _own.counted(key, weight)


class _Loose:
    """What this process has counted and not told the cache yet.

    Attributes:
        kept: by key, what the cache had counted when it was told last, and what came since.
    """

    PART, NEAR = 50, 0.8

    def __init__(self) -> None:
        self.kept: dict[str, tuple[int, int]] = {}
        self.lock = threading.Lock()

    def counted(self, key: str, seconds: int, weight: int, most: int) -> int:
        """Count some more of a key.

        Args:
            key, seconds, weight: as `_counted` has them.
            most: of it within a span.
        """
        with self.lock:
            number, more = self.kept.get(key, (most, 0))
            more += weight
            if more < most / self.PART and number + more < self.NEAR * most:
                self.kept[key] = number, more
                return number + more
            self.kept.pop(key, None)
        number = _counted(key, seconds, more)
        with self.lock:
            while len(self.kept) >= _MOST_KEPT:
                self.kept.pop(next(iter(self.kept)))
            self.kept[key] = number, self.kept.get(key, (0, 0))[1]
        return number


_loose = _Loose()


class _Own:
    """What this process counts while there is no cache."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}
        self.lock = threading.Lock()

    def counted(self, key: str, weight: int) -> int:
        with self.lock:
            while len(self.counts) >= _MOST_KEPT:
                self.counts.pop(next(iter(self.counts)))
            self.counts[key] = self.counts.pop(key, 0) + weight
            return self.counts[key]


_own = _Own()


def costly(
    *, per_minute: int, when: Callable[[str], bool] | None = None, strangers: bool = False
) -> Callable[[ViewT], ViewT]:
    """Limit a view that may take a thread for long: so often for each account, for visitors and guests each address;
    then 429 with `Retry-After`. Its requests never have more than a quarter of the threads (`config/pages.py`).

    It stands above all else, so that nothing is done before.

    Args:
        per_minute: how often.
        when: says of the query of an address whether it is costly; without it all of them are. It never raises.
        strangers: nobody is signed in there (`web/cookieless.py`): all are counted by address, and get a line.
    """

    def decorated(view: ViewT) -> ViewT:
        name = f"{view.__module__}.{view.__name__}"

        @wraps(view)
        def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if when is None or when(request.META.get("QUERY_STRING", "")):
                who = f"address:{address_of(request)}" if strangers else asker(request)
                seconds = wait_for(name, who, most=per_minute, seconds=MINUTE)
                if seconds and strangers:
                    response = plain(429, _("You ask too often. Wait a minute."))
                    response["Retry-After"] = str(seconds)
                    return response
                if seconds:
                    return too_often(request, retry=seconds)
            return view(request, *args, **kwargs)

        inner.costly = when or True  # type: ignore[attr-defined]
        return cast(ViewT, inner)

    return decorated


def asker(request: HttpRequest) -> str:
    """Who asks, as limits count it: an account that has signed up, or the address of a visitor or guest."""
    user: Any = request.user
    if user.is_authenticated and user.has_usable_password():
        return f"account:{user.pk}"
    return f"address:{address_of(request)}"


def too_often(request: HttpRequest, *_arguments: Any, retry: int = MINUTE) -> HttpResponse:
    """The answer to who asks too often: 429.

    Args:
        retry: seconds after which it may be tried again.
    """
    response = render(request, "429.html", status=429)
    response["Retry-After"] = str(retry)
    if request.method == "GET" and "HX-Request" in request.headers:
        response["HX-Redirect"] = request.get_full_path()  # a part of a page that says nothing would be no answer
    return response

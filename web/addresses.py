"""Addresses of views, found once: a page has some sixty, and Django works each out again whenever it is drawn."""

from __future__ import annotations

from functools import lru_cache

from django.conf import settings
from django.urls import get_script_prefix, get_urlconf, reverse


def address(name: str, *args: str | int) -> str:
    """The address of a view, as `django.urls.reverse` gives it.

    Args:
        name: of the view, with that of its room: `games:replay`.
        args: what stands in the address, in order.

    Raises:
        NoReverseMatch: there is none such.
    """
    return _address(get_script_prefix(), get_urlconf() or settings.ROOT_URLCONF, name, *args)


def key_address(name: str, key: str) -> str:
    """The same of a view that has the public key of something, in base58, and nothing else in its address. It is found
    once for all keys."""
    before, after = _around_key(get_script_prefix(), get_urlconf() or settings.ROOT_URLCONF, name)
    return f"{before}{key}{after}"


_KEY = "0" * 11
"""Base58 has no zero."""


@lru_cache(maxsize=256)
def _around_key(prefix: str, urlconf: str, name: str) -> tuple[str, str]:
    before, _key, after = _address(prefix, urlconf, name, _KEY).partition(_KEY)
    return before, after


@lru_cache(maxsize=4096, typed=True)
def _address(_prefix: str, urlconf: str, name: str, *args: str | int) -> str:
    return reverse(name, urlconf=urlconf, args=args)

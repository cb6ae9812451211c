"""Ids for tests: random ones whose addresses hold no word. A page that must not say "Bob" says it in one address of
twenty thousand, and "csrf" in one of fifty thousand.
"""

from __future__ import annotations

import secrets
from uuid import UUID

from eventlog.sources import SOURCES
from games.models import key_of

ID_BYTES = 16
VOWELS = frozenset("AEIOUaeiou")


def wordless_bytes(count: int) -> bytes:
    """Return so many random bytes. Those of an id are drawn again while its address has a vowel."""
    result = secrets.token_bytes(count)
    while count == ID_BYTES and not VOWELS.isdisjoint(key_of(UUID(bytes=result, version=4))):
        result = secrets.token_bytes(count)
    return result


def make_wordless() -> None:
    SOURCES.random = wordless_bytes

"""The parts of an event's pages that are the same for all who may see it: drawn once for each version, kept in Valkey.

They hold no name and nothing of whoever asked first (`names.py`). A part that is kept is found by the event's id, its
version, the language and the build that drew it.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable
from typing import NamedTuple
from uuid import UUID

from django.conf import settings
from django.utils.translation import get_language

from games.live.present import kept_or_made


class PartAsked(NamedTuple):
    """A part of an event as an address asks for it: its slug, the number that it is about, and the page."""

    part: str
    number: int = 0
    page: int = 1


def kept_part(tournament: UUID, version: int, asked: PartAsked, draw: Callable[[], str]) -> str:
    """The markup of a part, with marks for names.

    Args:
        tournament, version: what it shows.
        asked: which part.
        draw: makes it.
    """
    build = f"{settings.VEXILLUM_BUILD}-{get_language()}"
    name = ":".join(map(str, asked))
    found = kept_or_made(f"event:{tournament.hex}:{version}:{name}:{build}", draw)
    assert found is not None
    return gzip.decompress(found).decode()

"""The parts of an event's pages that are the same for all who may see it: drawn once for each version, kept in Valkey.

They hold no name and nothing of whoever asked first (`names.py`). A part that is kept is found by the event's id, its
version, the language and the build that drew it.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable
from uuid import UUID

from django.conf import settings
from django.utils.translation import get_language

from games.live.present import kept_or_made


def kept_part(tournament: UUID, version: int, part: str, number: int, draw: Callable[[], str]) -> str:
    """The markup of a part, with marks for names.

    Args:
        tournament, version: what it shows.
        part: its slug.
        number: of the round or the entry that it is about; 0 for none.
        draw: makes it.
    """
    build = f"{settings.VEXILLUM_BUILD}-{get_language()}"
    found = kept_or_made(f"event:{tournament.hex}:{version}:{part}:{number}:{build}", draw)
    assert found is not None
    return gzip.decompress(found).decode()

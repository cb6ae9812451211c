"""What people write as a reason or in a call. The log holds the id of the row and a salted hash; the row may be erased.

A text that is shown can be checked against the log as long as its row is there; without the row and its salt nobody can
guess it from the hash.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from uuid import UUID

from eventlog.sources import new_id, new_salt
from tournaments.models import Text
from web.words import clean_text

LONGEST = 2000  # characters


def keep_text(text: str, by: UUID | None, *, tournament: UUID | None = None) -> tuple[str, str]:
    """Keeps a text, cut to `LONGEST` characters.

    Args:
        by: the player who wrote it; None for the service.
        tournament: what it belongs to.

    Returns:
        Its id and its salted hash, as events hold them.
    """
    text = clean_text(text)[:LONGEST]
    row = Text.objects.create(id=new_id(), tournament=tournament, by=by, salt=new_salt(), text=text)
    return str(row.id), hash_of(bytes(row.salt), text)


def hash_of(salt: bytes, text: str) -> str:
    return hashlib.sha256(salt + text.encode()).hexdigest()


def text_of(id: str | UUID | None) -> str | None:
    return None if id is None else Text.objects.filter(id=id).values_list("text", flat=True).first()


def texts_of(ids: Iterable[str | UUID]) -> dict[UUID, str]:
    """The texts that are still there, by id."""
    return dict(Text.objects.filter(id__in=list(ids)).values_list("id", "text"))

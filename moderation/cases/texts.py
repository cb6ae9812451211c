"""The words in cases. The log holds the id of the row and a salted hash; the row may be erased.

As long as the row is there a text can be checked against the log; without the row and its salt nobody can guess it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import NamedTuple
from uuid import UUID

from eventlog.sources import new_id, new_salt
from moderation.cases.models import CaseText
from web.words import clean_text

LONGEST = 2000  # characters


class KeptText(NamedTuple):
    """A text as events have it: two fields, both None if there are no words."""

    id: UUID | None = None
    hash: str | None = None


def keep_text(text: str, *, case: UUID, by: UUID | None, player: UUID | None) -> KeptText:
    """Keeps a text, cut to `LONGEST` characters; nothing for an empty one.

    Args:
        case: what it belongs to.
        by: its author.
        player: it is erased with this player.
    """
    text = clean_text(text)[:LONGEST]
    if not text:
        return KeptText()
    row = CaseText.objects.create(id=new_id(), case=case, by=by, player=player, salt=new_salt(), text=text)
    return KeptText(row.id, hash_of(bytes(row.salt), text))


def hash_of(salt: bytes, text: str) -> str:
    """SHA-256 over the salt and the text in UTF-8, as hex."""
    return hashlib.sha256(salt + text.encode()).hexdigest()


def text_of(id: UUID | None) -> str | None:
    return None if id is None else CaseText.objects.filter(id=id).values_list("text", flat=True).first()


def texts_of(ids: Iterable[UUID]) -> dict[UUID, str]:
    """The texts that are still there, by id."""
    return dict(CaseText.objects.filter(id__in=list(ids)).values_list("id", "text"))

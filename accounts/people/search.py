"""Players by their names: by an index, so that it costs the same however many there are."""

from __future__ import annotations

from uuid import UUID

from django.contrib.postgres.search import SearchQuery
from django.db.models import Value
from django.db.models.functions import Collate, Concat, Upper

from accounts.models import FOLDED_NAME, WORDS_OF_NAME, Player

_LAST = chr(0x10FFFF)
"""Sorts after every other character."""


def players_named(text: str, most: int) -> list[UUID]:
    """The ids of players whose name begins with a text, in any case, in the order of their names; after them, as far as
    there is room, those in whose name a later word does."""
    text = text.strip()
    if not text:
        return []
    begun = Player.objects.annotate(folded=FOLDED_NAME)
    first = Collate(Upper(Value(text)), "C")
    begun = begun.filter(folded__gte=first, folded__lt=Collate(Concat(Upper(Value(text)), Value(_LAST)), "C"))
    ids = list(begun.order_by("folded", "id").values_list("id", flat=True)[:most])
    if len(ids) < most:
        quoted = text.replace("\\", "\\\\").replace("'", "''")
        words = Player.objects.annotate(words=WORDS_OF_NAME)
        words = words.filter(words=SearchQuery(f"'{quoted}':*", config="simple", search_type="raw"))
        ids += words.exclude(id__in=ids).values_list("id", flat=True)[: most - len(ids)]
    return ids

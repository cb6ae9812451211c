"""Notices in words, as their rooms say them (`notices.kinds.registry`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from notices.kinds.registry import Words, by_subject, kind_of
from notices.models import Notice


def words_of(notices: Iterable[Notice]) -> list[Words]:
    """The words of notices, in their order, in the language that is on."""
    result = list(notices)
    abouts: dict[UUID, Any] = {}
    for subject, some in by_subject(result).items():
        abouts |= subject.abouts(some)
    return [kind_of(notice.kind).words(abouts[notice.id]) for notice in result]

"""How values are written: JSON in UTF-8, times in RFC 3339 by UTC."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

from django.utils.functional import Promise


def time_text(when: datetime) -> str:
    """A moment in RFC 3339.

    >>> time_text(datetime(2026, 11, 23, 12, 18, tzinfo=UTC))
    '2026-11-23T12:18:00Z'
    """
    return when.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _other(value: Any) -> Any:
    if isinstance(value, datetime):
        return time_text(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, UUID | Promise):
        return str(value)
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, frozenset | set):
        return sorted(value)
    raise TypeError(f"nothing says how {type(value).__name__} is written")


written = json.JSONEncoder(default=_other, ensure_ascii=False, separators=(",", ":")).encode
"""The JSON text of a value."""

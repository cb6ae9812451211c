"""Limits on a text, checked before it is parsed: a few bytes can make many objects.

Counting characters costs milliseconds for the largest file there may be. Those inside of strings count too, which no
record comes near to.
"""

from __future__ import annotations

from typing import NamedTuple


class JsonBound(NamedTuple):
    """What a JSON text may hold.

    Args:
        containers: objects and lists.
        fields: fields of objects.
        values: values of objects and lists.
    """

    containers: int
    fields: int
    values: int

    def allows(self, text: str) -> bool:
        containers = text.count("{") + text.count("[")
        return containers <= self.containers and text.count(":") <= self.fields and text.count(",") <= self.values

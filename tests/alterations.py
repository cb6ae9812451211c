"""Values of JSON changed at random, for the programs that say whether something was altered."""

from __future__ import annotations

import json
import random
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

Path = tuple[str | int, ...]


class Altered(NamedTuple):
    """A value with one change.

    Args:
        field: what was changed: the keys that lead there, without places in lists.
        change: what was done to it.
        value: all of it, changed.
    """

    field: str
    change: str
    value: Any


def alterations(value: Any, chance: random.Random, *, kinds: dict[str, str] | None = None) -> Iterator[Altered]:
    """Changes of a value, one of every field that it has.

    Args:
        value: what JSON can hold; it stays as it is.
        chance: where each change comes from.
        kinds: keys that are only names, such as those of files, by the expression that tells them: they count as one
            field.
    """
    fields: dict[str, list[Path]] = defaultdict(list)
    for path in _paths(value, ()):
        fields[_field(path, kinds or {})].append(path)
    for field, paths in fields.items():
        change, copy = "", value
        while json.dumps(copy) == json.dumps(value):
            copy = json.loads(json.dumps(value))
            change = _change(copy, chance.choice(paths), chance)
        yield Altered(field, change, copy)


def _paths(value: Any, path: Path) -> Iterator[Path]:
    if path:
        yield path
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _paths(item, (*path, key))


def _field(path: Path, kinds: dict[str, str]) -> str:
    names = [str(key) for key in path if isinstance(key, str)]
    for form, kind in kinds.items():
        names = [kind if re.fullmatch(form, name) else name for name in names]
    return ".".join(names)


def _change(whole: Any, path: Path, chance: random.Random) -> str:
    holder, key = whole, path[-1]
    for step in path[:-1]:
        holder = holder[step]
    value = holder[key]
    change = chance.choice(["other", "other", "other", "gone", "more"])
    if change == "gone":
        del holder[key]
    elif change == "more" and isinstance(holder, list):
        holder.insert(chance.randrange(len(holder) + 1), value)
    elif change == "more":
        holder["more"] = value
    else:
        holder[key] = _other(value, chance)
    return f"{change} at {path}"


def _other(value: Any, chance: random.Random) -> Any:
    if isinstance(value, bool):
        return chance.choice([not value, int(value)])
    if isinstance(value, int):
        return chance.choice([value + 1, value - 1, -value - 2, float(value), str(value)])
    if value is None:
        return chance.choice([0, "", False])
    if isinstance(value, str):
        place = chance.randrange(len(value) + 1)
        return value[:place] + chance.choice("0a.9F ") + value[place + chance.randrange(2) :]
    if isinstance(value, list):
        return chance.choice([value[:-1], value[::-1], value[1:], [*value, *value[:1]]])
    return chance.choice([dict(list(value.items())[:-1]), list(value.values()), {**value, "more": 1}])

"""How many examples a property tries: a few in a run of the tests, PAIRS of them in `make fuzz-rules`."""

from __future__ import annotations

from typing import Any

from hypothesis import settings


def some(number: int, **more: Any) -> settings:
    """Settings of a property that tries `number` examples in `make test`."""
    long = settings.get_current_profile_name() == "fuzz"
    return settings(max_examples=settings.default.max_examples if long else number, **more)

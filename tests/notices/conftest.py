"""The time, and mails that go nowhere."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .people import Times, times


@pytest.fixture
def time() -> Iterator[Times]:
    with times() as time:
        yield time

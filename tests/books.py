"""The rule books that a test of all of them is run with: four that have everything between them in each run, and the
others by `make fuzz-rules`.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from games.rules import VARIANTS

SOME = ("classic", "ultimate_lightning", "cards", "alliance")


def books(slugs: Iterable[str]) -> pytest.MarkDecorator:
    """Run a test with each of these rule books, as its `slug`."""
    return pytest.mark.parametrize(
        "slug", [pytest.param(slug, marks=() if slug in SOME else pytest.mark.fuzz) for slug in slugs]
    )


each_book = books(VARIANTS)

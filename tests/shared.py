"""Reference games and reports of other people and programs, which some tests read beside the checkout.

They are lent to check against, not to publish, so the repository does not hold them and a clone without them leaves
these few tests out, with the reason. No rule rests on them alone: the same is held against our own records
(`tests/games/records`, judged by a second reading of the rules) and our own reports (`tests/tournaments/reports`).
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

__all__ = ["RECORDS", "REPORTS", "needs_records", "needs_reports"]

BESIDE = Path(__file__).parents[2] / "shared"

RECORDS = Path(os.environ.get("VEXILLUM_RECORDS", BESIDE / "games"))
"""Games in the form of the Gravon archive, with a manifest that says which ply breaks which rule."""

REPORTS = Path(os.environ.get("VEXILLUM_REPORTS", BESIDE / "trf"))
"""Tournaments that an endorsed engine paired under the rules of 2026."""

needs_records = pytest.mark.skipif(
    not RECORDS.is_dir(),
    reason="the reference games are lent, not ours to publish: name their folder in VEXILLUM_RECORDS to check them; "
    "tests/games/records holds our own, which every run checks",
)
needs_reports = pytest.mark.skipif(
    not REPORTS.is_dir(),
    reason="the rounds of an endorsed engine are lent, not ours to publish: name their folder in VEXILLUM_REPORTS to "
    "compare; tests/tournaments/reports holds our own, which every run compares",
)

"""Files of other people and programs that some tests read beside the checkout: they are not ours to ship."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

__all__ = ["RECORDS", "REPORTS", "needs_records", "needs_reports"]

RECORDS = Path(os.environ.get("VEXILLUM_RECORDS", Path(__file__).parents[2] / "shared/games"))
"""Games of other players."""

REPORTS = RECORDS.parent / "trf"
"""Tournaments that another program paired."""

REASON = (
    "records of other players, not shipped; our own records in tests/games/records and tests/tournaments/reports prove "
    "the same rules in every run"
)

needs_records = pytest.mark.skipif(not RECORDS.is_dir(), reason=REASON)
needs_reports = pytest.mark.skipif(not REPORTS.is_dir(), reason=REASON)

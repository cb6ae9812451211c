"""A class name means one thing in the whole project: who reads it need not look where it was imported from."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

from config.rooms import ROOMS

ROOT = Path(__file__).parents[2]
CUSTOMARY = {"Command", "Migration"}
"""Django asks for these."""
DOUBLE = {"Board"}
"""The squares that a game is played on, and where two meet in a round: the field has one word for both."""


def test_no_class_name_lives_twice() -> None:
    files = [path for room in ROOMS for path in (ROOT / room).rglob("*.py") if "migrations" not in path.parts]
    assert len(files) > 400
    names = Counter(
        node.name for path in files for node in ast.parse(path.read_text()).body if isinstance(node, ast.ClassDef)
    )
    assert {name for name, times in names.items() if times > 1} - CUSTOMARY == DOUBLE

"""The room is pure, as the rules are, and its examples are true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import games.knowledge
from tests.games.rules.test_purity import impurities

MODULES = [
    "games.knowledge",
    *(module.name for module in pkgutil.walk_packages(games.knowledge.__path__, "games.knowledge.")),
]


@pytest.mark.parametrize("module", MODULES)
def test_it_is_pure(module: str) -> None:
    result = importlib.import_module(module)
    assert impurities(Path(result.__file__ or "").read_text()) == []
    assert doctest.testmod(result).failed == 0


def test_it_asks_no_state() -> None:
    """What it is made of comes out of views; a state would tell everything."""
    for module in MODULES:
        text = Path(importlib.import_module(module).__file__ or "").read_text()
        assert not [name for name in ("State", "Position", ".view(", " start", " load") if name in text]

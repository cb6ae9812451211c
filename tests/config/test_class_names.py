"""A class name means one thing in the whole project: who reads it need not look where it was imported from."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from config.packages import ROOMS

ROOT = Path(__file__).parents[2]
CUSTOMARY = {"Command", "Migration"}
"""Django asks for these."""
DOUBLE = {"Board"}
"""The squares that a game is played on, and where two meet in a round: the field has one word for both."""


def test_no_class_name_lives_twice() -> None:
    files = [path for room in ROOMS for path in (ROOT / room).rglob("*.py") if "migrations" not in path.parts]
    assert len(files) > 400
    nodes = [node for path in files for node in ast.parse(path.read_text()).body]
    classes = Counter(node.name for node in nodes if isinstance(node, ast.ClassDef))
    types = {name for node in nodes for name in named_types(node)}
    assert {name for name, times in classes.items() if times > 1} - CUSTOMARY == DOUBLE
    assert types & classes.keys() == set()


def named_types(node: ast.stmt) -> Iterator[str]:
    """The name of a type that a module puts together: `Row = tuple[int, str]`, and no `Kind = Row.Kind`."""
    match node:
        case ast.Assign(
            targets=[ast.Name(name)], value=ast.Subscript() | ast.BinOp() | ast.Call(func=ast.Name("TypeVar"))
        ):
            if name != name.upper() or len(name) == 1:
                yield name

"""The engine's own house: what it imports, and the examples in its docstrings (docs/architecture.md)."""

from __future__ import annotations

import ast
import doctest
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import games.rules

MODULES = ["games.rules", *(module.name for module in pkgutil.walk_packages(games.rules.__path__, "games.rules."))]

PURE = {
    "__future__",
    "bisect",
    "collections",
    "dataclasses",
    "enum",
    "functools",
    "hashlib",
    "itertools",
    "math",
    "operator",
    "re",
    "string",
    "types",
    "typing",
}
"""Of the standard library, what neither reads a clock, nor draws a random number, nor does I/O."""

IMPURE_CALLS = {"open", "print", "input", "exec", "eval", "compile", "breakpoint", "__import__", "id"}
"""Built-in functions that do, or that would make an answer differ from run to run."""


def impurities(source: str) -> list[str]:
    results = []
    for node in ast.walk(ast.parse(source)):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names = [node.module or ""]
        results += [
            name for name in names if name.split(".")[0] not in PURE and not f"{name}.".startswith("games.rules.")
        ]
        if isinstance(node, ast.ImportFrom) and node.level > 2:
            results.append(f"{'.' * node.level}{node.module}")
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IMPURE_CALLS:
            results.append(node.func.id)
    return results


@pytest.mark.parametrize("module", MODULES)
def test_the_rules_are_pure(module):
    assert impurities(Path(importlib.import_module(module).__file__ or "").read_text()) == []


def test_the_check_of_purity_can_fail():
    source = (
        "import os.path, re\nfrom django.db import models\nfrom games.models import Game\nfrom ...x import y\nprint()"
    )
    assert impurities(source) == ["os.path", "django.db", "games.models", "...x", "print"]


def test_importing_the_rules_imports_no_django():
    """Asked of a new interpreter, because this one has Django already."""
    code = (
        "import sys, games.rules; print(sorted({name.split('.')[0] for name in sys.modules} & {'django', 'psycopg'}))"
    )
    root = Path(games.rules.__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_in_docstrings(module):
    assert doctest.testmod(importlib.import_module(module)).failed == 0


def test_there_are_examples_in_docstrings():
    assert sum(doctest.testmod(importlib.import_module(module)).attempted for module in MODULES) >= 8

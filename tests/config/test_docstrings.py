"""What docstrings say: every argument, once."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

# Packages in which each argument of a public function with three or more of them is explained: in its own docstring, or
# in that of its class or module, where functions share it. What `config` and `players` override is explained elsewhere.
EXPLAINED = ("api", "eventlog", "games", "notices", "ratings", "tournaments", "web")
FEW = 3


def unexplained(node: ast.Module | ast.ClassDef, said: str = "") -> Iterator[tuple[str, list[str]]]:
    """The public functions of a module or class whose arguments nothing explains, and these arguments.

    Args:
        node: the module or the class.
        said: the docstrings around it.
    """
    said += ast.get_docstring(node) or ""
    for inner in node.body:
        if not isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) or inner.name.startswith("_"):
            continue
        if isinstance(inner, ast.ClassDef):
            yield from unexplained(inner, said)
            continue
        arguments = (*inner.args.posonlyargs, *inner.args.args, *inner.args.kwonlyargs)
        names = [one.arg for one in arguments if one.arg not in ("self", "cls", "request")]
        words = set(re.findall(r"\w+", said + (ast.get_docstring(inner) or "")))
        if len(names) >= FEW and (missing := [name for name in names if name not in words]):
            yield inner.name, missing


def test_what_is_unexplained():
    source = '''
"""What a module says of `shared`."""

class Table:
    """A table."""

    def lay(self, card, place, shared): """Lays `card`."""

def turn(one, other): ...

def move(piece, to, shared):
    """Moves.

    Args:
        piece, to: by number.
    """

def _aside(one, two, three): ...

def bare(one, two, three): ...
'''
    assert list(unexplained(ast.parse(source))) == [("lay", ["place"]), ("bare", ["one", "two", "three"])]


def test_docstrings_explain_each_argument():
    paths = [
        path
        for package in EXPLAINED
        for path in sorted(Path(settings.BASE_DIR, package).rglob("*.py"))
        if "migrations" not in path.parts
    ]
    assert len(paths) > 300
    assert [
        f"{path.relative_to(settings.BASE_DIR)}: {name}({', '.join(missing)})"
        for path in paths
        for name, missing in unexplained(ast.parse(path.read_text()))
    ] == []

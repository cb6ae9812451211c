"""Keeps names out of the code that `docs/glossary.md` has retired: `make lint` runs it."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from config.packages import ROOMS

HOME = Path(__file__).parents[1]
_ROW = re.compile(r"^\| (`.+`) \| (.+) \|$", re.MULTILINE)


def retired_words() -> dict[str, str]:
    """The name of today by each retired one: the second table of the glossary."""
    table = (HOME / "docs" / "glossary.md").read_text().partition("## Retired")[2]
    return {name: today for names, today in _ROW.findall(table) for name in re.findall(r"`(\w+)`", names)}


def bound_names(node: ast.AST) -> Iterator[tuple[int, str]]:
    """The lines and names of what a node defines. Fields of classes are left out: stored events keep theirs."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield child.lineno, child.name
        elif isinstance(child, ast.arg):
            yield child.lineno, child.arg
        elif isinstance(child, ast.Name) and isinstance(child.ctx, ast.Store):
            yield child.lineno, child.id
        if not (isinstance(node, ast.ClassDef) and isinstance(child, ast.Assign | ast.AnnAssign)):
            yield from bound_names(child)


def main() -> int:
    """Print each place; 1 if there is one."""
    words = retired_words()
    paths = [path for room in ROOMS for path in sorted((HOME / room).rglob("*.py")) if "migrations" not in path.parts]
    places = [
        f"{path.relative_to(HOME)}:{line}: `{name}` is retired, use {words[name]}"
        for path in paths
        for line, name in [(1, path.stem), *bound_names(ast.parse(path.read_bytes()))]
        if name in words
    ]
    print(*places, sep="\n", end="\n" if places else "")
    return bool(places)


if __name__ == "__main__":
    sys.exit(main())

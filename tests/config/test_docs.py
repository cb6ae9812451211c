"""What the documents lead to is there, and what they say of files is true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from config.rooms import ROOMS

ROOT = Path(__file__).parents[2]
FOLDERS = ("", "docs", "docs/how-to", "docs/decisions", "clients/python", "clients/vexillum_env")
DOCUMENTS = sorted(path.relative_to(ROOT).as_posix() for folder in FOLDERS for path in (ROOT / folder).glob("*.md")) + [
    path.relative_to(ROOT).as_posix() for room in ROOMS for path in sorted((ROOT / room).rglob("README.md"))
]
OF_DJANGO = {"en", "management", "migrations", "templatetags"}
LINK = re.compile(r"\[[^\]]*\]\((?!https?:|mailto:|#)([^)#\s]+)")
NAMED = re.compile(rf"`((?:{'|'.join((*ROOMS, 'tests', 'templates', 'static'))})/[\w/-]+)\.(\w+)`")
FILES = {"css", "html", "js", "json", "md", "py", "sh", "svg", "trf", "xml"}


def is_there(path: str, ending: str) -> bool:
    """A file, or what a module holds: `games/archive/views.replay`. Capitals stand for a name to come."""
    return bool(re.search("[A-Z]{3}", path)) or (ROOT / f"{path}.{ending if ending in FILES else 'py'}").exists()


def test_documents_are_found() -> None:
    assert {"README.md", "docs/architecture.md", "games/rules/README.md", "eventlog/README.md"} <= set(DOCUMENTS)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_lead_somewhere(document: str) -> None:
    place = (ROOT / document).parent
    assert [link for link in LINK.findall((ROOT / document).read_text()) if not (place / link).exists()] == []


@pytest.mark.parametrize("document", [one for one in DOCUMENTS if one != "CHANGELOG.md"])
def test_files_that_are_named_are_there(document: str) -> None:
    text = (ROOT / document).read_text()
    assert [f"{path}.{ending}" for path, ending in NAMED.findall(text) if not is_there(path, ending)] == []


def modules_of(text: str, room: Path) -> list[Path]:
    """The modules that the tables of a room's page list by their names alone; a heading may name a room inside it."""
    found = []
    for line in text.splitlines():
        if line.startswith("#") and (named := re.search(r"`([\w/]+)`", line)):
            room = ROOT / named[1]
        elif cell := re.match(r"\| ((?:`[\w/]+\.py`(?:, )?)+)", line):
            names = re.findall(r"`([\w/]+\.py)`", cell[1])
            found += [ROOT / name if (ROOT / name).exists() else room / name for name in names]
    return found


@pytest.mark.parametrize("document", [one for one in DOCUMENTS if one.endswith("/README.md")])
def test_modules_of_a_room_are_there(document: str) -> None:
    path = ROOT / document
    assert [
        one.relative_to(ROOT).as_posix() for one in modules_of(path.read_text(), path.parent) if not one.exists()
    ] == []


def test_every_room_has_a_page() -> None:
    """Beside its code, or a line in the page of the room that it is a part of."""
    packages = {path.parent for room in ROOMS for path in (ROOT / room).rglob("__init__.py")}
    rooms = {one for one in packages if not OF_DJANGO & set(one.parts)}
    without = [
        one.relative_to(ROOT).as_posix()
        for one in sorted(rooms)
        if not (one / "README.md").exists() and f"`{one.name}/" not in _page_above(one)
    ]
    assert without == []


def _page_above(room: Path) -> str:
    page = next(one / "README.md" for one in room.parents if (one / "README.md").exists())
    return page.read_text() if page.parent != ROOT else ""

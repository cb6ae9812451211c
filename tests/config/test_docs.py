"""What the documents lead to is there, and what they say of files is true."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from django.core.management import get_commands, load_command_class
from django.urls import URLResolver, get_resolver

from config.packages import ROOMS

ROOT = Path(__file__).parents[2]
FOLDERS = ("", "docs", "docs/how-to", "docs/decisions", "clients/python", "clients/vexillum_env")
DOCUMENTS = sorted(path.relative_to(ROOT).as_posix() for folder in FOLDERS for path in (ROOT / folder).glob("*.md")) + [
    path.relative_to(ROOT).as_posix() for room in ROOMS for path in sorted((ROOT / room).rglob("README.md"))
]
OF_DJANGO = {"en", "management", "migrations", "templatetags"}
LINK = re.compile(r"\[[^\]]*\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)")
FILES = {"css", "html", "js", "json", "md", "py", "sh", "svg", "trf", "xml"}
NAMED = re.compile(rf"`((?:{'|'.join((*ROOMS, 'tests', 'templates', 'static'))})/[\w/-]+)\.(\w+)`")
DOTTED = re.compile(rf"`@?((?:{'|'.join(ROOMS)})(?:\.\w+)+)[`(]")
NO_NAME = re.compile(rf"{'|'.join(FILES)}|parquet|zst|[EW]\d{{3}}")
"""What stands behind a stroke or a point and is no name of Python: a kind of file, a check of Django."""

# `do_it(this, that=…)` of Python, without what stands between its brackets in brackets of its own.
CALLED = re.compile(r"`@?(?:\w+\.)*([a-z_]\w+)\(([^()`]*)\)[^`]*`")
OPTION = re.compile(r"--[a-z][a-z-]+")
VARIABLE = re.compile(r"\b(?:VEXILLUM|LIVE|WEB|PLAY|WORKER|HOOK)_[A-Z_]+\b")
READ = re.compile(r"""(?:_flag|environ\w*\.\w+)\(\s*"((?:VEXILLUM|LIVE|WEB)_[A-Z_]+)\"""")
OF_TESTS = {"VEXILLUM_CHROMIUM", "VEXILLUM_RECORDS", "VEXILLUM_REPORTS", "VEXILLUM_TEST_PARTITIONS"}
INSIDE = {"VEXILLUM_ROLE", "VEXILLUM_SITE_IN_ALL_MAILS"}
"""What one process of ours tells another, and a setting that is no variable."""

ADDRESS = re.compile(r"`(/?[\w.<>-]+(?:/[\w.<>?=&-]+)*/)(?:\?[^`]*)?`")
NOT_DJANGO = {"/live/", "proofs/", "records/", ".data/"}
"""The address of streams, folders in a file, and one that there is where the servers are embedded."""


@cache
def texts() -> dict[str, str]:
    return {document: (ROOT / document).read_text() for document in DOCUMENTS if document != "CHANGELOG.md"}


@cache
def source() -> str:
    return "\n".join(path.read_text() for room in (*ROOMS, "clients") for path in (ROOT / room).rglob("*.py"))


def test_documents_are_found() -> None:
    assert {"README.md", "docs/architecture.md", "games/rules/README.md", "eventlog/README.md"} <= set(DOCUMENTS)


def test_links_lead_somewhere() -> None:
    assert [
        (document, link, part)
        for document, text in {**texts(), "CHANGELOG.md": (ROOT / "CHANGELOG.md").read_text()}.items()
        for link, part in LINK.findall(text)
        if not leads(ROOT / document, link, part)
    ] == []


def leads(document: Path, link: str, part: str) -> bool:
    target = document.parent / link if link else document
    return target.exists() and (not part or target.suffix != ".md" or part in headings(target))


@cache
def headings(document: Path) -> set[str]:
    lines = re.findall(r"^#+ (.*)$", document.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", line).strip().lower().replace(" ", "-") for line in lines}


def test_what_is_named_is_there() -> None:
    """Files, modules, and what these hold: `library/archive/views.replay`, `games.domain.queries`. Capitals stand for a
    name to come."""
    lost = [
        (document, f"{path}.{name}")
        for document, text in texts().items()
        for path, name in NAMED.findall(text)
        if not re.search("[A-Z]{3}", path)
        and not ((ROOT / f"{path}.{name}").exists() if name in FILES else holds(path, name))
    ]
    for document, text in texts().items():
        for dotted in DOTTED.findall(text):
            *parts, name = dotted.split(".")
            path, above = "/".join(parts), "/".join(parts[:-1])
            if not (NO_NAME.fullmatch(name) or is_module(f"{path}/{name}") or holds(path, name)):
                lost += [] if holds(above, parts[-1]) else [(document, dotted)]
    assert lost == []


def is_module(path: str) -> bool:
    return (ROOT / f"{path}.py").exists() or (ROOT / path).is_dir()


@cache
def holds(path: str, name: str) -> bool:
    module = ROOT / f"{path}.py"
    module = module if module.exists() else ROOT / path / "__init__.py"
    return module.exists() and bool(re.search(rf"\b{name}\b", module.read_text()))


def modules_of(text: str, room: Path) -> list[Path]:
    """The modules that the tables of a room's page list by their names alone; a heading may name a room inside it."""
    results = []
    for line in text.splitlines():
        if line.startswith("#") and (named := re.search(r"`([\w/]+)`", line)):
            room = ROOT / named[1]
        elif cell := re.match(r"\| ((?:`[\w/]+\.py`(?:, )?)+)", line):
            names = re.findall(r"`([\w/]+\.py)`", cell[1])
            results += [ROOT / name if (ROOT / name).exists() else room / name for name in names]
    return results


def test_modules_of_a_room_are_there() -> None:
    assert [
        module.relative_to(ROOT).as_posix()
        for document, text in texts().items()
        if document.endswith("/README.md")
        for module in modules_of(text, (ROOT / document).parent)
        if not module.exists()
    ] == []


def test_every_room_has_a_page() -> None:
    packages = {path.parent for room in ROOMS for path in (ROOT / room).rglob("__init__.py")}
    rooms = {package for package in packages if not OF_DJANGO & set(package.parts)}
    without = [
        item.relative_to(ROOT).as_posix()
        for item in sorted(rooms)
        if not (item / "README.md").exists() and f"`{item.name}/" not in _page_above(item)
    ]
    assert without == []
    drawn = texts()["docs/architecture.md"]
    of_the_map = [item.relative_to(ROOT).as_posix() for item in rooms if item.parent in (ROOT, ROOT / "games")]
    assert [item for item in of_the_map if f"](../{item}/README.md)" not in drawn] == []


def _page_above(room: Path) -> str:
    page = next(parent / "README.md" for parent in room.parents if (parent / "README.md").exists())
    return page.read_text() if page.parent != ROOT else ""


def test_functions_take_what_is_said_of_them() -> None:
    """Those of ours that a document names with arguments. A name that is defined nowhere is of somebody else; what is
    said of a decorator of functions is what these take.
    """
    called = {(name, tuple(names_of(result))) for text in texts().values() for name, result in CALLED.findall(text)}
    wanted = "|".join({name for name, _told in called})
    defined: dict[str, list[str]] = {}
    for name, taken in re.findall(rf"\bdef ({wanted})\(((?:[^()]|\([^()]*\))*)\)", source()):
        defined.setdefault(name, []).append(taken)
    wrong = [
        (name, result)
        for name, result in sorted(called)
        if name in defined
        and not any(set(result) <= set(names_of(taken)) or names_of(taken) == ["function"] for taken in defined[name])
    ]
    assert len(defined) > 100
    assert wrong == []


def names_of(arguments: str) -> list[str]:
    matches = (re.match(r"\s*\**([a-z_]\w*)\s*(?:[:=]|$)", part) for part in arguments.split(","))
    return [item[1] for item in matches if item]


@cache
def options_of(command: str) -> list[str]:
    return OPTION.findall(load_command_class(get_commands()[command], command).create_parser("", command).format_help())


def test_commands_are_told_with_their_options() -> None:
    ours = [name for name, app in get_commands().items() if str(app).split(".")[0] in ROOMS]
    content = "\n".join(texts().values())
    assert [name for name in ours if not re.search(rf"\b{name}\b", content)] == []
    made_up = [
        (name, option)
        for name in ours
        for line in re.findall(rf"(?:manage\.py |`){name}( [^`\n#]*)", content)
        for option in OPTION.findall(line)
        if option not in options_of(name)
    ]
    assert made_up == []


def test_variables_are_told_and_there() -> None:
    code = source() + "".join((ROOT / name).read_text() for name in ("Procfile", "Makefile", "contrib/vexillum-manage"))
    there, read = set(VARIABLE.findall(code)) - INSIDE, set(READ.findall(code)) - INSIDE
    result = {item for text in texts().values() for item in VARIABLE.findall(text)} - INSIDE - OF_TESTS
    listed = set(re.findall(r"`([A-Z_]+)`", texts()["README.md"]))
    assert (result - there, read - listed) == (set(), set())
    assert len(read) > 20


def test_targets_of_make_are_there() -> None:
    there = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    result = {item for text in texts().values() for item in re.findall(r"`make ([a-z-]+)", text)}
    assert result - there == set()
    assert there - result - {"help", "clean", "clean-data"} == set()


def test_programs_are_there() -> None:
    """Those that a document runs by `python -m`, and the benchmarks that it names."""
    result = {item for text in texts().values() for item in re.findall(r"python -m ([\w.]+)(?: ([a-z_]+))?", text)}
    ours = {(module, name) for module, name in result if (ROOT / module.partition(".")[0]).is_dir()}
    assert len(ours) > 15
    assert [our for our, _name in sorted(ours) if not is_module(our.replace(".", "/"))] == []
    assert [name for our, name in sorted(ours) if our == "benchmarks" and name and not is_module(f"{our}/{name}")] == []


def test_addresses_are_there() -> None:
    """Each in backquotes that begins with a stroke or is no folder, as a part of an address of ours. What has capitals,
    or names an audience, stands for anything.
    """
    ours = "\n".join("/" + re.sub(r"[^/]*[<(][^/]*", "*", route) for route in routes())
    lost = []
    for document, text in texts().items():
        folders = (ROOT, (ROOT / document).parent, *(ROOT / room for room in ROOMS))
        for address in set(ADDRESS.findall(text)) - NOT_DJANGO:
            if address.startswith("/") or not any((folder / address).is_dir() for folder in folders):
                parts = (re.search("[A-Z<]|spectator", part) or part for part in address.strip("/").split("/"))
                wanted = "".join(rf"/{re.escape(part)}" if isinstance(part, str) else r"/[^/\n]+" for part in parts)
                if not re.search(rf"{wanted}(?:/|$)", ours, re.MULTILINE):
                    lost.append((document, address))
    assert ours.count("\n") > 400
    assert lost == []


def routes(resolver: URLResolver | None = None, before: str = "") -> Iterator[str]:
    for pattern in (resolver or get_resolver()).url_patterns:
        route = before + str(pattern.pattern)
        yield from routes(pattern, route) if isinstance(pattern, URLResolver) else [route.strip("^$")]

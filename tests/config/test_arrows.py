"""The file that keeps the arrows names every package: one that it does not know could import what it likes."""

from __future__ import annotations

import re
from configparser import ConfigParser
from copy import deepcopy
from pathlib import Path

from grimp import build_graph
from importlinter.application.use_cases import _register_contract_types, read_user_options
from importlinter.configuration import configure
from importlinter.domain.contract import registry

from config.packages import ROOMS

ROOT = Path(__file__).parents[2]
WITHOUT_CODE = {"demo", "migrations"}
USUAL = {"__init__", "admin", "apps", "models", "tasks", "urls"}
FLAT = {"config", "eventlog", "privacy", "realtime", "web"}
"""Packages that are one room; their README has a line for each module."""


PLANTED = {
    "layers": [
        ("games.domain.state", "games.presentation.words"),
        ("play.table.views", "play.talk.domain"),
        ("accounts.people.guests", "privacy.erase"),
        ("api.tokens.tokens", "privacy.erase"),
    ],
    "api": [("api.tokens.tokens", "api.http.problems")],
    "answers": [("api.v1.games", "library.archive.forms"), ("api.v1.account", "accounts.pages.forms")],
    "notices": [("notices.kinds.words", "notices.domain.wishes")],
    "ratings": [("ratings.domain.glicko", "ratings.pages.views")],
    "moderation": [("moderation.cases.commands", "moderation.sanctions.effects")],
    "accounts": [("accounts.people.preferences", "accounts.pages.forms")],
    "tournaments": [("tournaments.domain.state", "tournaments.presentation.words")],
    "counting": [("tournaments.scoring.points", "django"), ("tournaments.pairing.dutch", "games.models")],
    "files": [("tournaments.files.formats.trf", "django"), ("tournaments.scoring.tiebreaks.catalogue", "django")],
    "rooms": [("play.talk.models", "play.talk.domain")],
    "domain": [("games.domain.state", "games.domain.commands")],
    "life": [("tournaments.domain.queries.event_lists", "tournaments.domain.commands.byes")],
    "show": [("games.presentation.board_svg", "games.presentation.presentation")],
    "circles": [("games.notation.record", "games.notation.json_record")],
    "rules": [("games.rules.engine", "django"), ("games.knowledge.worlds", "games.models")],
    "records": [("games.notation.record", "accounts.models")],
    "folds": [("tournaments.domain.terms", "games.domain.commands")],
}
"""For each contract imports that it forbids: who imports what."""


def contracts() -> ConfigParser:
    parser = ConfigParser()
    parser.read(ROOT / ".importlinter")
    return parser


def test_every_package_has_its_place() -> None:
    result = contracts()
    layers = set(re.findall(r"[\w.]+", result["importlinter:contract:layers"]["layers"]))
    of_rooms = ("api", "games", "library", "play")
    rooms = {
        f"{package}.{path.parent.name}"
        for package in of_rooms
        for path in (ROOT / package).glob("*/__init__.py")
        if path.parent.name not in WITHOUT_CODE
    }
    inner = set(re.findall(r"[\w.]+", result["importlinter:contract:tournaments"]["layers"]))
    assert tuple(result["importlinter"]["root_packages"].split()) == ("benchmarks", *ROOMS)
    assert {*ROOMS, *rooms} - layers == {*of_rooms}
    assert {path.parent.name for path in (ROOT / "tournaments").glob("*/__init__.py")} - inner == {"files"}  # by rooms
    with_pages = {
        f"{package}.{path.parent.name}" for package in of_rooms for path in (ROOT / package).glob("*/views.py")
    }
    assert with_pages - set(result["importlinter:contract:rooms"]["containers"].split()) == set()


def test_no_exception_is_listed() -> None:
    result, ways_around = contracts(), {"ignore_imports", "allow_indirect_imports"}
    # What the API calls may itself belong to pages, as the actions of events do; it must not reach for a page itself.
    assert [name for name in result.sections() if ways_around & result[name].keys()] == [
        "importlinter:contract:answers"
    ]


def test_roots_hold_no_loose_modules() -> None:
    """What lies at the root of a package is found by nobody who looks for a room. `FLAT` are rooms."""
    loose = {room: {path.stem for path in (ROOT / room).glob("*.py")} - USUAL for room in ROOMS}
    assert {room: names for room, names in loose.items() if names and room not in FLAT} == {}


def test_flat_rooms_say_what_lies_where() -> None:
    for room in FLAT:
        named = set(re.findall(r"`([a-z_]+)\.py`", (ROOT / room / "README.md").read_text()))
        assert {path.stem for path in (ROOT / room).glob("*.py")} - named - {"__init__"} == set()


def test_an_import_that_a_contract_forbids_breaks_it() -> None:
    result = contracts()
    names = [section.rpartition(":")[2] for section in result.sections() if ":contract:" in section]
    assert list(PLANTED) == sorted(PLANTED, key=names.index) == names
    packages = ("benchmarks", *ROOMS)
    graph = build_graph(*packages, include_external_packages=True, cache_dir=None)
    configure()
    read = read_user_options(str(ROOT / ".importlinter"))
    _register_contract_types(read)
    options = {option["name"]: option for option in read.contracts_options}
    for name in names:
        title = result[f"importlinter:contract:{name}"]["name"]
        kind = registry.get_contract_class(options[title]["type"])
        contract = kind(name=title, session_options=read.session_options, contract_options=options[title])
        assert contract.check(deepcopy(graph), verbose=False).kept, title
        for importer, imported in PLANTED[name]:
            assert {importer, imported} <= graph.modules
            planted = deepcopy(graph)
            planted.add_import(importer=importer, imported=imported)
            assert not contract.check(planted, verbose=False).kept, (title, importer, imported)

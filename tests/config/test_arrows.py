"""The file that keeps the arrows names every package: one that it does not know could import what it likes."""

from __future__ import annotations

import re
from configparser import ConfigParser
from pathlib import Path

from config.rooms import ROOMS

ROOT = Path(__file__).parents[2]
WITHOUT_CODE = {"demo", "migrations"}
USUAL = {"__init__", "admin", "apps", "models", "tasks", "urls"}
FLAT = {"config", "eventlog", "web"}
"""Packages that are one room; their README has a line for each module."""


def contracts() -> ConfigParser:
    parser = ConfigParser()
    parser.read(ROOT / ".importlinter")
    return parser


def test_every_package_has_its_place() -> None:
    told = contracts()
    layers = set(re.findall(r"[\w.]+", told["importlinter:contract:layers"]["layers"]))
    rooms = {path.parent.name for path in (ROOT / "games").glob("*/__init__.py")} - WITHOUT_CODE
    inner = set(re.findall(r"[\w.]+", told["importlinter:contract:tournaments"]["layers"]))
    assert tuple(told["importlinter"]["root_packages"].split()) == ("benchmarks", *ROOMS)
    assert {*ROOMS, *(f"games.{room}" for room in rooms)} - layers == {"games"}
    assert {path.parent.name for path in (ROOT / "tournaments").glob("*/__init__.py")} - inner == {
        "records"
    }  # by rooms


def test_no_exception_is_listed() -> None:
    told = contracts()
    assert [name for name in told.sections() if "ignore_imports" in told[name]] == []


def test_roots_hold_no_loose_modules() -> None:
    """What lies at the root of a package is found by nobody who looks for a room. `FLAT` are rooms."""
    loose = {room: {path.stem for path in (ROOT / room).glob("*.py")} - USUAL for room in ROOMS}
    assert {room: names for room, names in loose.items() if names and room not in FLAT} == {}


def test_flat_rooms_say_what_lies_where() -> None:
    for room in FLAT:
        named = set(re.findall(r"`([a-z_]+)\.py`", (ROOT / room / "README.md").read_text()))
        assert {path.stem for path in (ROOT / room).glob("*.py")} - named - {"__init__"} == set()

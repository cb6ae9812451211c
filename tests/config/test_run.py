"""`config/run.py`, the Procfile, the units of systemd, and the samples of the docs: one set of commands and ports."""

from __future__ import annotations

import configparser
import os
import re
import secrets
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from config import run
from tests.databases import with_database

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
UNITS = ROOT / "contrib" / "systemd"


def unit(path: Path) -> configparser.ConfigParser:
    found = configparser.ConfigParser(strict=False, interpolation=None, delimiters=("=",))
    found.optionxform = str  # type: ignore[assignment,method-assign]
    found.read_string(path.read_text())
    return found


def test_each_process_has_a_unit_that_restarts_it_unless_that_cannot_help() -> None:
    processes = {line.partition(":")[0] for line in (ROOT / "Procfile").read_text().splitlines()} - {"site"}
    units = {path.name: unit(path) for path in UNITS.glob("*.service")}
    assert set(units) == {f"vexillum-{name}.service" for name in processes}
    for name in processes:
        service = units[f"vexillum-{name}.service"]["Service"]
        assert service["ExecStart"] == f"/opt/vexillum/.venv/bin/python -m config.run {name}"
        assert (service["Restart"], service["RestartPreventExitStatus"]) == ("always", str(run.WRONG))
        assert "DATABASE_OWNER_URL" in service["UnsetEnvironment"]
    assert set(unit(UNITS / "vexillum.target")["Unit"]["Wants"].split()) == set(units)


def test_the_docs_name_the_ports_that_there_are() -> None:
    assert set(run.PORTS) == {line.partition(":")[0] for line in (ROOT / "Procfile").read_text().splitlines()} - {
        "play", "worker", "hooks", "beat",
    }  # fmt: skip
    docs = (ROOT / "docs" / "serving.md").read_text()
    assert set(map(int, re.findall(r"127\.0\.0\.1:(\d+)", docs))) == {run.PORTS["web"], run.PORTS["streams"]}


@pytest.mark.parametrize(
    ("variables", "line"),
    [
        ({"VEXILLUM_HTTPS": "maybe"}, "VEXILLUM_HTTPS can be 1 or 0."),
        ({"WEB_THREADS": "x"}, "WEB_THREADS must be a whole number from 1 to 1000."),
        ({}, "The database is not migrated. Run: manage.py migrate"),
    ],
)
def test_what_cannot_serve_ends_with_one_line_before_the_server_starts(variables: dict[str, str], line: str) -> None:
    """Granian would start its workers anew, and each of them would say it."""
    empty = {"DATABASE_URL": with_database(settings.DATABASE_URL, "postgres"), "REDIS_URL": settings.REDIS_URL}
    done = subprocess.run(
        [sys.executable, "-m", "config.run", "web"],
        cwd=ROOT, env=os.environ | empty | {"SECRET_KEY": secrets.token_urlsafe(50)} | variables, capture_output=True, text=True,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (78, f"{line}\n")

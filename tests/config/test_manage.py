"""The command line: who reads what it prints may stop reading."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, connections

from manage import of_database
from tests.databases import Databases

pytestmark = pytest.mark.slow

MANAGE = Path(__file__).parents[2] / "manage.py"


def test_who_stops_reading_gets_no_traceback() -> None:
    """As in `manage.py help | head -1`: the status is that of a program that SIGPIPE has ended."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        ended = subprocess.run(
            [sys.executable, MANAGE, "help"], stdout=writing, stderr=subprocess.PIPE, text=True, check=False
        )
    finally:
        os.close(writing)
    assert (ended.returncode, ended.stderr) == (141, "")


RECORD = str(next((MANAGE.parent / "games" / "demo").glob("barrage*.json")))
COMMANDS = (
    "checkpoint",
    "export_game NQm6nKp8qFD --format json",
    "export_trf NQm6nKp8qFD",
    f"import_games {RECORD}",
    "load_demo",
    "load_demo_tournaments",
    "load_demo_cases",
    "rebuild",
    "simulate_tournament --format swiss --variant duel --players 4 --rounds 1 --seed 1",
    "verify_log --all",
    "createsuperuser --no-input --username ann --email ann@example.org",
    "clearsessions",
)


@pytest.fixture
def empty_database(django_db_setup: None, databases: Databases, django_db_blocker: Any) -> Iterator[str]:
    """A database without any table, which commands take for theirs."""
    name, before = f"{databases.template}_empty", connection.settings_dict["NAME"]
    databases._execute("CREATE DATABASE {}", name)
    connections.close_all()
    connection.settings_dict["NAME"] = name
    with django_db_blocker.unblock():
        yield name
    connections.close_all()
    connection.settings_dict["NAME"] = before
    databases.drop(name)


def test_a_database_that_is_not_migrated_is_told_in_one_line(
    empty_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("django.conf.settings.VEXILLUM_DEMO", True)
    data = {}
    for command in COMMANDS:
        with pytest.raises((DatabaseError, SystemExit)) as raised:
            call_command(*command.split())
        data[command] = of_database(raised.value)
    assert set(data.values()) == {"the database is not migrated. Run: manage.py migrate"}


def test_a_server_that_is_not_there_is_told_in_one_line() -> None:
    ended = subprocess.run(
        [sys.executable, MANAGE, "checkpoint"],
        env=os.environ
        | {
            "DATABASE_URL": "postgresql://vex@localhost:1/x",
            "VEXILLUM_POOL": "0",
            "SECRET_KEY": secrets.token_urlsafe(50),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    line = "manage.py: the database cannot be reached or does not let us in. Look at DATABASE_URL and"
    assert (ended.returncode, ended.stderr) == (1, f"{line} DATABASE_OWNER_URL.\n")


def test_other_errors_of_the_database_keep_their_traceback() -> None:
    broken = DatabaseError("duplicate key")
    assert (of_database(broken), of_database(ValueError()), of_database(BrokenPipeError())) == (None, None, None)

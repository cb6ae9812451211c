"""Nothing that serves relies on a session of the database, which a pooler in transaction mode gives to somebody else
after each transaction. `make scale` plays through such a pooler; this finds what it does not come by.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from config.packages import ROOMS

ROOT = Path(__file__).parents[2]
OF_A_SESSION = re.compile(
    r"\bpg_(try_)?advisory_(un)?lock(_shared|_all)?\("
    r"|\b(UN)?LISTEN\s+\w+\s*[;\"']"
    r"|\bSET\s+(SESSION|ROLE|statement_timeout|lock_timeout|search_path|work_mem|enable_\w+|default_transaction\w*)\b"
    r"|\bset_config\([^)]*,\s*false\s*\)"
    r"|\bWITH\s+HOLD\b|\bwithhold=True|\bCREATE\s+(LOCAL\s+)?TEMP(ORARY)?\b|\bDISCARD\s+ALL\b|\bPREPARE\s+\w+\s+AS\b"
)


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT pg_try_advisory_lock(1)",
        "SELECT pg_advisory_unlock(%s)",
        'execute("LISTEN moves")',
        "SET statement_timeout = 5",
        "SELECT set_config('x.y', 'z', false)",
        "CREATE TEMP TABLE some (id int)",
        "DECLARE all_rows CURSOR WITH HOLD FOR SELECT 1",
    ],
)
def test_what_needs_a_session_would_be_found(statement: str) -> None:
    assert OF_A_SESSION.search(statement)


def test_no_statement_needs_a_session() -> None:
    """Migrations run as the owner on the server itself, and set what holds inside their functions."""
    result = [
        f"{path.relative_to(ROOT)}:{number}"
        for room in ROOMS
        for path in sorted((ROOT / room).rglob("*.py"))
        if "migrations" not in path.parts
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if OF_A_SESSION.search(line)
    ]
    assert result == []

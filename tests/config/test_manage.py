"""The command line: who reads what it prints may stop reading."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

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


def test_another_pipe_that_breaks_is_an_error() -> None:
    code = (
        "import django.core.management as m, runpy, sys\n"
        "def broken(argv): raise BrokenPipeError\n"
        "m.execute_from_command_line = broken\n"
        f"sys.argv = ['manage.py', 'help']; runpy.run_path({str(MANAGE)!r}, run_name='__main__')\n"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert ended.stderr.strip().endswith("BrokenPipeError")

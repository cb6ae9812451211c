"""`config/python.sh`: which Python the environment is made with."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]


def chosen(*pythons: tuple[Path, str]) -> str:
    for path, does in pythons:
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\n{does}\n")
        path.chmod(0o755)
    folders = [str(path.parent) for path, _does in pythons]
    done = subprocess.run(
        [ROOT / "config/python.sh"], env={"PATH": os.pathsep.join(folders)}, capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    return done.stdout.strip()


def test_the_first_goes_before_one_that_is_hardly_faster_and_after_one_that_is(tmp_path: Path) -> None:
    first, second, third = (tmp_path / name / "python3.11" for name in "abc")
    assert chosen((first, "echo 3000"), (second, "echo 2701")) == str(first)
    assert chosen((first, "echo 3000"), (second, "echo 2699"), (third, "echo 2600")) == str(second)


def test_what_is_no_python_3_11_is_passed_over(tmp_path: Path) -> None:
    shim, other, right = tmp_path / "a" / "python3.11", tmp_path / "b" / "python3", tmp_path / "c" / "python3"
    assert chosen((shim, "echo no such version >&2; exit 127"), (other, "exit 1"), (right, "echo 9000")) == str(right)
    assert chosen((shim, "exit 127"), (other, "exit 1")) == "python3"

"""The program of docs/verifying.md is run exactly as it stands there, on the record of a game."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from games.domain.commands import create_game, make_setup, open_game, play_turn, record_of, resign
from games.formats import to_json
from games.rules import Seat, legal_turns, variant

TEXT = (Path(settings.BASE_DIR) / "docs" / "verifying.md").read_text(encoding="utf-8")
(PROGRAM,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
RED = "FBB.S.....".ljust(30, ".") + "M9.22.33.."
BLUE = "..33.22.9M" + "FBB.S.....".rjust(30, ".")


@pytest.fixture
def record() -> dict[str, Any]:
    """The record of a short game that was given up and revealed."""
    game = create_game(variant=variant("duel"), players={})
    make_setup(game=game, seat=Seat.RED, placement=RED)
    make_setup(game=game, seat=Seat.BLUE, placement=BLUE)
    for number in range(6):
        turn = legal_turns(open_game(game).state)[number]
        play_turn(game=game, seat=Seat(number % 2), turn=str(turn))
    resign(game=game, seat=Seat.BLUE)
    return json.loads(to_json(record_of(game, names={})))


@pytest.fixture
def check(tmp_path: Path):
    """Run the program on a record; return its exit code, output and complaint."""

    def run(record: dict[str, Any]) -> tuple[int, str, str]:
        program, file = tmp_path / "check.py", tmp_path / "record.json"
        program.write_text(PROGRAM, encoding="utf-8")
        file.write_text(json.dumps(record), encoding="utf-8")
        done = subprocess.run([sys.executable, "-I", program, file], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout, done.stderr.strip()

    return run


def test_it_is_twenty_lines() -> None:
    assert len([line for line in PROGRAM.splitlines() if line]) == 20


@pytest.mark.django_db
def test_a_good_record_passes(record, check) -> None:
    commitments = record["commitments"]
    assert check(record) == (
        0,
        f"red: {commitments['red']['commitment']}\nblue: {commitments['blue']['commitment']}\n"
        f"{len(record['log'])} events, the last {record['log'][-1]['hash']}."
        " Compare the lines above with the commitments shown when play began.\n",
        "",
    )
    assert len(record["log"]) == 11


@pytest.mark.django_db
def test_whatever_is_altered_is_found(record, check) -> None:
    def altered(change) -> tuple[int, str]:
        copy = json.loads(json.dumps(record))
        change(copy)
        code, _out, error = check(copy)
        return code, error

    other = record["seats"]["red"]["setup"].replace("M9", "9M")
    changes = {
        "event 4": lambda new: new["log"][3]["data"].update(turn="a1-a2"),
        "time 2": lambda new: new["log"][1].update(time=new["log"][1]["time"] + 1),
        "actor 1": lambda new: new["log"][0].update(actor="00000000-0000-4000-8000-000000000000"),
        "hash 9": lambda new: new["log"][8].update(hash="0" * 64),
        "gap 5": lambda new: new["log"].pop(4),
        "stream": lambda new: new.update(stream="00000000-0000-4000-8000-000000000000"),
        "turns": lambda new: new["turns"].pop(),
        "set-up": lambda new: new["seats"]["red"].update(setup=other),
        "salt": lambda new: new["commitments"]["blue"].update(salt="00" * 32),
        "commitment": lambda new: new["commitments"]["blue"].update(commitment="00" * 32),
    }
    assert {name: altered(change) for name, change in changes.items()} == {
        "event 4": (1, "Event 4 was altered."),
        "time 2": (1, "Event 2 was altered."),
        "actor 1": (1, "Event 1 was altered."),
        "hash 9": (1, "Event 9 was altered."),
        "gap 5": (1, "Event 5 was altered."),
        "stream": (1, "Event 1 was altered."),
        "turns": (1, "The turns are not those of the log."),
        "set-up": (1, "The set-up of red was altered."),
        "salt": (1, "The set-up of blue was altered."),
        "commitment": (1, "The set-up of blue was altered."),
    }

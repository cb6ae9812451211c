"""What `python -m benchmarks` prints and how it ends. The figures themselves are for `make bench`."""

from __future__ import annotations

import json
import sys
from types import SimpleNamespace

import pytest

from benchmarks import __main__ as runner
from benchmarks.games import quiet_game, random_game
from benchmarks.result import Bar, Result, in_turns
from games.rules import Options, Viewer, replay, variant

BARS = (Bar("ratio", at_least=2), Bar("bytes", at_most=300))


def run(monkeypatch: pytest.MonkeyPatch, result: Result, *arguments: str) -> int:
    monkeypatch.setitem(sys.modules, "benchmarks.append", SimpleNamespace(run=lambda: result))
    monkeypatch.setattr(sys, "argv", ["benchmarks", "append", *arguments])
    return runner.main()


def test_json_is_one_object(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture) -> None:
    assert run(monkeypatch, Result("append", 4.0, 2.0, 2.0, "moves", {"bytes": 5}, BARS), "--json") == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line) == {"name": "append", "ours": 4.0, "peer": 2.0, "ratio": 2.0, "parts": {"bytes": 5}}


@pytest.mark.parametrize(("ratio", "size", "code"), [(2.0, 300, 0), (1.9, 300, 1), (2.0, 301, 1)])
def test_a_missed_bar_is_told(monkeypatch, capsys, ratio: float, size: int, code: int) -> None:
    assert run(monkeypatch, Result("append", ratio, 1.0, ratio, "", {"bytes": size}, BARS)) == code
    assert ("MISSED" in capsys.readouterr().out) == bool(code)


def test_an_unknown_name_is_bad_usage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["benchmarks", "speed"])
    with pytest.raises(SystemExit) as caught:
        runner.main()
    assert caught.value.code == 2


def test_works_are_measured_in_turns() -> None:
    done: list[str] = []
    in_turns(lambda: done.append("a"), lambda: done.append("b"), rounds=2)
    assert done == ["a", "b", "a", "b", "b", "a"]


def test_games_to_measure_with_are_legal_and_repeat() -> None:
    played = quiet_game(80, seed=3)
    state = replay(variant("classic"), played.setups, played.turns, Options())
    assert (len(played.turns), state.ply, state.outcome, state.view(Viewer.ALL).captured) == (80, 80, None, ())
    assert random_game(5) == random_game(5)
    assert random_game(5) != random_game(6)

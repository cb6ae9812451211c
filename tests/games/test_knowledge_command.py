"""`manage.py knowledge`: what it prints for a record and for a game, and what it keeps to itself."""

from __future__ import annotations

import json
from math import factorial, prod
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.models import Game
from games.rules import VARIANTS, variant
from tests.scenes import game_in_play, game_of

DEMO = Path(__file__).parents[2] / "games" / "demo"
CLASSIC = variant("classic")


def lines(capsys: pytest.CaptureFixture, game: str, viewer: str, *arguments: str) -> list[dict[str, Any]]:
    """The objects that `--json` prints."""
    call_command("knowledge", game, "--viewer", viewer, "--json", *arguments)
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_line_for_a_ply(capsys: pytest.CaptureFixture) -> None:
    result = lines(capsys, str(DEMO / "barrage-1.json"), "red")
    assert [item["ply"] for item in result] == list(range(len(result)))
    assert {tuple(item) for item in result} == {("ply", "bits", "pieces", "worlds")}
    assert len(result) > 20


def test_the_beginning_of_classic(capsys: pytest.CaptureFixture) -> None:
    (result,) = lines(capsys, str(DEMO / "classic-1.json"), "red", "--ply", "0")
    worlds = factorial(40) // prod(map(factorial, CLASSIC.army.values()))
    assert (result["worlds"], round(result["bits"], 2), len(result["pieces"])) == (str(worlds), 110.12, 40)
    ranks = {rank.symbol: str(worlds * count // 40) for rank, count in CLASSIC.army.items()}
    assert result["pieces"][0] == {"square": "a7", "seat": "blue", "ranks": ranks}


def test_a_table_for_people(capsys: pytest.CaptureFixture) -> None:
    call_command("knowledge", str(DEMO / "classic-1.json"), "--viewer", "blue", "--ply", "0")
    head, ply, *pieces = capsys.readouterr().out.splitlines()
    assert (head.split(), ply.split()) == (["ply", "bits", "hidden", "certain"], ["0", "110.12", "40"])
    assert len(pieces) == 40
    assert pieces[0].startswith("    a1 Red: Bomb 15%, Marshal 2.5%")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("barrage-1.json", "nobody"), "There is no viewer"),
        (("barrage-1.json", "red2"), "no seat “red2”"),
        (("barrage-1.json", "red", "--ply", "9999"), "no ply 9999"),
        (("barrage-1.json", "red", "--ply", "-1"), "no ply -1"),
        (("", "red"), "does not hold one record"),
    ],
)
def test_bad_usage_says_what_to_do(arguments: tuple[str, ...], words: str) -> None:
    name, viewer, *rest = arguments
    with pytest.raises(CommandError, match=words) as caught:
        call_command("knowledge", str(DEMO / name), "--viewer", viewer, *rest)
    assert caught.value.returncode == 2


def test_a_record_that_breaks_a_rule_is_refused(tmp_path: Path) -> None:
    record = json.loads((DEMO / "barrage-1.json").read_text())
    record["turns"][3] = record["turns"][0]
    (tmp_path / "wrong.json").write_text(json.dumps(record))
    with pytest.raises(CommandError, match="breaks a rule at ply 4"):
        call_command("knowledge", str(tmp_path / "wrong.json"), "--viewer", "red")


@pytest.mark.django_db
def test_a_game_is_told_as_its_record(capsys: pytest.CaptureFixture, tmp_path: Path) -> None:
    game = game_of("duel", plies=16, seed=3)
    call_command("export_game", game.key, "--output", str(tmp_path / "duel.json"))
    for viewer in ("red", "blue", "spectator", "all"):
        assert lines(capsys, game.key, viewer) == lines(capsys, str(tmp_path / "duel.json"), viewer)


@pytest.mark.django_db
def test_before_the_reveal_only_what_spectators_know(capsys: pytest.CaptureFixture) -> None:
    game = game_in_play(slug="duel", plies=6)
    assert len(lines(capsys, game.key, "spectator")) == 7
    for viewer in ("red", "blue", "all"):
        with pytest.raises(CommandError, match="is not revealed yet") as caught:
            call_command("knowledge", game.key, "--viewer", viewer)
        assert caught.value.returncode == 2
    assert capsys.readouterr().out == ""
    Game.objects.filter(id=game.id).update(spectators="ended")
    with pytest.raises(CommandError, match="is not revealed yet"):
        call_command("knowledge", game.key, "--viewer", "spectator")


@pytest.mark.django_db
def test_no_such_game() -> None:
    with pytest.raises(CommandError, match="no game nothing and no such file"):
        call_command("knowledge", "nothing", "--viewer", "red")


@pytest.mark.slow
def test_every_rule_book(capsys: pytest.CaptureFixture) -> None:
    for slug in VARIANTS:
        last = lines(capsys, str(DEMO / f"{slug}-1.json"), "blue")[-1]
        assert int(last["worlds"]) >= 1

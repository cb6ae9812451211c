"""`manage.py simulate`: what it prints, and that a seed says all."""

from __future__ import annotations

import json

import pytest
from django.core.management import CommandError, call_command

from games.rules import End
from tests.books import each_book


def simulate(capsys: pytest.CaptureFixture, *arguments: str) -> str:
    call_command("simulate", *arguments)
    return capsys.readouterr().out


@each_book
def test_it_plays_every_rule_book(capsys, slug):
    document = json.loads(simulate(capsys, "--variant", slug, "--games", "4", "--seed", "9", "--json"))
    assert set(document) == {"variant", "seed", "games", "plies", "results", "seconds"}
    assert (document["variant"], document["seed"], document["games"]) == (slug, 9, 4)
    assert sum(result["games"] for result in document["results"]) == 4
    assert all(End(result["kind"]).on_board for result in document["results"])


def test_a_seed_says_all(capsys):
    def played(seed: str) -> dict[str, object]:
        document = json.loads(simulate(capsys, "--variant", "duel", "--games", "6", "--seed", seed, "--json"))
        del document["seconds"], document["seed"]
        return document

    assert played("1") == played("1")
    assert played("1") != played("2")


def test_it_tells_people_in_words(capsys):
    lines = simulate(capsys, "--variant", "barrage", "--games", "30", "--no-attack-limit", "40").splitlines()
    assert lines[0].startswith("Barrage: 30 games, ")
    assert any(line.endswith("Draw: too many moves without an attack") for line in lines)
    assert lines[-1].endswith(" plies a second")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--variant", "chess"), "There is no rule book “chess”. Choose one of: classic, "),
        (("--variant", "duel", "--games", "0"), "Give a number of games of at least 1"),
        (("--variant", "duel", "--spotter"), "The Spotter is a card"),
    ],
)
def test_bad_options_are_explained(arguments, words):
    with pytest.raises(CommandError, match="^" + words) as caught:
        call_command("simulate", *arguments)
    assert caught.value.returncode == 2

"""The tour of docs/api.md, run word for word against the running service."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

from games.models import Game
from tests.api.asking import secret_of
from tests.scenes import account

DOCUMENT = Path(__file__).parents[2] / "docs" / "api.md"


def told_by(site: str, folder: Path, heading: str, blocks: int, **people: str) -> list[str]:
    part = DOCUMENT.read_text().partition(f"## {heading}")[2].partition("\n## ")[0]
    findall = re.findall(r"```sh\n(.*?)```", part, re.DOTALL)
    assert len(findall) == blocks
    run = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", "\n".join(findall)],
        env={**people, "SITE": site, "PATH": "/usr/bin:/bin", "TMPDIR": str(folder)},
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, ""), run.stdout
    return run.stdout.splitlines()


def test_the_tour_does_what_it_says(site: str, tmp_path: Path) -> None:
    scopes = ("read", "play", "challenge")
    people = {name: secret_of(account(name.title()), *scopes) for name in ("ADA", "BOB")}
    army, host, *result = told_by(site, tmp_path, "A tour", 9, **people)
    game = Game.objects.get()
    assert (json.loads(army)["M"], host) == (1, "Ada")
    assert [json.loads(item) for item in result[:3]] == [
        {"version": 2, "begun": False, "waiting_for": ["blue"]},
        {"version": 3, "begun": True, "waiting_for": ["red"]},
        {"version": 4, "plies": 1, "waiting_for": ["blue"]},
    ]
    assert json.loads(result[3])["seat"] in ("red", "blue")
    assert result[4:] == ["not-your-turn", '{"kind":"resignation","winning_side":"red","winner":0}', "duel"]
    assert (game.outcome, game.revealed) == ("resignation", True)


def test_a_swiss_is_run_by_curl(site: str, tmp_path: Path) -> None:
    olga = secret_of(account("Olga"), "organise", "staff")
    entered, offered, *result, first, second, third, fourth, parts = told_by(
        site, tmp_path, "A Swiss of four", 5, OLGA=olga
    )
    assert [json.loads(item) for item in (entered, offered)] == [[1, 2, 3, 4], ["start", "cancel"]]
    assert (result[0], result[-1]) == ("The event has begun. The initial ranking is fixed.", "finished")
    places = [json.loads(item) for item in (first, second, third, fourth)]
    assert places[0][0] == 1
    assert {place[1] for place in places} == {"Ann", "Ben", "Cem", "Dot"}
    slug, value, values = json.loads(parts)
    assert (slug, value) == ("buchholz", sum(values))
    assert value in [place[3] for place in places if place[1] == "Ann"]

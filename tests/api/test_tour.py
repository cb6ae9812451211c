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


def test_the_tour_does_what_it_says(site: str, tmp_path: Path) -> None:
    tour = DOCUMENT.read_text().partition("## A tour")[2].partition("\n## ")[0]
    blocks = re.findall(r"```sh\n(.*?)```", tour, re.DOTALL)
    assert len(blocks) == 9
    scopes = ("read", "play", "challenge")
    people = {name: secret_of(account(name.title()), *scopes) for name in ("ADA", "BOB")}
    words = {**people, "SITE": site, "PATH": "/usr/bin:/bin", "TMPDIR": str(tmp_path)}
    run = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", "\n".join(blocks)],
        env=words,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, ""), run.stdout
    army, host, *told = run.stdout.splitlines()
    game = Game.objects.get()
    assert (json.loads(army)["M"], host) == (1, "Ada")
    assert [json.loads(one) for one in told[:3]] == [
        {"version": 2, "begun": False, "waiting_for": ["blue"]},
        {"version": 3, "begun": True, "waiting_for": ["red"]},
        {"version": 4, "plies": 1, "waiting_for": ["blue"]},
    ]
    assert json.loads(told[3])["seat"] in ("red", "blue")
    assert told[4:] == ["not-your-turn", '{"kind":"resignation","winner":0}', "duel"]
    assert (game.outcome, game.revealed) == ("resignation", True)

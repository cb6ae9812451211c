"""Whole events by programs, and what their report files say."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command

from games.models import Game
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.state import Status
from tournaments.files.formats.trf_form import read_trf
from tournaments.models import TournamentGame

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def simulated(**options: Any) -> dict[str, Any]:
    out = StringIO()
    call_command("simulate_tournament", **options, json=True, stdout=out, stderr=StringIO())
    return json.loads(out.getvalue())  # type: ignore[no-any-return]


def exported(id: str) -> str:
    out = StringIO()
    call_command("export_trf", id, stdout=out)
    return out.getvalue()


def test_a_swiss_of_programs_is_the_same_again_and_its_report_gives_its_standings(tmp_path: Path) -> None:
    result, again = (simulated(players=7, rounds=3, seed=4) for _one in range(2))
    assert result["standings"] == again["standings"]
    assert result["id"] != again["id"]
    assert simulated(players=7, rounds=3, seed=5)["standings"] != result["standings"]

    fold = fold_of(UUID(result["id"]))
    assert fold.status is Status.FINISHED
    games = TournamentGame.objects.filter(tournament=result["id"]).values("game")
    assert set(Game.objects.filter(id__in=games).values_list("status", "revealed")) == {("over", True)}

    assert exported(result["key"]) == exported(result["id"])
    report = tmp_path / "report.trf"
    call_command("export_trf", result["id"], output=report)
    out = StringIO()
    call_command("standings", trf=report, tiebreaks=",".join(fold.terms.tiebreaks), json=True, stdout=out)
    ranked = [
        {name: value for name, value in load.items() if name != "shared"}
        for load in json.loads(out.getvalue())["standings"]
    ]
    assert ranked == result["standings"]


@pytest.mark.parametrize(
    ("options", "rounds"),
    [
        ({"format": "knockout", "players": 5}, 3),
        ({"format": "double_elim", "players": 3}, 5),
        ({"format": "round_robin", "players": 4, "variant": "duel"}, 3),
        ({"variant": "alliance_lightning", "players": 8, "rounds": 2}, 2),
        ({"variant": "cards", "players": 3, "rounds": 2}, 2),
        ({"players": 6, "rounds": 5}, 3),  # then everybody has met whom the rules let them
    ],
    ids=lambda value: str(value) if isinstance(value, int) else "-".join(map(str, value.values())),
)
def test_events_of_each_kind_come_to_their_end(options: dict[str, Any], rounds: int) -> None:
    result = simulated(**options, seed=1)
    assert result["rounds"] == rounds
    assert result["standings"][0]["place"] == 1
    record = read_trf(exported(result["id"]))
    assert (record.format, record.variant) == (options.get("format", "swiss"), options.get("variant", "barrage"))
    assert len(record.entries) == len(result["standings"])


def test_what_cannot_be_is_refused() -> None:
    for options in ({"variant": "chess"}, {"players": 1}, {"variant": "alliance", "players": 3}):
        with pytest.raises(CommandError) as raised:
            simulated(**options)
        assert raised.value.returncode == 2
    with pytest.raises(CommandError, match="There is no tournament nowhere"):
        exported("nowhere")


@pytest.mark.parametrize("format", ["round_robin", "swiss"])
def test_teams_of_programs_play(format: str) -> None:
    result = simulated(format=format, variant="duel", players=6, teams=2, rounds=3, seed=3)
    assert sorted(standing["name"] for standing in result["standings"]) == ["Team 1", "Team 2", "Team 3"]
    fold = fold_of(UUID(result["id"]))
    assert (fold.status, [len(board.legs) for round in fold.rounds for board in round.boards]) == (
        Status.FINISHED,
        [2] * 3,
    )
    assert TournamentGame.objects.filter(tournament=result["id"]).count() == 6
    assert sum(standing["tiebreaks"]["board-points"] for standing in result["standings"]) == (
        6 if format == "round_robin" else 9
    )
    with pytest.raises(CommandError, match="no events of teams"):
        simulated(format="arena", players=6, teams=2)

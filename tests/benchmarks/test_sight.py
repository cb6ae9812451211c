"""What `sight` says of kinds of player is what a player's games would come to."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from benchmarks import sight
from benchmarks.sight import FAIR, PEEKS, Judged, filed_by, judged
from moderation.fairness.domain.sight_reports import EVERY, LAST, games_filed


def games(values: dict[str, tuple[float, float]], number: int = 400) -> list[Judged]:
    """Games whose scores have a mean and a deviation, by the kind of player."""
    chance = random.Random(1)
    return [
        Judged(f"{kind} {item}", ((kind, chance.gauss(*at)),)) for kind, at in values.items() for item in range(number)
    ]


USUAL = {**dict.fromkeys(FAIR, (-0.5, 1.0)), PEEKS: (0.45, 1.0)}


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sight, "DRAWN", 3000)
    monkeypatch.setattr(sight, "SAMPLES", 30)


def figures(values: dict[str, tuple[float, float]]) -> tuple[float, dict[str, Any], list[str]]:
    result = judged(games(values), 1)
    missed = [bar.figure for bar in result.bars if not bar.kept({"ratio": result.ratio, **result.parts}[bar.figure])]
    return result.ratio, dict(result.parts), missed


def test_players_who_keep_to_what_is_usual_keep_every_bar() -> None:
    ratio, parts, missed = figures(USUAL)
    assert (ratio, missed) == (0, [])
    assert parts["power, low"] <= parts["power"] <= parts["power, high"]
    assert parts["power after 20"] < parts["power after 40"] <= parts["power"]
    assert {name: parts[f"hasty: {name}"] for name in ("filed", "filed, low", "filed, high", "seats", "games")} == {
        "filed": 0,
        "filed, low": 0,
        "filed, high": 0,
        "seats": 400,
        "games": 400,
    }
    assert parts["hasty: factor, low"] < parts["hasty: factor"] < parts["hasty: factor, high"] < 1


@pytest.mark.parametrize(
    ("kind", "at", "missed"),
    [
        ("hasty", (0.4, 1.0), ["ratio", "hasty: factor"]),
        ("rash", (0.02, 0.2), ["rash: factor"]),
        (PEEKS, (0.1, 1.0), ["power"]),
    ],
)
def test_one_kind_that_is_not_usual_misses_its_bar(kind: str, at: tuple[float, float], missed: list[str]) -> None:
    ratio, parts, result = figures({**USUAL, kind: at})
    assert result == missed
    assert (ratio > 1) == ("ratio" in missed)
    assert ratio == pytest.approx(1000 * max(parts[f"{kind}: filed"] for kind in FAIR), abs=0.01)


def test_players_are_judged_as_they_are_where_cases_are_filed() -> None:
    chance = np.random.default_rng(2)
    values = chance.normal(0.1, 1.2, (300, LAST))
    sums = values.reshape(300, LAST // EVERY, EVERY).sum(2)
    looks = range(1, LAST // EVERY + 1)
    filed = [
        any(games_filed([float(item) for item in value[: look * EVERY][::-1]], look) for look in looks)
        for value in values
    ]
    assert filed_by(sums).tolist() == filed
    assert 30 < sum(filed) < 270

"""What a visitor without an account can have the site do: whatever takes much of a processor is limited.

Each address is asked on the largest game of the demo, with nothing kept from a question before. `-s` prints the ten
dearest (docs/capacity.md).
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.test import Client

from games.domain.imports import import_records, judge
from games.models import Game
from games.notation import parse_records
from games.replay.timeline import forget
from games.rules import Viewer
from tests.caches import empty_cache
from tests.growth.asked import Willing, a_scene
from tests.growth.test_growth import rows_read
from tests.two_worlds.asking import Scene
from tests.two_worlds.pages import Cast
from tests.two_worlds.registry import REGISTRY
from web.routes import is_costly

DEMO = Path("games/demo")
BOUND = 50.0
"""Milliseconds of a quiet processor that a request without a limit may take."""

TRIES = 3
"""The least of so many measurements counts: whatever else the machine does is none of the request's."""

ROUNDS = 200_000
QUIET = 7.5
"""Milliseconds that so many rounds of a loop take on the machine of the figures in docs/capacity.md."""


@dataclass(frozen=True, order=True)
class Cost:
    """What an address costs: milliseconds of a quiet processor, and rows of the database that are read."""

    milliseconds: float
    rows: int
    path: str
    limited: bool


def slowness() -> float:
    """How many times slower than in quiet this process runs now."""
    began = time.process_time()
    sum(number % 7 for number in range(ROUNDS))
    return max(1.0, (time.process_time() - began) * 1000 / QUIET)


def cost_of(client: Client, path: str, data: Mapping[str, str], headers: Mapping[str, str]) -> Cost | None:
    results = []
    limited = False
    for _try in range(TRIES):
        empty_cache()
        forget()
        slow = slowness()
        before, began = rows_read(), time.process_time()
        response = client.get(path, dict(data), headers=dict(headers))
        took = (time.process_time() - began) * 1000 / slow
        rows = (rows_read() - before).total()
        if response.status_code >= 400:
            return None
        limited = is_costly(path, response.wsgi_request.META["QUERY_STRING"]) or path.startswith("/api/v1/")
        results.append(Cost(round(took, 1), rows, response.wsgi_request.get_full_path(), limited))
        if took < BOUND / 2:  # far from the bound: once is enough
            break
    return min(results)


def asked(scene: Scene) -> Iterator[tuple[str, Mapping[str, str], Mapping[str, str]]]:
    """All that may be asked by GET without an account, with its parameters and headers."""
    for asking in REGISTRY.values():
        with suppress(Game.DoesNotExist):
            for ask in asking(scene):
                if ask.method == "GET" and ask.who in ("viewer", "anybody") and "Authorization" not in ask.headers:
                    yield ask.path, ask.data, ask.headers


@pytest.mark.slow
def test_whatever_visitors_may_ask_without_a_limit_is_cheap(db: None, owner_connection: psycopg.Connection) -> None:
    cast = Cast(owner_connection)
    records = {path: next(iter(parse_records(path.read_bytes()))) for path in DEMO.glob("classic-*.json")}
    path, record = max(records.items(), key=lambda record: len(record[1].turns))
    (done,) = import_records([judge(path.name, record)])
    game = Game.objects.get(id=done.game)
    scene = a_scene(cast, "classic")
    open_game: dict[str, Any] = {"game": game.id, "key": game.key, "revealed": True, "chance": Willing()}
    scene = replace(scene, viewer=Viewer.ALL, plies=game.plies, version=game.public_version, **open_game)
    client = Client()
    client.get("/")  # what a process does once
    whole = [
        (f"/games/{game.key}/", {"view": viewer, "ply": str(ply), "knowing": "1"}, {})
        for viewer in ("all", "red")
        for ply in (0, game.plies)
    ]
    costs = {cost for item in [*asked(scene), *whole] if (cost := cost_of(client, *item)) is not None}
    assert len(costs) > 60
    for cost in sorted(costs, reverse=True)[:10]:
        print(f"| `{cost.path}` | {cost.milliseconds:.0f} | {cost.rows} | {'yes' if cost.limited else 'no'} |")
    assert [cost for cost in costs if cost.milliseconds > BOUND and not cost.limited] == []

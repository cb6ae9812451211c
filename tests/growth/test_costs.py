"""What a visitor without an account can have the site do: whatever takes much of a processor is limited.

Each address is asked on the largest game of the demo, with nothing kept from a question before. `-s` prints the ten
dearest (docs/capacity.md).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from cProfile import Profile
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
BOUND = 450_000
"""Function calls, of Python and of C, that a request without a limit may take: some 50 milliseconds of a processor.
They are counted, not timed, so the test says the same on every machine.
"""


@dataclass(frozen=True, order=True)
class Cost:
    """What an address costs: function calls, and rows of the database that are read."""

    calls: int
    rows: int
    path: str
    limited: bool


def cost_of(client: Client, path: str, data: Mapping[str, str], headers: Mapping[str, str]) -> Cost | None:
    costs = []
    for _try in range(2):  # what a process keeps for good it makes once, and not for each visitor
        empty_cache()
        forget()
        before = rows_read()
        with Profile() as profile:
            response = client.get(path, dict(data), headers=dict(headers))
        rows = (rows_read() - before).total()
        if response.status_code >= 400:
            return None
        limited = is_costly(path, response.wsgi_request.META["QUERY_STRING"]) or path.startswith("/api/v1/")
        calls = sum(entry.callcount for entry in profile.getstats())
        costs.append(Cost(calls, rows, response.wsgi_request.get_full_path(), limited))
        if costs[-1].calls < BOUND or limited:
            break
    return min(costs)


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
        print(f"| `{cost.path}` | {cost.calls:,} | {cost.rows} | {'yes' if cost.limited else 'no'} |")
    assert [cost for cost in costs if cost.calls > BOUND and not cost.limited] == []

"""`clients/python` against the running service, and against a network that fails."""

from __future__ import annotations

import csv
import importlib.util
import io
import json
import random
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import AsyncIterator, Callable, Iterator
from itertools import cycle
from pathlib import Path
from types import ModuleType

import httpx
import pytest

from games.models import Game, key_of
from tests.api.asking import outcome_of, secret_of
from tests.loops import awaited
from tests.scenes import account
from tests.tournaments.scenes import a_tournament, play_out, some_players
from vexillum_client import AsyncClient, Client, Refused, _calls

FOLDER = Path(__file__).parents[2] / "clients" / "python"


def loaded(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def play_on(bot: ModuleType, key: str, *players: Client) -> None:
    for item in cycle(players):
        bot.act(item, key, "duel")


def test_a_bot_of_thirty_lines_plays_a_whole_game(site: str) -> None:
    """Two of it, and what else the client does on the way: pages, refusals, a request whose answer is lost."""
    bot = loaded(FOLDER / "examples" / "random_bot.py")
    bot.random.seed(1)
    ada, bob = (Client(site, secret_of(account(name), "read", "play", "challenge")) for name in ("Ada", "Bob"))
    asked = {"to": ["Bob"], "variant": "duel", "time": "3-days", "no_attack_limit": 20, "colour": "red"}
    challenge = ada.challenge(**asked, idempotency_key="first")
    assert ada.challenge(**asked, idempotency_key="first") == challenge
    bot.look(bob)
    (mine,) = ada.list_my_games()["games"]
    key = mine["game"]["key"]
    with pytest.raises(Refused) as refused:
        ada.play_turn(key, turn="a1-a2", version=1)
    assert (refused.value.status, refused.value.code) == (409, "not-started")
    for _look in range(2):
        bot.look(ada)
        bot.look(bob)
    version = ada.list_legal_turns(key)["version"]
    with pytest.raises(Refused) as refused:
        ada.play_turn(key, turn="a1-a2", version=version - 1)
    assert (refused.value.status, refused.value.code, refused.value.version) == (412, "moved-on", version)
    with pytest.raises(Refused) as refused:
        play_on(bot, key, ada, bob)
    assert refused.value.code == "set-up-made"  # no turn is left to play
    game = Game.objects.get(key=key)
    view = ada.get_view(key, "red")
    assert (view["outcome"], view["ply"]) == (outcome_of(game), game.plies)
    moves = list(ada.each_moves(key, "all", limit=7))
    assert [move["ply"] for move in moves] == list(range(1, game.plies + 1))
    assert [game["key"] for game in ada.each_games(variant="duel", limit=1)] == [key]
    assert list(ada.export_games(variant="duel", limit=1)) == [ada.get_record(key)]
    with pytest.raises(Refused) as refused:
        Client(site).get_game("nothing")
    assert (refused.value.status, refused.value.code) == (404, "not-found")
    assert refused.value.detail

    async def the_same_awaited() -> None:
        async with AsyncClient(site) as client:
            assert await client.get_game(key) == Client(site).get_game(key)
            assert [move async for move in client.each_moves(key, "all", limit=50)] == moves

    awaited(the_same_awaited())


def test_files_come_as_they_are(site: str) -> None:
    """Each file of an event is what its page of files gives, to the byte, and opens as what it is."""
    ada = account("Ada")
    event = a_tournament([player.id for player in some_players(4)], owner=ada.player.id)
    play_out(event)
    key, secret = key_of(event), secret_of(ada, "read")
    client = Client(site, secret)
    schema = json.loads((FOLDER.parents[1] / "docs" / "openapi.json").read_text(encoding="utf-8"))
    files = {
        path.rpartition("/")[2]: result["get"]
        for path, result in schema["paths"].items()
        if "/files/" in path and path.rpartition("/")[2] != "event.json"
    }
    got = {name: getattr(client, calls_of(file["operationId"]))(key) for name, file in files.items()}
    assert {name: type(data) for name, data in got.items()} == dict.fromkeys(files, bytes)
    assert {name: next(iter(file["responses"]["200"]["content"])) for name, file in files.items()} == {
        "archive.zip": "application/zip",
        "crosstable.csv": "text/csv",
        "rating.csv": "text/csv",
        "records.zip": "application/zip",
        "report.trf": "text/plain",
        "rounds.ics": "text/calendar",
        "standings.csv": "text/csv",
    }
    for name, some in (("archive.zip", True), ("records.zip", False)):  # no game was played here
        with zipfile.ZipFile(io.BytesIO(got[name])) as packed:
            assert (packed.testzip(), bool(packed.namelist())) == (None, some), name
    assert len(list(csv.reader(io.StringIO(got["standings.csv"].decode("utf-8-sig"))))) == 5
    assert len(list(csv.reader(io.StringIO(got["crosstable.csv"].decode("utf-8-sig"))))) == 5
    assert sum(line.startswith(b"001 ") for line in got["report.trf"].splitlines()) == 4
    assert got["rounds.ics"].startswith(b"BEGIN:VCALENDAR\r\n")
    assert client.download_event_json(key)["name"] == client.get_tournament(key)["name"]

    async def the_same_awaited() -> None:
        async with AsyncClient(site, secret) as asks:
            assert await asks.download_records_zip(key) == got["records.zip"]

    awaited(the_same_awaited())


def calls_of(operation: str) -> str:
    """`downloadReportTrf` as the client calls it."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", operation).lower()


class Network:
    """A network that answers what it is told, in turn; an exception is raised."""

    def __init__(self, *answers: httpx.Response | Exception) -> None:
        self.answers, self.seen = list(answers), []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.seen.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def later(self, request: httpx.Request) -> httpx.Response:
        return self(request)


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    seen: list[float] = []

    async def wait(seconds: float) -> None:
        seen.append(seconds)

    monkeypatch.setattr(_calls.time, "sleep", seen.append)
    monkeypatch.setattr(_calls.anyio, "sleep", wait)
    monkeypatch.setattr(_calls.random, "uniform", lambda low, _high: low)
    return seen


Ask = Callable[..., object]
ITERATED = ("stream", "export")
"""How the names of operations begin whose answers come one after the other."""


def ask_and_wait(network: Network, name: str, *value: object, **more: object) -> object:
    client = Client("", http=httpx.Client(base_url="https://v.example/api/v1/", transport=httpx.MockTransport(network)))
    result = getattr(client, name)(*value, **more)
    return list(result) if name.startswith(ITERATED) else result


def ask_and_await(network: Network, name: str, *value: object, **more: object) -> object:
    async def ask() -> object:
        transport = httpx.MockTransport(network.later)
        client = AsyncClient("", http=httpx.AsyncClient(base_url="https://v.example/api/v1/", transport=transport))
        result = getattr(client, name)(*value, **more)
        return [item async for item in result] if name.startswith(ITERATED) else await result

    return awaited(ask())


both = pytest.mark.parametrize("ask", [ask_and_wait, ask_and_await])


@both
def test_what_is_lost_is_sent_again_under_its_name(ask: Ask, waits: list[float]) -> None:
    network = Network(
        httpx.ConnectError("away"),
        httpx.Response(503, headers={"Retry-After": "3"}),
        httpx.Response(429, headers={"Retry-After": "1"}),
        httpx.Response(200, json={"version": 5}),
    )
    assert ask(network, "resign", "abc") == {"version": 5}
    assert len({item.headers["Idempotency-Key"] for item in network.seen}) == 1
    assert [str(item.url) for item in network.seen] == ["https://v.example/api/v1/games/abc/resignation/"] * 4
    assert waits == [0.4, 3.0, 1.0]


@both
def test_what_would_take_too_long_is_told(ask: Ask, waits: list[float]) -> None:
    problem = {"code": "too-often", "detail": "Later.", "params": {"seconds": 3600}}
    network = Network(httpx.Response(429, headers={"Retry-After": "3600"}, json=problem))
    with pytest.raises(Refused) as refused:
        ask(network, "get_me")
    assert (refused.value.code, refused.value.retry_after, waits) == ("too-often", 3600.0, [])
    network = Network(*[httpx.ReadTimeout("slow")] * 5)
    with pytest.raises(httpx.ReadTimeout):
        ask(network, "get_me")
    assert waits == [0.4, 0.8, 1.6, 3.2]
    network = Network(httpx.Response(502, text="<html>"), *[httpx.Response(500, text="<html>")])
    with pytest.raises(Refused) as refused:
        ask(network, "get_me")
    assert (refused.value.status, refused.value.code) == (500, "http")


def lines(*value: object, broken: bool = False) -> httpx.Response:
    text = "".join(json.dumps(item) + "\n\n" for item in value)

    class Stream(httpx.SyncByteStream, httpx.AsyncByteStream):
        def __iter__(self) -> Iterator[bytes]:
            yield text.encode()
            if broken:
                raise httpx.ReadError("away")

        async def __aiter__(self) -> AsyncIterator[bytes]:
            for part in self:
                yield part

    return httpx.Response(200, headers={"Content-Type": "application/x-ndjson"}, stream=Stream())


def line(number: int, status: str = "playing") -> dict[str, object]:
    return {"type": "game", "id": f"{number}-{number}", "version": number, "status": status, "view": None}


@both
def test_a_stream_goes_on_where_it_broke_off_and_ends_with_its_game(ask: Ask, waits: list[float]) -> None:
    network = Network(
        httpx.ConnectError("away"),
        lines(line(3), broken=True),
        httpx.Response(503, headers={"Retry-After": "2"}),
        lines(),
        lines(line(4), line(5, "over")),
    )
    assert ask(network, "stream_game", "abc") == [line(3), line(4), line(5, "over")]
    assert [item.headers.get("Last-Event-ID") for item in network.seen] == [None, None, "3-3", "3-3", "3-3"]
    assert waits == [0.4, 0.4, 2.0, 1.6]


@both
def test_an_export_goes_on_to_its_end(ask: Ask, waits: list[float]) -> None:
    """By the link of each answer; one without games may have a link too. It waits where the service says so."""
    pages = [httpx.Response(200, headers={"Content-Type": "application/x-ndjson"}, text=page) for page in PAGES]
    for page in pages[:2]:
        page.headers["Link"] = '</api/v1/games/export/?player=Ada&before=abc>; rel="next"'
    busy = httpx.Response(429, headers={"Retry-After": "50"})
    network = Network(pages[0], pages[1], busy, pages[2])
    assert ask(network, "export_games", player="Ada") == [{"game": 1}, {"game": 2}, {"game": 3}]
    queries = [str(item.url.query, "ascii") for item in network.seen]
    assert (queries, waits) == (["player=Ada"] + ["player=Ada&before=abc"] * 3, [50.0])


PAGES = ('{"game":1}\n{"game":2}\n', "", '{"game":3}\n')


@both
def test_a_stream_that_may_not_go_on_says_why(ask: Ask, waits: list[float]) -> None:
    problem = {"status": 403, "code": "barred-banned", "detail": "No.", "params": {}}
    with pytest.raises(Refused) as refused:
        ask(Network(lines(line(3), {"type": "end", "problem": problem})), "stream_game", "abc")
    assert (refused.value.status, refused.value.code) == (403, "barred-banned")
    with pytest.raises(Refused) as refused:
        ask(Network(lines(line(3)), httpx.Response(401, json={"code": "bad-token"})), "stream_me")
    assert refused.value.code == "bad-token"
    with pytest.raises(httpx.ConnectError):
        ask(Network(*[httpx.ConnectError("away")] * 5), "stream_me")
    assert waits == [0.4, 0.4, 0.8, 1.6, 3.2]


def test_set_ups_at_random_are_whole() -> None:
    from vexillum_client import random_rows

    book = {"army": {"F": 1, "9": 1, "B": 2}, "board": {"homes": {"red": ["a1", "b1", "c1", "d1", "e1"]}}}
    rows = random_rows(book, {"seat": "red", "drawn": []}, random.Random(1))  # type: ignore[arg-type]
    assert sorted(rows) == sorted("F9BB.")
    drawn = random_rows(book, {"seat": "red", "drawn": list("F2345678")}, random.Random(1))  # type: ignore[arg-type]
    assert len(drawn) == 5


def test_the_build_makes_the_methods_from_the_schema(tmp_path: Path) -> None:
    """From a copy, so that no other test finds a half-written module."""
    copy = tmp_path / "clients" / "python"
    shutil.copytree(FOLDER, copy, ignore=shutil.ignore_patterns("_operations.py", "types.py", "__pycache__"))
    (tmp_path / "docs").mkdir()
    shutil.copy(FOLDER.parents[1] / "docs" / "openapi.json", tmp_path / "docs")
    build = [sys.executable, "setup.py", "-q", "build_py", "--build-lib", tmp_path / "built"]
    subprocess.run(build, check=True, cwd=copy)
    listed = {path.name for path in (tmp_path / "built" / "vexillum_client").iterdir()}
    assert listed == {"__init__.py", "_calls.py", "_operations.py", "bridge.py", "py.typed", "setups.py", "types.py"}

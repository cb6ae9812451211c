"""The archive as open data: what is released, how people are called there, and that the log is told."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from importlib import import_module
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import pytest
import zstandard
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import Account, Player, Preferences
from accounts.people.bots import BOT_IDS
from eventlog import checkpoints
from eventlog.proofs import inclusion_proof
from eventlog.sources import injected
from eventlog.verify import verify
from games.domain import reveal
from games.domain.commands import resign
from games.models import Game
from games.rules import Options, Repetition, Seat, replay, variant
from library.releases.domain import files as release_files
from library.releases.domain import release, rows
from library.releases.domain.release import AlreadyReleased, ReleaseMonth, release_month
from library.releases.domain.verification import stream_of
from library.releases.models import DatedReveal
from privacy.erase import delete_account
from ratings.models import Change
from tests.api.asking import Program, code_of
from tests.api.test_schema import fits
from tests.eventlog.test_verifying_doc import PROOF
from tests.games.domain.played import begun
from tests.growth.test_growth import read_by
from tests.scenes import account, game_in_play, game_of, game_over, play_quietly

pytestmark = pytest.mark.django_db

MONTH = ReleaseMonth(2026, 10)
LATER = datetime(2026, 11, 2, tzinfo=UTC)
KEY = bytes(32)


def in_month(day: int) -> Any:
    return injected(clock=lambda: datetime(2026, 10, day, 12, tzinfo=UTC))


def released(out: Path, **arguments: Any) -> release.Release:
    return release_month(MONTH, out, **{"now": LATER, "key": KEY, **arguments})


def read_ndjson(folder: Path) -> list[dict[str, Any]]:
    with zstandard.open(folder / release_files.NDJSON, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def ask(question: str) -> Any:
    """What DuckDB answers. It is loaded late: what it would keep of modules that are frozen it reports as leaks."""
    return import_module("duckdb").sql(question)


def read_parquet(folder: Path) -> list[dict[str, Any]]:
    result = ask(f"SELECT * FROM '{folder / release_files.PARQUET}'")
    return [dict(zip(result.columns, row, strict=True)) for row in result.fetchall()]


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.slow
def test_every_game_that_is_released_can_be_played_again(tmp_path: Path) -> None:
    """Of each rule book with parts of its own, from both files, which tell the same."""
    games = []
    for day, slug in enumerate(("classic", "campaign", "alliance", "cards"), start=5):
        with in_month(day):
            games.append(game_of(slug, plies=12))
    made = released(tmp_path)
    parquet = read_parquet(made.folder)
    days = ("started", "ended", "revealed")
    assert [row | {day: str(row[day]) for day in days} for row in parquet] == read_ndjson(made.folder)
    result = []
    for row in parquet:
        book = variant(row["variant"], row["edition"])
        options = Options(row["no_attack_limit"], Repetition(row["repetition"]), row["free_setup"], row["spotter"])
        setups = {seat: row[f"{seat.slug}_setup"] for seat in book.seats}
        decks = {seat: row[f"{seat.slug}_deck"] for seat in book.seats if book.deals}
        state = replay(book, setups, row["turns"], options, decks or None)
        assert len(row["seconds"]) == len(row["turns"])
        result.append((row["variant"], state.ply, row["end"], row["winner"], str(row["revealed"])))
    winners = ["red" if game.winner == 0 else "blue" for game in games]
    assert result == [
        (game.variant, game.plies, game.outcome, winner, f"2026-10-{day:02}")
        for day, (game, winner) in enumerate(zip(games, winners, strict=True), start=5)
    ]
    manifest = json.loads((made.folder / "manifest.json").read_bytes())
    assert {item["name"]: (item["bytes"], item["sha256"]) for item in manifest.pop("files")} == {
        name: (len(content), sha256(content).hexdigest())
        for name, content in files(made.folder).items()
        if name != "manifest.json"
    }
    assert manifest == {
        "format": "vexillum-open-data-1",
        "month": "2026-10",
        "complete": True,
        "games": 4,
        "left_out": {"by wish": 0, "unreadable": 0},
    }
    everything = json.dumps(read_ndjson(made.folder)) + b"".join(files(made.folder).values()).decode("latin-1")
    assert [game.key for game in games if game.key in everything or str(game.id) in everything] == []


@pytest.mark.slow
def test_only_games_of_the_month_that_were_played_here_and_are_revealed(tmp_path: Path) -> None:
    with in_month(1):
        game_over(reveal="never", seed=2)
        within = [game_over(seed=3)]
    with injected(clock=lambda: MONTH.begin - timedelta(microseconds=1)):
        game_over(seed=4)
    with injected(clock=lambda: MONTH.begin):
        within.append(game_over(seed=5))
    with injected(clock=lambda: MONTH.end):
        game_over(seed=6)
    with in_month(9):
        Game.objects.filter(id=game_over(seed=7).id).update(source="import")
    assert {row["game"] for row in read_parquet(released(tmp_path).folder)} == {
        rows.Pseudonyms(KEY).of("game", game.id) for game in within
    }


@pytest.mark.slow
def test_people_are_called_as_they_wish(tmp_path: Path) -> None:
    ada, grace, linus, mary = (account(name) for name in ("Ada", "Grace", "Linus", "Mary"))
    bot = Player.objects.create(id=next(iter(BOT_IDS)), name="Corporal", bot=True)
    Preferences.objects.create(account=grace, open_data="name")
    Preferences.objects.create(account=linus, open_data="none")
    with in_month(3):
        game_over(accounts=(ada, grace))
    with in_month(4):
        game_over(accounts=(ada, linus))
    with in_month(6):
        game_over(accounts=(mary, ada))
    with in_month(7):
        whole = game_over(accounts=(grace, ada))
    delete_account(linus)
    whole.seats.filter(seat=0).update(player=bot.id)
    mary.player.delete()
    made = released(tmp_path)
    called = rows.Pseudonyms(KEY).of("player", ada.player.id)
    assert [(row["red_player"], row["blue_player"]) for row in read_parquet(made.folder)] == [
        (called, "name:Grace"),
        (None, called),
        (f"bot:{bot.name}", called),
    ]
    assert (called.startswith("player-"), made.left_out.by_wish) == (True, 1)
    assert rows.Pseudonyms(release.key_of_release(MONTH)).of("player", ada.player.id) not in {
        called,
        rows.Pseudonyms(release.key_of_release(ReleaseMonth(2026, 11))).of("player", ada.player.id),
    }


def rated_game(red: Account, blue: Account, seed: int, **values: Any) -> Game:
    players = {Seat.RED: red.player.id, Seat.BLUE: blue.player.id}
    game, _now = begun(variant("barrage"), Random(seed), players=players, rated=True, **values)
    play_quietly(game)
    resign(game=game, seat=Seat.RED)
    return Game.objects.get(id=game)


@pytest.mark.slow
def test_ratings_stand_with_their_games_and_their_history_apart(tmp_path: Path) -> None:
    ada, grace = account("Ada"), account("Grace")
    with in_month(3):
        first = rated_game(ada, grace, 1)
    with in_month(4):
        game_over(seed=9)
        second = rated_game(ada, grace, 2, reveal="never")
    with in_month(5):
        third = rated_game(grace, ada, 5)
    made = released(tmp_path)
    games = read_parquet(made.folder)
    names = rows.Pseudonyms(KEY)
    with zstandard.open(made.folder / "ratings.ndjson.zst", "rt", encoding="utf-8") as file:
        history = [json.loads(line) for line in file]
    outcome = ask(f"SELECT * FROM '{made.folder / 'ratings.parquet'}'")
    ratings = [dict(zip(outcome.columns, row, strict=True)) for row in outcome.fetchall()]
    assert [row | {"ended": str(row["ended"])} for row in ratings] == history
    changes = [Change.objects.get(game=game.id, seat=seat) for game in (first, third) for seat in (0, 1)]
    assert history == [
        {
            "game": names.of("game", change.game),
            "seat": ("red", "blue")[change.seat],
            "player": names.of("player", change.player),
            "variant": first.variant,
            "ladder": "people",
            "kind": "counts",
            "before": change.before,
            "after": change.value,
            "deviation": change.deviation,
            "ended": str(change.time.date()),
        }
        for change in changes
    ]
    result = [(row["red_rating"], row["blue_rating"]) for row in games]
    before = [round(change.before) for change in changes]
    assert result == [(before[0], before[1]), (None, None), (before[2], before[3])]
    assert Change.objects.filter(game=second.id).count() == 2  # which is not revealed: its ratings are not here


def test_two_archives_that_differ_in_what_is_not_revealed_are_released_alike(tmp_path: Path) -> None:
    """Beside a game that is open, one is hidden: in the other world it has other ranks, and one more goes on."""
    with in_month(2):
        game_over(seed=1)
        hidden = game_over(reveal="never", seed=2)
    item = files(released(tmp_path / "one").folder)
    Game.objects.filter(id=hidden.id).delete()
    with in_month(2):
        other = game_over(reveal="never", seed=2, swap=("M", "2"))
        game_in_play(seed=8)
    assert files(released(tmp_path / "other").folder) == item
    with in_month(2):
        reveal.reveal_game(game=other.id)
    assert released(tmp_path / "told").games == 2


def test_a_release_again_is_the_same_or_is_refused(tmp_path: Path) -> None:
    with in_month(2):
        game_over(seed=1)
    first = released(tmp_path)
    before = files(first.folder)
    assert (first.new, released(tmp_path).new, files(first.folder)) == (True, False, before)
    with in_month(3):
        game_over(seed=2)
    with pytest.raises(AlreadyReleased):
        released(tmp_path)
    assert files(first.folder) == before
    second = released(tmp_path, replace=True)
    assert files(tmp_path / f"2026-10.{first.manifest[:12]}") == before
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "2026-10",
        f"2026-10.{first.manifest[:12]}",
        "2026-10.log.json",
    ]
    log = json.loads((tmp_path / "2026-10.log.json").read_text())["log"]
    assert [(event["data"]["games"], event["data"]["manifest"]) for event in log] == [
        (1, first.manifest),
        (2, second.manifest),
    ]


def test_a_release_that_is_stopped_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def rows_that_stop(*_arguments: object) -> Iterator[dict[str, Any]]:
        raise KeyboardInterrupt
        yield {}

    monkeypatch.setattr(release, "rows_of", rows_that_stop)
    with pytest.raises(KeyboardInterrupt):
        released(tmp_path)
    assert list(tmp_path.iterdir()) == []
    assert [report.error for report in verify([stream_of(2026, 10)])] == ["there is no such stream"]


def test_the_next_checkpoint_covers_the_manifest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    """As the program of docs/verifying.md proves, by the file beside the release. The page and the API name it, and the
    files that they lead to are those of the release."""
    client, settings.VEXILLUM_RELEASES = Client(), tmp_path
    assert "Nothing is released yet" in client.get("/open-data/").content.decode()
    monkeypatch.setattr(checkpoints, "folder", lambda: tmp_path / "checkpoints")
    with in_month(2):
        game_over(seed=1)
    checkpoints.write()
    made = released(tmp_path)
    assert "the next checkpoint will cover it" in client.get("/open-data/").content.decode()
    row, path = checkpoints.write()
    page, listed = client.get("/open-data/").content.decode(), Program().get("open-data/")
    (value,) = listed.json()["releases"]
    assert fits("open-data/", listed) == fits("open-data/{month}/", Program().get("open-data/2026-10/")) == []
    assert f"checkpoint {row.number} covers it" in page
    assert (value["checkpoint"], value["checkpoint_root"]) == (row.number, bytes(row.root).hex())
    assert (value["manifest"], value["games"], value["complete"]) == (made.manifest, 1, True)
    assert {item["name"]: item["sha256"] for item in value["files"]} == {
        name: sha256(content).hexdigest() for name, content in files(made.folder).items()
    }
    assert all(f'href="{item["url"]}"' in page and item["sha256"] in page for item in value["files"])
    given = {item["name"]: client.get(item["url"]) for item in value["files"]}
    assert {name: b"".join(item) for name, item in given.items()} == files(made.folder)
    assert {item["Cache-Control"] for item in given.values()} == {"public, max-age=31536000, immutable"}
    table = next(item["url"] for item in value["files"] if item["name"] == "games.parquet")
    part = client.get(table, headers={"Range": "bytes=0-3"})
    assert (part.status_code, b"".join(part)) == (206, b"PAR1")
    assert client.get(value["log"]).json() == json.loads((tmp_path / "2026-10.log.json").read_text())
    for wrong in ("2026-10/000000000000/games.parquet", f"2026-10/{made.manifest[:12]}/..", "2026-11/log.json"):
        assert client.get(f"/open-data/{wrong}").status_code == 404
    assert code_of(Program().get("open-data/2026-1/")) == (404, "not-found")
    stream = stream_of(2026, 10)
    log = json.loads((tmp_path / "2026-10.log.json").read_text())
    assert [event["data"] for event in log["log"]] == [
        {"year": 2026, "month": 10, "games": 1, "manifest": made.manifest}
    ]
    (tmp_path / "proof.json").write_text(json.dumps(inclusion_proof(stream, path)))
    (tmp_path / "proof.py").write_text(PROOF)
    done = subprocess.run(
        [sys.executable, "-I", "proof.py", "proof.json", "2026-10.log.json"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith(
        f"checkpoint 2 with the root {bytes(row.root).hex()} covers the first 1 events of {stream}."
    )
    assert [report.error for report in verify([stream])] == [None]
    (made.folder / "manifest.json").write_text("{}")  # none that the log knows
    assert Program().get("open-data/").json() == {"releases": [], "next": None}


@pytest.mark.django_db(transaction=True)  # where no rows lie about that other tests took back
def test_the_games_of_a_month_are_found_without_a_look_at_the_others(tmp_path: Path) -> None:
    with in_month(2):
        game_over(seed=1)

    def reads() -> int:
        span = (MONTH.begin, MONTH.end, rows.Pseudonyms(KEY), rows.LeftOut())
        return read_by(lambda: list(rows.rows_of(*span))).total()

    few = reads()
    DatedReveal.objects.bulk_create(
        DatedReveal(game=uuid4(), at=moment + timedelta(minutes=n))
        for n in range(1000)
        for moment in (MONTH.begin - timedelta(days=9), MONTH.end)
    )
    assert reads() < few + 500  # a plan may change; a look at either side reads 1,000 more


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(*arguments: str) -> str:
        io = StringIO()
        call_command("export_archive", "--out", str(tmp_path), *arguments, stdout=io)
        return io.getvalue()

    with in_month(2):
        game_over(seed=1)
    assert run("--month", "2026-10").startswith(f"1 game in {tmp_path / '2026-10'}, manifest ")
    assert "the same byte for byte" in run("--month", "2026-10")
    for wrong in ("2026-13", "October", "2026-1"):
        with pytest.raises(CommandError, match="Write it as 2026-11"):
            run("--month", wrong)
    own = tmp_path / "own.txt"
    own.write_text("All rights reserved.")
    with pytest.raises(CommandError, match="--replace"):
        run("--month", "2026-10", "--licence", str(own))
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(CommandError, match=r"pip install '\.\[export\]'"):
        run("--month", "2026-10")

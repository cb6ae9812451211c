"""The archive read from a replica; Django is set up by who imports this."""

from __future__ import annotations

import tempfile
import time
import urllib.error
import urllib.request
from contextlib import ExitStack

import psycopg

from benchmarks.games import CLASSIC, OPTIONS, random_game
from benchmarks.processes import command_of, free_port, running
from games.domain.imports import import_records, judge
from games.models import key_of
from games.notation import Record
from tests.scale.__main__ import say
from tests.scale.servers import SERVICE, SUPERUSER, Servers, wait_until
from web.replica import BEHIND, COOKIE


def read_from_replica(made: Servers, environment: dict[str, str]) -> None:
    """Start a replica and a web process that knows it, and look at who sees a new game when."""
    made.start_replica()
    with ExitStack() as stack:
        port = free_port()
        own = {
            "DATABASE_REPLICA_URL": made.address(SERVICE, of="replica"),
            "VEXILLUM_DATA": stack.enter_context(tempfile.TemporaryDirectory()),
            "WEB_PROCESSES": "1",
            "PORT": str(port),
        }
        stack.enter_context(running(command_of("web"), environment | own))
        replica = stack.enter_context(psycopg.connect(made.address(SUPERUSER, of="replica"), autocommit=True))

        def shows(game: str, *, wrote: bool = False) -> bool:
            """Whether the archive has a game, for somebody who has just written or not, and its page answers."""
            listed = game in _page(port, "/games/", wrote=wrote)
            return listed and _status(port, f"/games/{game}/", wrote=wrote) == 200

        first = _new_game(1)
        wait_until(lambda: shows(first), "the first game in the archive")
        begun = _reads(replica)
        for _page_number in range(20):
            _page(port, "/games/")
        wait_until(lambda: _reads(replica) - begun >= 20, "the archive to be read from the replica", seconds=10)
        say("pages of the archive are read from the replica")

        replica.execute("SELECT pg_wal_replay_pause()")
        second = _new_game(2)
        start = time.monotonic()
        page = _page(port, "/games/")
        if second in page or not shows(second, wrote=True):
            raise RuntimeError("who has written does not read it, or others read what the replica has not")
        if _status(port, f"/games/{second}/") != 200:
            raise RuntimeError("a game that the replica has not yet has no page")
        say("who has just written reads from the primary; a game that the replica lacks is read there too")
        wait_until(lambda: shows(second), "a replica that is behind to be passed by", seconds=2 * BEHIND + 20)
        say(f"after {time.monotonic() - start:.0f} s without news the replica is passed by")
        replica.execute("SELECT pg_wal_replay_resume()")
        begun = _reads(replica)
        wait_until(
            lambda: bool(_page(port, "/games/")) and _reads(replica) - begun > 20, "the replica to be read again"
        )
        say("when it has caught up it is read again")

        made.replica.stop()
        start = time.monotonic()
        if not shows(first) or not shows(second):
            raise RuntimeError("pages are lost with the replica")
        say(f"with the replica gone pages come from the primary: four of them in {time.monotonic() - start:.1f} s")


def _new_game(seed: int) -> str:
    """Import a record, as somebody would at the other end of the service; the address of the game."""
    played = random_game(seed)
    record = Record(variant=CLASSIC.slug, setups=played.setups, turns=tuple(played.turns), options=OPTIONS)
    (imported,) = import_records([judge(f"{seed}", record)])
    assert imported.game is not None
    return key_of(imported.game)


def _reads(replica: psycopg.Connection[tuple[object, ...]]) -> int:
    """How many transactions the replica has answered, as far as its statistics tell: they are a moment late."""
    replica.execute("SELECT pg_stat_clear_snapshot()")
    row = replica.execute("SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()").fetchone()
    assert row is not None
    return int(str(row[0]))


def _request(port: int, path: str, *, wrote: bool) -> urllib.request.Request:
    cookies = {"Cookie": f"{COOKIE}=1"} if wrote else {}
    return urllib.request.Request(f"http://localhost:{port}{path}", headers=cookies)


def _page(port: int, path: str, *, wrote: bool = False) -> str:
    with urllib.request.urlopen(_request(port, path, wrote=wrote), timeout=30) as answer:
        return str(answer.read().decode())


def _status(port: int, path: str, *, wrote: bool = False) -> int:
    try:
        with urllib.request.urlopen(_request(port, path, wrote=wrote), timeout=30) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code

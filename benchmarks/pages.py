"""`pages`: the ten pages that people ask for most, on the real server with the data of the demo, in milliseconds until
the answer is there, each against a bare view of that server that sends the same bytes.

Also, for each: the processor time of the web processes and of PostgreSQL, bytes before and after compression, rows that
are read once the page is warm, and the time against a view that puts the same content into the frame of all pages.
"""

from __future__ import annotations

import asyncio
import gzip
import statistics
from collections.abc import Mapping
from contextlib import ExitStack
from io import StringIO
from pathlib import Path

from django.core.management import call_command
from django.test import Client
from django.test.utils import override_settings

from accounts.models import Account
from benchmarks.database import scratch
from benchmarks.growth import quietly
from benchmarks.http import environment_of
from benchmarks.http_client import Connection, get
from benchmarks.http_tables import session_of
from benchmarks.http_views import COPIES
from benchmarks.processes import command_of, free_port, processor_of, running
from benchmarks.result import Bar, Result
from games.models import Game
from tests.growth.test_growth import rows_read, undone
from tournaments.models import Tournament

ROUNDS = 60
ASKED = 200  # times, for the processor time of a page
WARM = 8
NAME = "red"  # who is signed in

LISTS = ("lobby", "watch", "my games", "event", "replay")
BARS = (
    Bar("ratio", at_most=3),
    Bar("landing page of a guest, web ms", at_most=3),
    Bar("landing page of a guest, database ms", at_most=1),
    Bar("landing page, web ms", at_most=5),
    *(Bar(f"{name}, times its template", at_most=1.5) for name in LISTS),
)


def run() -> Result:
    """Measure the pages."""
    with scratch() as databases, ExitStack() as stack:
        name = databases.fresh()
        with quietly(), override_settings(VEXILLUM_DEMO=True):
            for command in ("load_demo", "load_demo_tournaments"):
                call_command(command, verbosity=0, stdout=StringIO())
            reader = Account.objects.get(username=NAME)
            cookie = session_of(reader)
            pages = addresses()
            rows = {page: _rows(path, None if page.endswith("guest") else reader) for page, path in pages.items()}
        environment = environment_of(name, stack)
        port = free_port()
        command = command_of("web").replace("config.web:", "benchmarks.http_site:")
        web = stack.enter_context(running(command, {**environment, "PORT": str(port)}))
        requests = {page: get(path, "" if page.endswith("guest") else cookie) for page, path in pages.items()}
        folder = Path(environment["VEXILLUM_STATIC_ROOT"]) / COPIES
        meter = {"web": web.pid, "database": databases.server()}
        parts = asyncio.run(_measure(port, requests, folder, meter))
        databases.leave()
    ratios = {page: parts[f"{page}, times the bare view"] for page in pages}
    worst = max(ratios, key=lambda page: ratios[page])
    shown = {"worst": worst} | parts | {f"{page}, rows": count for page, count in rows.items()}
    return Result(
        "pages", parts[f"{worst}, ms"], parts[f"{worst}, ms"] / ratios[worst], ratios[worst], "ms", shown, BARS
    )


def addresses() -> dict[str, str]:
    """The ten pages. A guest is nobody who is signed in; all others are asked for by a member who plays."""
    event = Tournament.objects.filter(status="finished").latest("created")
    over = Game.objects.filter(status=Game.Status.OVER, revealed=True, variant="classic").latest("plies")
    mine = Game.objects.filter(status=Game.Status.PLAYING, seats__player__account__username=NAME)
    return {
        "landing page of a guest": "/",
        "landing page": "/",
        "lobby": "/lobby/",
        "watch": "/watch/",
        "my games": "/my/",
        "event": f"/tournaments/{event.key}/",
        "replay": f"/games/{over.key}/",
        "table": f"/games/{mine.latest('created').key}/",
        "archive": "/games/",
        "profile": "/players/blue/",
    }


def _rows(path: str, reader: Account | None) -> int:
    """How many rows and entries of indexes the database reads for a page that was asked for before."""
    client = Client()
    if reader is not None:
        client.force_login(reader)
    with undone():
        client.get(path)
        before = rows_read()
        client.get(path)
        return (rows_read() - before).total()


async def _measure(
    port: int, requests: Mapping[str, bytes], folder: Path, processes: Mapping[str, int]
) -> dict[str, float]:
    """The figures of all pages by their names.

    Args:
        port: of the server.
        requests: what is sent for each page.
        folder: where the copies of pages lie that the peers send.
        processes: the first process of each kind whose processor time counts.
    """
    connection = Connection(port)
    folder.mkdir()
    parts: dict[str, float] = {}
    for number, (page, request) in enumerate(requests.items()):
        cookies = request.partition(b"Cookie: ")[2].partition(b"\r\n")[0].decode()
        packed = await connection.ask(request)
        text = gzip.decompress(packed).decode()
        content = text.partition('<main id="main" tabindex="-1">')[2].partition("</main>")[0]
        (folder / f"{number}").write_text(text)
        (folder / f"{number}-content").write_text(content)
        bare = get(f"/benchmark/copied/{number}/", cookies)
        framed = get(f"/benchmark/framed/{number}/", cookies)
        ms, bare_ms, framed_ms = await _times(connection, request, bare, framed)
        spent = await _processor(connection, request, processes)
        parts |= {f"{page}, ms": ms, f"{page}, times the bare view": ms / bare_ms}
        parts[f"{page}, times its template"] = ms / framed_ms
        parts |= {f"{page}, {kind} ms": used for kind, used in spent.items()}
        parts |= {f"{page}, bytes": len(text.encode()), f"{page}, bytes sent": len(packed)}
    connection.close()
    return parts


async def _times(connection: Connection, *requests: bytes) -> list[float]:
    """The median milliseconds until each is answered, asked in turns."""
    times: list[list[float]] = [[] for _request in requests]
    loop = asyncio.get_running_loop()
    for number in range(WARM + ROUNDS):
        for request, taken in list(zip(requests, times, strict=True))[:: 1 if number % 2 else -1]:
            start = loop.time()
            await connection.ask(request)
            if number >= WARM:
                taken.append((loop.time() - start) * 1000)
    return [statistics.median(taken) for taken in times]


async def _processor(connection: Connection, request: bytes, processes: Mapping[str, int]) -> dict[str, float]:
    """The milliseconds of processor time that each kind of process takes for a request."""
    before = {kind: processor_of(process) for kind, process in processes.items()}
    for _time in range(ASKED):
        await connection.ask(request)
    return {kind: (processor_of(process) - before[kind]) * 1000 / ASKED for kind, process in processes.items()}

"""The pages' server: deadlines and caps of bodies, and threads that costly addresses never have all."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import pytest

from config.admission import AdmissionQueue
from config.pages import Pages, environ_of
from config.request_bodies import SMALL, Bodies, BodyLimits, BodyRefusal, Gone, announced
from config.serve import DeadlineProtocol
from tests.loops import awaited
from tests.serving import serving
from web import routes

COSTLY = "/tournaments/Abcdefghijk/download/records.zip"
TURN = "/games/Abc/turn/"


def scope(path: str = "/", method: str = "GET", headers: Iterable[tuple[bytes, bytes]] = ()) -> dict[str, Any]:
    return {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": b"",
        "http_version": "1.1",
        "headers": list(headers),
        "client": ("192.0.2.1", 4711),
        "server": ("127.0.0.1", 8000),
    }


class Client:
    def __init__(self, *parts: bytes, ends: bool = True) -> None:
        self.parts = list(parts)
        self.ends = ends
        self.heard: list[Any] = []

    async def receive(self) -> dict[str, Any]:
        if not self.parts and not self.ends:
            await asyncio.Event().wait()
        part = self.parts.pop(0) if self.parts else b""
        return {"type": "http.request", "body": part, "more_body": bool(self.parts) or not self.ends}

    async def send(self, message: Any) -> None:
        self.heard.append(message)

    @property
    def status(self) -> int:
        return int(self.heard[0]["status"])

    @property
    def body(self) -> bytes:
        return b"".join(item.get("body", b"") for item in self.heard[1:])


def echo(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [environ["wsgi.input"].read()]


async def allowed() -> None:
    """Everybody may."""


async def refused() -> None:
    raise PermissionError


def read(client: Client, length: int | None, *, most: int = SMALL, limits: BodyLimits | None = None) -> bytes:
    async def go() -> bytes:
        body, size = await Bodies(limits).read(
            client.receive, length=length, most=most, address="192.0.2.1", allowed=allowed
        )
        with body:
            result = body.read()
        assert len(result) == size
        return result

    return awaited(go())


def status_of(client: Client, length: int | None, **value: Any) -> int:
    with pytest.raises(BodyRefusal) as refusal:
        read(client, length, **value)
    return refusal.value.status


@pytest.mark.parametrize(
    ("headers", "length"),
    [
        ([], 0),
        ([(b"content-length", b"12")], 12),
        ([(b"transfer-encoding", b"chunked")], None),
        ([(b"content-length", b"12"), (b"transfer-encoding", b"chunked")], None),
    ],
)
def test_what_headers_say_of_a_body(headers: list[tuple[bytes, bytes]], length: int | None) -> None:
    assert announced(headers) == length


def test_a_body_is_read_whole_to_disk_or_not() -> None:
    assert read(Client(b"a", b"", b"bc"), 3) == b"abc"
    parts = [bytes([number]) * 500_000 for number in range(5)]
    assert read(Client(*parts), None, most=3_000_000) == b"".join(parts)


def test_a_body_has_a_cap_and_a_deadline() -> None:
    assert status_of(Client(ends=False), SMALL + 1) == 413
    assert status_of(Client(b"x" * SMALL, b"x"), None) == 413
    soon = BodyLimits(seconds=0.02, seconds_of_files=0.02)
    assert status_of(Client(b"abc", ends=False), 50, limits=soon) == 408
    assert status_of(Client(b"abc", ends=False), None, limits=soon) == 408
    assert status_of(Client(b"abc"), 3, limits=BodyLimits(held=2)) == 503
    assert status_of(Client(b"abc"), 3, limits=BodyLimits(per_address=0)) == 429


def test_who_may_not_is_asked_before_anything_more_is_read() -> None:
    async def go(client: Client, length: int | None) -> None:
        with pytest.raises(PermissionError):
            await Bodies().read(client.receive, length=length, most=1 << 30, address="", allowed=refused)

    result, untold = Client(b"x"), Client(b"x" * SMALL, b"x", b"y")
    awaited(go(result, SMALL + 1))
    awaited(go(untold, None))
    assert (result.parts, untold.parts) == ([b"x"], [b"y"])


def test_what_was_on_its_way_is_counted_out_again() -> None:
    bodies = Bodies(BodyLimits(seconds=0.02))

    async def leave() -> dict[str, Any]:
        return {"type": "http.disconnect"}

    async def go() -> None:
        with pytest.raises(Gone):
            await bodies.read(leave, length=3, most=SMALL, address="a", allowed=allowed)
        receive = Client(b"abc", ends=False).receive
        with pytest.raises(BodyRefusal):
            await bodies.read(receive, length=50, most=SMALL, address="a", allowed=allowed)
        body, _size = await bodies.read(Client(b"abc").receive, length=3, most=SMALL, address="a", allowed=allowed)
        body.close()

    awaited(go())
    assert (bodies.held, dict(bodies.by_address)) == (0, {})


def test_a_header_that_passes_for_that_of_the_proxy_is_dropped() -> None:
    headers = [(b"x_forwarded_for", b"192.0.2.9"), (b"x-forwarded-for", b"192.0.2.1"), (b"cookie", b"a=1")]
    environ = environ_of(scope(headers=[*headers, (b"cookie", b"b=2")]))
    assert {name: value for name, value in environ.items() if name.startswith("HTTP_")} == {
        "HTTP_X_FORWARDED_FOR": "192.0.2.1",
        "HTTP_COOKIE": "a=1; b=2",
    }


def test_addresses_that_take_files_and_that_are_costly() -> None:
    assert routes.most_bytes("/tournaments/import/") == (2 << 20) + routes.FORM
    assert routes.most_bytes("/tournaments/Abc/desk/ratings/") == (4 << 20) + routes.FORM
    assert routes.most_bytes("/tournaments/Abc/desk/rounds/1/boards/2/record/") == (1 << 20) + routes.FORM
    assert [routes.most_bytes(path) for path in ("/", "/login/", "/tournaments/import", "/x/tournaments/import/")] == [
        None
    ] * 4
    paths = (COSTLY, "/tournaments/preview/", "/games/Abc/record.json", "/", "/games/Abc/", "/games/Abc/turn/")
    assert [routes.is_costly(path) for path in paths] == [True] * 3 + [False] * 3
    lists = ("", "variant=duel&player=Ada&result=won", "before=Abc", "near=&setup=", "oldest=1&other=1", "&&=1")
    searches = ("near=2", "variant=duel&se%74up=F", "kept_red=F&before=Abc", "plies_min=%20")
    assert [routes.is_costly("/games/", query) for query in (*lists, *searches)] == [False] * 6 + [True] * 4


def test_costly_addresses_never_have_all_threads() -> None:
    """Twenty of them wait; a page is answered meanwhile, and those beyond their room are told to come again."""
    free, running = threading.Event(), threading.Semaphore(0)
    at_once: list[int] = []

    def page(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        if environ["PATH_INFO"] == COSTLY:
            at_once.append(1)
            running.release()
            free.wait(60)
        return echo(environ, start_response)

    async def go() -> tuple[int, int, int]:
        pages = Pages(page, threads=4, costly=20)
        waiting = [Client() for _one in range(20)]
        tasks = [asyncio.create_task(pages(scope(COSTLY), item.receive, item.send)) for item in waiting]
        await asyncio.to_thread(running.acquire)
        usual, beyond = Client(), Client()
        async with asyncio.timeout(10):
            await pages(scope("/"), usual.receive, usual.send)
            await pages(scope(COSTLY), beyond.receive, beyond.send)
        begun = len(at_once)
        free.set()
        await asyncio.gather(*tasks)
        assert {item.status for item in waiting} == {200}
        assert (b"retry-after", b"20") in beyond.heard[0]["headers"]
        return usual.status, beyond.status, begun

    assert awaited(go()) == (200, 503, 1)


def test_turns_and_ends_of_games_wait_in_line() -> None:
    paths = ("/games/Abc/turn/", "/games/Abc/act/", "/games/Abc/table/", "/games/Abc/", "/login/", "/lobby/")
    assert [routes.place_in_line(path) for path in paths] == ["quick", "slow", *[None] * 4]
    parts = ("turns", "resignation", "draw", "abortion", "board")
    assert [routes.place_in_line(f"/api/v1/games/Abc/{part}/") for part in parts] == ["quick", *["slow"] * 3, None]


def test_a_crowd_of_turns_leaves_threads_to_pages() -> None:
    """Twenty have half of the threads; beside a page that is being made they have a quarter; in the end all are
    answered, in their order, and those beyond the room are told to come again. Who has gone while waiting is passed.
    """
    steps, page_may_end, running = threading.Semaphore(0), threading.Event(), threading.Semaphore(0)
    begun: list[str] = []

    def work(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        begun.append(environ["QUERY_STRING"])
        running.release()
        assert page_may_end.wait(60) if environ["PATH_INFO"] == "/" else steps.acquire(timeout=60)
        return echo(environ, start_response)

    async def go() -> None:
        pages = Pages(work, threads=4, waiting=18)

        def ask(path: str, query: str) -> tuple[Client, asyncio.Task[None]]:
            client = Client()
            scope_of = {**scope(path), "query_string": query.encode()}
            return client, asyncio.create_task(pages(scope_of, client.receive, client.send))

        async def count(many: int) -> None:
            for _one in range(many):
                await asyncio.to_thread(running.acquire, timeout=60)

        async with asyncio.timeout(30):
            crowd = [ask(TURN, str(number)) for number in range(20)]
            gone = ask(TURN, "gone")
            await asyncio.sleep(0)
            gone[1].cancel()
            await count(2)
            assert sorted(begun) == ["0", "1"]  # at the same time
            page, page_task = ask("/", "page")
            await count(1)
            steps.release()
            await asyncio.sleep(0.05)
            assert begun[2:] == ["page"]
            steps.release()
            await count(1)
            assert begun[2:] == ["page", "2"]
            page_may_end.set()
            await page_task
            await count(1)
            assert begun[3:] == ["2", "3"]
            crowd += [ask(TURN, str(number)) for number in range(20, 30)]
            await asyncio.sleep(0.05)
            for _one in range(4, 24):
                steps.release()
                await count(1)  # one ends, and one begins
            steps.release(2)
            await asyncio.gather(*(task for _client, task in crowd))
        assert page.status == 200
        answered = [client.status for client, _task in crowd]
        assert answered == [200] * 24 + [503] * 6
        assert begun[3:] == [str(number) for number in range(2, 24)]

    awaited(go())


def test_slow_ones_of_a_crowd_leave_the_processor_to_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """They have a quarter of the threads beside a page and a moment after it, and rest half as long as one took, while
    quick ones go past them. Where no page is they have half, and rest never."""
    monkeypatch.setattr("config.admission.LATELY", 60.0)
    monkeypatch.setattr("config.admission.LONGEST_REST", 60.0)

    async def go() -> None:
        line = AdmissionQueue(4)
        let_in: list[str] = []

        async def wait(name: str, *, slow: bool) -> None:
            await line.wait(slow=slow)
            let_in.append(name)

        slow = [asyncio.create_task(wait(f"slow {number}", slow=True)) for number in range(7)]
        await asyncio.sleep(0)
        assert let_in == ["slow 0", "slow 1"]
        line.leave(took=60.0)
        await slow[2]
        with line.beside():
            line.leave(took=60.0)
            line.leave(took=60.0)
            await wait("quick", slow=False)
            line.leave()
            assert (line.running, len(line)) == (0, 4)
        assert (line.running, len(line)) == (0, 4)  # the next page is on its way
        await wait("quick again", slow=False)
        line.leave(took=0.01)
        await slow[3]  # the rest has an end
        assert (line.running, len(line)) == (1, 3)  # of two threads one
        with line.beside():
            line.leave(took=0.01)
            await slow[4]  # also while there is a page
        monkeypatch.setattr("config.admission.LATELY", 0.0)
        line.leave(took=60.0)
        await asyncio.gather(slow[5], slow[6])
        line.leave(took=60.0)
        line.leave(took=60.0)
        assert (line.running, len(line)) == (0, 0)
        slow_ones = [f"slow {number}" for number in range(7)]
        assert let_in == [*slow_ones[:3], "quick", "quick again", *slow_ones[3:]]

    awaited(asyncio.wait_for(go(), 30))


def test_a_large_answer_leaves_its_thread_before_it_is_sent() -> None:
    """Who reads slowly, or never, holds a file and no thread."""

    def large(_environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        start_response("200 OK", [])
        return (b"x" * 100_000 for _part in range(30))

    async def go() -> tuple[int, int]:
        pages = Pages(large, threads=1)
        stuck, quick = Client(), Client()

        async def never(_message: Any) -> None:
            await asyncio.Event().wait()

        task = asyncio.create_task(pages(scope(), stuck.receive, never))
        await asyncio.sleep(0)
        async with asyncio.timeout(10):
            await pages(scope(), quick.receive, quick.send)
        task.cancel()
        return quick.status, len(quick.body)

    assert awaited(go()) == (200, 3_000_000)


def test_what_django_does_not_answer_is_told_without_its_words(caplog: pytest.LogCaptureFixture) -> None:
    def fail(_environ: dict[str, Any], _start_response: Callable[..., Any]) -> list[bytes]:
        raise ValueError("planted")

    client = Client()
    awaited(Pages(fail, threads=1)(scope(), client.receive, client.send))
    assert (client.status, b"planted" in client.body) == (500, False)
    assert [record.getMessage() for record in caplog.records if record.name == "config.pages"] == [
        "a page failed: ValueError"
    ]


def test_headers_have_a_deadline_that_trickling_does_not_move(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DeadlineProtocol, "header_seconds", 0.3)
    with serving() as address:
        port = int(address.rpartition(":")[2])
        for text in (b"", b"GET / HTTP/1.1\r\nHost: local"):
            with socket.create_connection(("localhost", port), timeout=60) as connection:
                connection.sendall(text)
                assert connection.recv(10) == b""
        with socket.create_connection(("localhost", port), timeout=60) as connection:
            stop = threading.Event()

            def trickle() -> None:
                while not stop.wait(0.1):
                    try:
                        connection.sendall(b"x")
                    except OSError:
                        return

            connection.sendall(b"GET / HTTP/1.1\r\nX: ")
            thread = threading.Thread(target=trickle)
            thread.start()
            try:
                with suppress(ConnectionResetError):
                    assert connection.recv(10) == b""
            finally:
                stop.set()
                thread.join()

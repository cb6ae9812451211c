"""The site while PostgreSQL is away: served as by `make demo`, in a process of its own, behind doors to its servers."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from email.message import Message
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from django.conf import settings
from django.db import InternalError, OperationalError, close_old_connections, connection, connections, transaction
from django.test import RequestFactory

from benchmarks.processes import free_port
from config import addresses, celery_publish, due_tasks
from config.celery import app
from config.outages import server_error
from config.pages import threads
from config.postgresql.base import DatabaseWrapper
from config.timeouts import CHECK_EVERY, CircuitBreaker
from tests.databases import Databases
from tests.doors import Door, door
from tests.valkey import valkey_database

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PATIENCE = 120
"""Seconds, with what comes in the end: a worker that has lost its broker looks for it after longer and longer pauses,
and a busy machine takes its time.
"""


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Message
    body: str
    seconds: float


@dataclass
class Service:
    address: str
    database: Door
    broker: Door
    environment: dict[str, str]

    def ask(self, path: str, data: bytes | None = None, **headers: str) -> Answer:
        result = {name.replace("_", "-"): value for name, value in headers.items()}
        request = urllib.request.Request(self.address + path, data, {"Cookie": "sessionid=" + "a" * 32, **result})
        begun = time.monotonic()
        try:
            answer = urllib.request.urlopen(request, timeout=PATIENCE)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            body = answer.read().decode()
            status = answer.status
        return Answer(status, answer.headers, body, time.monotonic() - begun)

    def all_there(self) -> None:
        """Have both servers there, and the service know it, whatever an earlier test has left."""
        self.database.open()
        self.broker.open()
        self.until_ready("ok", "ok", "ok")
        self.until("/login/", 200)

    def until_ready(self, database: str, broker: str, writing: str) -> Answer:
        """What `/readyz` answers once it says this of the servers; of processes there is one alone here."""
        deadline = time.monotonic() + PATIENCE
        lines = f"database: {database}\nbroker: {broker}\nwriting: {writing}\n"
        while not (answer := self.ask("/readyz")).body.startswith(lines):
            assert time.monotonic() < deadline, answer
            time.sleep(0.1)
        return answer

    def until(self, path: str, status: int) -> Answer:
        deadline = time.monotonic() + PATIENCE
        while (answer := self.ask(path)).status != status:
            assert time.monotonic() < deadline, answer
            time.sleep(0.1)
        return answer


@contextmanager
def serving(database: str, **variables: str) -> Iterator[Service]:
    postgres = Path(dict(parse_qsl(urlsplit(settings.DATABASE_URL).query))["host"]) / ".s.PGSQL.5432"
    valkey = Path(urlsplit(settings.REDIS_URL).path)
    port = free_port()
    with door(postgres) as to_database, door(valkey) as to_broker:
        url = f"postgresql://{settings.DATABASE_SERVICE_ROLE}@/{database}?host={to_database.path.parent}"
        environment = os.environ | {
            "DATABASE_URL": url,
            "REDIS_URL": addresses.redis(f"unix://{to_broker.path}", database=valkey_database("outages")),
            "SECRET_KEY": settings.SECRET_KEY,
            "VEXILLUM_DEBUG": "",
            **variables,
        }
        code = (
            "from config import process; process.kind = 'web'\n"
            "import uvicorn\n"
            "from django.conf import settings\n"
            "settings.STORAGES['staticfiles']['BACKEND'] = 'django.contrib.staticfiles.storage.StaticFilesStorage'\n"
            "settings.WHITENOISE_USE_FINDERS = settings.WHITENOISE_AUTOREFRESH = True\n"
            f"uvicorn.run('config.asgi:application', port={port}, log_level='critical')"
        )
        process = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, env=environment)
        try:
            service = Service(f"http://127.0.0.1:{port}", to_database, to_broker, environment)
            deadline = time.monotonic() + PATIENCE
            while True:
                try:
                    service.ask("/healthz")
                    break
                except OSError:
                    assert process.poll() is None, "it did not start"
                    assert time.monotonic() < deadline, "it does not answer"
                    time.sleep(0.05)
            yield service
        finally:
            to_database.open()
            to_broker.open()
            process.terminate()
            process.wait(PATIENCE)


@pytest.fixture(scope="module")
def service(django_db_setup: None, databases: Databases) -> Iterator[Service]:
    name = databases.clone()
    with serving(name) as result:
        yield result
    databases.drop(name)


PAGES = ("/", "/login/", "/lobby/", "/games/", "/tournaments/", "/play/computer/", "/admin/login/")


def away(answer: Answer) -> tuple[int, str | None]:
    return answer.status, answer.headers.get("Retry-After")


def test_while_the_database_is_away(service: Service) -> None:
    """It hangs, then it refuses; what needs no database goes on, a stream stays open, and all pages come back by
    themselves. What the machine takes for as many answers without a database is not the pages' fault.
    """
    assert service.ask("/login/").status == 200
    assert re.findall("^(web|streams): ok,", service.until_ready("ok", "ok", "ok").body, re.M) == ["web", "streams"]
    stream = socket.create_connection(("127.0.0.1", urlsplit(service.address).port))
    stream.sendall(b"GET /live/?game=NQm6nKp8qFD HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert stream.recv(4096).startswith(b"HTTP/1.1 200 OK")
    with ThreadPoolExecutor(40) as people:
        usual = max(item.seconds for item in people.map(service.ask, ["/static/css/ground.css"] * len(PAGES) * 3))
    for leave in (service.database.hang, service.database.refuse):
        time.sleep(CHECK_EVERY)  # a connection that has just answered is taken to live, and its statement waits
        leave()
        with ThreadPoolExecutor(40) as people:
            pages = list(people.map(service.ask, PAGES * 3))
            assert {away(page) for page in pages} == {(503, "5")}
            assert max(page.seconds for page in pages) < 7 + 3 * usual
        static, health = service.ask("/static/css/ground.css"), service.ask("/healthz")
        assert (static.status, health.status, health.body) == (200, 200, "ok\n")
        assert max(static.seconds, health.seconds) < 5 + 3 * usual
        ready = service.until_ready("away", "ok", "refused")
        assert (ready.status, ready.seconds < 7 + 3 * usual) == (503, True)
        service.database.open()
        assert service.until("/login/", 200).status == 200
        service.until_ready("ok", "ok", "ok")
    stream.setblocking(False)
    with stream, suppress(BlockingIOError):
        while True:
            assert stream.recv(4096) != b"", "the stream has ended"


def test_each_caller_is_answered_in_its_way_and_a_form_is_not_lost(service: Service) -> None:
    service.database.refuse()
    service.until("/login/", 503)
    token = f"csrfmiddlewaretoken={'c' * 32}"
    cookies = f"csrftoken={'c' * 32}; sessionid={'a' * 32}"
    form = {"Content_Type": "application/x-www-form-urlencoded", "Cookie": cookies}

    page = service.ask("/login/?next=/games/")
    assert re.findall('<meta http-equiv="refresh" content="([0-9]+)">', page.body) != []
    assert 'href="/login/?next=/games/"' in page.body
    script = service.ask("/games/NQm6nKp8qFD/version/", X_Requested_With="fetch")
    assert json.loads(script.body)["error"] == "unavailable"
    part = service.ask("/lobby/", HX_Request="true")
    assert (part.body, away(part)) == ("", (503, "5"))

    sent = service.ask("/play/computer/", f"{token}&variant=duel&name=%22%3E%3Cb%3E".encode(), **form)
    assert away(sent) == (503, "5")
    assert "refresh" not in sent.body
    assert '<form method="post" action="/play/computer/">' in sent.body
    assert re.findall('<input type="hidden" name="([a-z]+)" value="(.*?)">', sent.body) == [
        ("csrfmiddlewaretoken", "c" * 32), ("variant", "duel"), ("name", "&quot;&gt;&lt;b&gt;"),
    ]  # fmt: skip
    secret = service.ask("/login/", f"{token}&login=ada&password=BFB9M".encode(), **form)
    assert (away(secret), "BFB9M" in secret.body, "go back in your browser" in secret.body) == ((503, "5"), False, True)
    service.database.open()


def test_while_the_broker_is_away(service: Service) -> None:
    """Every page of a visitor and of a player, signing in, and a game against the computer begun and played."""
    service.all_there()
    for leave in (service.broker.hang, service.broker.refuse):
        leave()
        visitor, player = Visitor(service), Visitor(service)
        chosen = {"variant": "duel", "side": "red", "pace": "14-days"}
        begun = player.send("/play/computer/", player.fields("/play/computer/") | chosen)
        assert begun.status == 200
        game = player.at
        assert game.startswith("/games/")
        for person in (visitor, player):
            result = {path: person.get(path) for path in (*PAGES[:-1], "/watch/", "/ratings/", "/signup/", game)}
            assert {path: answer.status for path, answer in result.items() if answer.status != 200} == {}
            assert max(answer.seconds for answer in result.values()) < 5
        assert service.until_ready("ok", "away", "ok").status == 503
        service.broker.open()
        service.until_ready("ok", "ok", "ok")


def test_passwords_are_not_guessed_while_the_broker_is_away(service: Service) -> None:
    service.all_there()
    service.broker.refuse()
    visitor = Visitor(service)
    fields = visitor.fields("/login/") | {"login": "ada", "password": "wrong"}
    tries = [visitor.send("/login/", fields) for _number in range(7)]
    assert ["Too many" in answer.body for answer in tries] == [False] * 5 + [True] * 2
    service.broker.open()


def test_bots_go_on_once_the_broker_is_back(service: Service) -> None:
    """A real worker that has lost its broker, and a game begun meanwhile in which the bot is to move."""
    service.all_there()
    arguments = ["--quiet", "worker", "--queues", "play", "--pool", "solo", "--without-gossip", "--without-mingle"]
    worker = subprocess.Popen(
        [sys.executable, "-m", "celery", "--app", "config.celery", *arguments],
        cwd=ROOT, env=service.environment | {"VEXILLUM_LOG_LEVEL": "CRITICAL"}, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        player = Visitor(service)
        player.begin("red")
        player.until_to_move()  # the worker is there
        service.broker.refuse()
        player.begin("blue")
        assert not player.is_to_move()
        service.broker.open()
        player.until_to_move()
    finally:
        worker.terminate()
        worker.wait(PATIENCE)


class Visitor:
    """Somebody with a browser that keeps cookies and follows redirects."""

    def __init__(self, service: Service) -> None:
        self.service, self.at, self.game = service, "", ""
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())

    def get(self, path: str, data: bytes | None = None) -> Answer:
        begun = time.monotonic()
        try:
            answer = self.opener.open(self.service.address + path, data, timeout=PATIENCE)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            self.at = urlsplit(answer.url).path
            return Answer(answer.status, answer.headers, answer.read().decode(), time.monotonic() - begun)

    def fields(self, path: str) -> dict[str, str]:
        """The hidden and chosen fields of the page's form."""
        return fields_of(self.get(path).body)

    def send(self, path: str, fields: dict[str, str]) -> Answer:
        return self.get(path, urlencode(fields).encode())

    def begin(self, side: str) -> None:
        """Begin a game against the computer, and be ready with a set-up of chance."""
        chosen = {"variant": "duel", "side": side, "pace": "14-days"}
        page = self.send("/play/computer/", self.fields("/play/computer/") | chosen)
        self.game = self.at
        for act in ("random", "commit", "confirm"):
            rows = re.search(r'<textarea name="rows"[^>]*>(.*?)</textarea>', page.body, re.DOTALL)
            fields = {"rows": rows[1].strip()} if rows else {}
            page = self.send(f"{self.game}setup/", fields | fields_of(page.body) | {"do": act})
            assert page.status == 200, page

    def is_to_move(self) -> bool:
        return 'id="turn-list"' in self.get(self.game).body

    def until_to_move(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while not self.is_to_move():
            assert time.monotonic() < deadline, "the bot does not move"
            time.sleep(0.1)


def fields_of(body: str) -> dict[str, str]:
    """The hidden and chosen fields of a page's forms."""
    outcome = {}
    for item in re.findall(r"<input\b[^>]*>", body):
        result = dict(re.findall(r'([a-z]+)="([^"]*)"', item))
        chosen = result.get("type") not in {"radio", "checkbox"} or " checked" in item
        if "name" in result and chosen and result.get("value"):
            outcome[result["name"]] = result["value"]
    return outcome


# -- in this process ------------------------------------------------------------------------------


def test_a_request_waits_for_the_database_once(rf: RequestFactory, db: None) -> None:
    """After its answer the session, say, is asked no more; the next request of the thread asks again."""
    data = {**connections["default"].settings_dict, "OPTIONS": {**connections["default"].settings_dict["OPTIONS"]}}
    data["OPTIONS"].pop("pool", None)
    usual = connections["default"]
    connections["default"] = wrapper = DatabaseWrapper(data, "default")
    try:
        try:
            raise OperationalError("lock timeout")
        except OperationalError:
            assert server_error(rf.get("/")).status_code == 503
        with pytest.raises(OperationalError):
            wrapper.cursor()
        close_old_connections()  # as Django does where a request begins
        with wrapper.cursor() as cursor:
            cursor.execute("SELECT 1")
            assert cursor.fetchone() == (1,)
    finally:
        wrapper.close()
        connections["default"] = usual


@pytest.mark.django_db(transaction=True)
def test_a_transaction_that_was_idle_too_long_is_an_outage(rf: RequestFactory) -> None:
    """The server has ended it, which shows at COMMIT: the same form sent again may do."""
    try:
        with transaction.atomic():
            connection.cursor().execute("SET LOCAL idle_in_transaction_session_timeout = 20")
            time.sleep(0.2)
    except InternalError:
        assert server_error(rf.post("/")).status_code == 503
    else:
        pytest.fail("the server has waited")
    finally:
        connection.close()


def test_a_worker_that_has_its_broker_again_sends_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Though it could not a moment ago: what its sweep finds would wait for the next minute."""
    sent: list[float] = []
    monkeypatch.setattr(due_tasks, "sweep", lambda _app: sent.append(due_tasks.Broker.quiet_until))
    monkeypatch.setattr(due_tasks.Broker, "quiet_until", float("inf"))
    due_tasks.SweepAtOnce(None).start(SimpleNamespace(app=app))
    assert sent == [0.0]


def test_what_was_given_up_is_found_once_the_database_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    away, swept = CircuitBreaker(), []
    monkeypatch.setattr(celery_publish, "BREAKER", away)
    monkeypatch.setattr(celery_publish, "sweep", swept.append)
    monkeypatch.setattr(celery_publish.Broker, "missed", False)
    monkeypatch.setattr(celery_publish.Broker, "quiet_until", 0.0)
    away.missed(time.monotonic())
    celery_publish.catch_up()
    assert swept == []
    away.back()
    celery_publish.catch_up()
    celery_publish.catch_up()
    assert swept == [app]


def test_a_process_that_serves_pages_knows_all_sweeps() -> None:
    code = "import config.wsgi; from config import celery_publish as p; from config.celery import app; p.sweep(app)"
    away = {
        "REDIS_URL": "unix:///nowhere",
        "DATABASE_URL": "postgresql://vex@/x?host=/nowhere",
        "SECRET_KEY": settings.SECRET_KEY,
    }
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=os.environ | away, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_pages_have_fewer_threads_than_connections(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WEB_THREADS", raising=False)
    for pool, expected in ((10, 8), (4, 3), (1, 1), (0, 8)):
        settings.VEXILLUM_POOL = pool
        assert threads(8) == expected

"""The real servers, as the `Procfile` runs them: slow and large requests reach no page, and errors tell nothing."""

from __future__ import annotations

import http.client
import json
import os
import re
import secrets
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.conf import settings

from benchmarks.processes import ROOT, children_of, command_of, free_port
from config import addresses
from tests.config.postbox import Postbox, postbox
from tests.databases import Databases, with_database
from tests.valkey import valkey_database

pytestmark = pytest.mark.slow

SERVERS = ["web", "site"]
MIB = 1 << 20


@dataclass(eq=False)
class Served:
    ports: dict[str, int]
    processes: dict[str, subprocess.Popen[bytes]]
    log: Path
    box: Postbox
    database: str
    environment: dict[str, str]

    def written(self, server: str) -> int:
        """The bytes that a server's processes have written: to disks, sockets and logs."""
        process = self.processes[server].pid
        return sum(
            int(re.findall(r"wchar: (\d+)", Path(f"/proc/{item}/io").read_text())[0])
            for item in (process, *children_of(process))
        )


@pytest.fixture(scope="module")
def served(django_db_setup: None, databases: Databases, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """`web` and `site` with an address that fails, and a worker with such a task."""
    folder = tmp_path_factory.mktemp("served")
    name = databases.clone()
    ports = {server: free_port() for server in SERVERS}
    commands = {
        "web": command_of("web").replace("config.web:application", "tests.config.broken_site:web"),
        "site": command_of("site").replace("config.asgi:application", "tests.config.broken_site:site"),
        "worker": command_of("worker")
        .replace("config.celery", "tests.config.broken_celery")
        .replace("--loglevel WARNING", "--loglevel INFO"),
    }
    url = addresses.redis(settings.REDIS_URL, database=valkey_database("edge"))
    with ExitStack() as stack:
        box = stack.enter_context(postbox())
        environment = {
            "PATH": os.pathsep.join([str(ROOT / ".venv" / "bin"), os.environ["PATH"]]),
            "HOME": os.environ.get("HOME", "/"),
            "DATABASE_URL": with_database(settings.DATABASE_URL, name),
            "DATABASE_OWNER_URL": "postgresql://boss:planted-owner@db.example/games",
            "REDIS_URL": url,
            "SECRET_KEY": "planted-key-" + secrets.token_urlsafe(50),
            "EMAIL_URL": f"smtp://mailer:planted-mail-password@127.0.0.1:{box.port}?tls=0",
            "VEXILLUM_ADMINS": "admin@example.org",
            "VEXILLUM_BUILD": settings.VEXILLUM_BUILD,
            "VEXILLUM_LOG_LEVEL": "INFO",
            "VEXILLUM_PLANTED": "planted-environment",
            "WEB_PROCESSES": "1",
        }
        log = folder / "log"
        processes: dict[str, subprocess.Popen[bytes]] = {}
        with log.open("wb") as lines:
            for server, command in commands.items():
                processes[server] = subprocess.Popen(
                    ["bash", "-c", command],
                    cwd=ROOT,
                    env=environment | ({"PORT": str(ports[server])} if server in ports else {}),
                    start_new_session=True,
                    stdin=subprocess.DEVNULL,
                    stdout=lines,
                    stderr=subprocess.STDOUT,
                )
        try:
            for server in SERVERS:
                wait_for(lambda server=server: ask(ports[server], "/healthz")[0] == 200)
                ask(ports[server], "/rules/")  # what is loaded by the first page
            yield Served(ports, processes, log, box, name, environment)
        finally:
            for process in processes.values():
                process.terminate()
            for process in processes.values():
                try:
                    process.wait(60)
                except subprocess.TimeoutExpired:
                    os.killpg(process.pid, 9)
                    process.wait()
    databases.drop(name)


def wait_for(true: Any, seconds: float = 90) -> None:
    end = time.monotonic() + seconds
    while True:
        try:
            if true():
                return
        except OSError:
            pass
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.1)


def ask(port: int, path: str, *, body: str | None = None, **headers: str) -> tuple[int, bytes, dict[str, str]]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    result = {name.replace("_", "-"): value for name, value in headers.items()}
    if body is not None:
        result["Content-Type"] = "application/x-www-form-urlencoded"
    try:
        connection.request("GET" if body is None else "POST", path, body=body, headers={"Host": "localhost", **result})
        answer = connection.getresponse()
        return answer.status, answer.read(), {name.lower(): value for name, value in answer.getheaders()}
    finally:
        connection.close()


def begun(port: int, text: bytes) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port), timeout=30)
    connection.sendall(text)
    return connection


def request(path: str, *headers: str) -> bytes:
    lines = [f"POST {path} HTTP/1.1", "Host: localhost", "Content-Type: text/plain", *headers]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


# -- slow and large -------------------------------------------------------------------------------


@pytest.mark.parametrize("server", SERVERS)
def test_pages_answer_while_others_send_slowly(served: Served, server: str) -> None:
    """There are 4 and 8 threads, and 16 of each kind of slow client: headers, bodies, bodies of no known length."""
    port = served.ports[server]
    half = request("/login/", "Content-Length: 50") + b"abc"
    parts = request("/login/", "Transfer-Encoding: chunked") + b"3\r\nabc\r\n"
    held = [begun(port, text) for text in (half[:40], half, parts) for _one in range(16)]
    try:
        seconds = []
        for _try in range(3):
            start = time.monotonic()
            assert ask(port, "/rules/")[0] == 200
            seconds.append(time.monotonic() - start)
        assert min(seconds) < 10  # those who are slow are waited for three times as long
        # Those that were whole are not lost.
        held[20].sendall(b"x" * 47)
        assert held[20].recv(12) == b"HTTP/1.1 403"
    finally:
        for connection in held:
            connection.close()


@pytest.mark.parametrize("server", SERVERS)
@pytest.mark.parametrize("first", [0, 1])
def test_a_body_has_one_end(served: Served, server: str, first: int) -> None:
    """Who gives its length and its parts has the connection closed: what follows would be another request to a proxy.
    `web` (hyper) goes by the parts, and hides the length from what it runs."""
    ends = ["Content-Length: 6", "Transfer-Encoding: chunked"]
    smuggled = (
        request("/login/", *(ends if first else ends[::-1]))
        + b"0\r\n\r\nGET /rules/ HTTP/1.1\r\nHost: localhost\r\n\r\n"
    )
    with begun(served.ports[server], smuggled) as connection:
        heard = b""
        while part := connection.recv(65536):
            heard += part
    assert heard[:12] == (b"HTTP/1.1 403" if server == "web" else b"HTTP/1.1 400")
    assert heard.count(b"HTTP/1.1 ") == 1


@pytest.mark.parametrize("server", SERVERS)
@pytest.mark.parametrize("length", ["Content-Length: 157286400", "Transfer-Encoding: chunked"])
def test_a_large_upload_of_nobody_is_not_read(served: Served, server: str, length: str) -> None:
    """150 MiB: the answer comes at once, can be read, and nothing of the body is written anywhere."""
    before = served.written(server)
    connection = begun(served.ports[server], request("/tournaments/import/", length))
    part = b"x" * MIB if "Length" in length else b"100000\r\n" + b"x" * MIB + b"\r\n"
    sent = 0
    try:
        while sent < 150:
            connection.sendall(part)
            sent += 1
    except OSError:
        pass  # it has closed the connection
    # Without a length it is only known after some of it that it is large; then it is asked who sends it.
    expected = b"HTTP/1.1 413" if "Length" in length else b"HTTP/1.1 302"
    assert connection.recv(12) == expected
    assert sent < 150
    assert served.written(server) - before < MIB
    connection.close()


@pytest.mark.parametrize("server", SERVERS)
def test_who_waits_to_be_asked_sends_nothing_in_vain(served: Served, server: str) -> None:
    """`Expect: 100-continue`: too large for the address; not allowed; small."""
    expect = "Expect: 100-continue"
    for path, length, answer in (
        ("/login/", 300_000, b"HTTP/1.1 413"),
        ("/tournaments/import/", 300_000, b"HTTP/1.1 302"),
        ("/tournaments/import/", 157_286_400, b"HTTP/1.1 413"),
        ("/login/", 3, b"HTTP/1.1 100"),
    ):
        connection = begun(served.ports[server], request(path, f"Content-Length: {length}", expect))
        assert connection.recv(12) == answer, path
        connection.close()


@pytest.mark.parametrize("server", SERVERS)
def test_a_page_says_that_it_is_too_large(served: Served, server: str) -> None:
    status, body, headers = ask(served.ports[server], "/login/", body="x" * 300_000)
    assert (status, headers["connection"]) == (413, "close")
    assert b"<h1>That is too large</h1>" in body
    assert headers["content-security-policy"].startswith("default-src 'none'")
    status, body, headers = ask(served.ports[server], "/api/v1/seeks/", body="x" * 300_000)
    assert (status, headers["content-type"]) == (413, "application/problem+json")
    assert json.loads(body)["code"] == "too-large"


@pytest.mark.parametrize("server", SERVERS)
def test_who_may_sends_a_file(served: Served, server: str) -> None:
    """A member of the service sends half a megabyte: it is asked first, then read, and the page says what is wrong."""
    cookie, token = member(served)
    body = urlencode({"csrfmiddlewaretoken": token, "text": "X" * 500_000, "do": "look"})
    status, page, _headers = ask(served.ports[server], "/tournaments/import/", body=body, Cookie=cookie)
    assert status == 422
    assert b"X" * 1000 in page


@cache
def member(served: Served) -> tuple[str, str]:
    """The cookies of somebody who is signed in, and the token of the forms."""
    program = (
        "import django; django.setup();"
        "from tests.scenes import account; from benchmarks.http_tables import session_of;"
        "print(session_of(account('Member')))"
    )
    result = served.environment | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    command = [str(ROOT / ".venv" / "bin" / "python"), "-c", program]
    cookie = subprocess.run(command, cwd=ROOT, env=result, check=True, capture_output=True, text=True).stdout.strip()
    token = "t" * 32
    return f"{cookie}; {settings.CSRF_COOKIE_NAME}={token}", token


# -- what errors tell -----------------------------------------------------------------------------


def test_an_error_tells_no_secret_and_comes_once(served: Served) -> None:
    """Each server and the worker fail with secrets in the environment, headers, cookies, query, form, path, session and
    local variables; log and mail have the place and the type."""
    cookie, token = member(served)
    cookie += "; other=planted-cookie"
    for server in SERVERS:
        for _time in range(3):
            form = urlencode({"csrfmiddlewaretoken": token, "password": "planted-form"})
            path = "/broken/planted-path/?query=planted-query"
            headers = {"Cookie": cookie, "Authorization": "planted-header", "X_Forwarded_For": "planted-forwarded"}
            status, page, _headers = ask(served.ports[server], path, body=form, **headers)
            assert status == 500
            assert b"planted" not in page
        ask(
            served.ports[server], "/broken/planted-path/", body="password=planted-form", Origin="https://planted-origin"
        )
        ask(served.ports[server], "/account/confirm-email/planted-token/", Host="planted-host.example")
    send_broken_task(served)
    mails = served.box.wait(2)
    wait_for(lambda: b"tests.broken" in served.log.read_bytes())
    log = served.log.read_text()
    mailed = "\n".join(f"{mail['Subject']}\n{mail.get_payload(decode=True).decode()}" for mail in mails)  # type: ignore[union-attr]
    assert sorted(str(mail["Subject"]) for mail in mails) == [
        "[Vexillum] Careless: tests.broken",
        "[Vexillum] LookupError from Careless: POST /broken/<str:key>/",
    ]
    assert "tests/config/broken_urls.py:" in mailed
    assert "in broken" in mailed
    assert "LookupError" in log
    assert (
        len(re.findall(r" INFO celery\.apps\.worker: worker@\S+ ready", log)) == 1
    )  # by the process over those of the tasks
    assert "403 (Origin checking failed): POST /broken/<str:key>/" in log
    for text in (log, mailed):
        assert "planted" not in text
        assert cookie.split(";")[0].partition("=")[2] not in text
        assert served.environment["DATABASE_URL"] not in text


def send_broken_task(served: Served) -> None:
    program = "from tests.config.broken_celery import broken; broken.delay('planted-argument')"
    result = served.environment | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    subprocess.run([str(ROOT / ".venv" / "bin" / "python"), "-c", program], cwd=ROOT, env=result, check=True)


@pytest.mark.parametrize("server", SERVERS)
def test_no_process_that_serves_knows_the_owner(served: Served, server: str) -> None:
    assert "planted-owner" in served.environment["DATABASE_OWNER_URL"]
    assert ask(served.ports[server], "/owner/")[:2] == (200, b"nobody knows")

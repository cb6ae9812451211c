"""`config/run.py`, the Procfile, the units of systemd, and the samples of the docs: one set of commands and ports."""

from __future__ import annotations

import configparser
import json
import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from contextlib import suppress
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from pytest_django import Settings

from benchmarks.processes import children_of, free_port
from config import run
from tests.databases import with_database
from tests.handover import temporary

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
UNITS = ROOT / "contrib" / "systemd"


def unit(path: Path) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(strict=False, interpolation=None, delimiters=("=",))
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string(path.read_text())
    return parser


def test_each_process_has_a_unit_that_restarts_it_unless_that_cannot_help() -> None:
    processes = {line.partition(":")[0] for line in (ROOT / "Procfile").read_text().splitlines()} - {"site", "tasks"}
    units = {path.name: unit(path) for path in UNITS.glob("*.service")}
    names = {name: "vexillum-web@.service" if name == "web" else f"vexillum-{name}.service" for name in processes}
    assert set(units) == set(names.values())
    for name in processes:
        service = units[names[name]]["Service"]
        command = f"{name} %i" if name == "web" else name
        assert service["ExecStart"] == f"/opt/vexillum/.venv/bin/python -m config.run {command}"
        assert (service["Restart"], service["RestartPreventExitStatus"]) == ("always", str(run.WRONG))
        assert "DATABASE_OWNER_URL" in service["UnsetEnvironment"]
    wanted = unit(UNITS / "vexillum.target")["Unit"]["Wants"].split()
    assert sorted(re.sub(r"@\d+", "@", name) for name in wanted) == sorted([*units, "vexillum-web@.service"])


def ports_of(text: str) -> set[int]:
    return set(map(int, re.findall(r"127\.0\.0\.1:(80\d\d|81\d\d)", text)))


def test_units_proxy_and_docs_name_the_same_listeners() -> None:
    """Two for the pages, which are started anew one after the other."""
    web = {int(port) for port in re.findall(r"vexillum-web@(\d+)", (UNITS / "vexillum.target").read_text())}
    assert web == {run.PORTS["web"], run.PORTS["web"] + 1}
    restart = re.search(r"for port in (.*);", (ROOT / "contrib" / "vexillum-restart").read_text())
    assert restart is not None
    assert set(map(int, restart[1].split())) == web
    assert ports_of((ROOT / "contrib" / "nginx" / "vexillum.conf").read_text()) == web | {run.PORTS["streams"]}
    assert ports_of((ROOT / "docs" / "serving.md").read_text()) == web | {run.PORTS["streams"]}


def test_the_port_of_each_server_is_known() -> None:
    assert set(run.PORTS) == {line.partition(":")[0] for line in (ROOT / "Procfile").read_text().splitlines()} - {
        "play", "worker", "hooks", "beat", "tasks",
    }  # fmt: skip


def test_a_shell_reads_the_sample_as_systemd_does() -> None:
    """systemd takes what stands between double quotes, and a backslash before `$`, a backquote and `"` away."""
    sample = UNITS / "vexillum.env.sample"
    assigned = dict(
        line.split("=", 1) for line in sample.read_text().splitlines() if re.match(r"[A-Z_]+=", line.removeprefix("# "))
    )
    result = {name.removeprefix("# "): value for name, value in assigned.items()}
    assert [value for value in result.values() if not re.fullmatch(r'"[^"$`]*"', value)] == []
    set_all = "".join(f"{name}={value}\n" for name, value in result.items())
    command = ["sh", "-c", f"set -a\n{set_all}exec env -0"]
    read = dict(part.split("=", 1) for part in subprocess.check_output(command, text=True).split("\0") if part)
    assert {name: read[name] for name in result} == {name: value[1:-1] for name, value in result.items()}
    assert {"SECRET_KEY", "DATABASE_URL", "VEXILLUM_SIGNING_KEY"} <= set(result)


LIGHT = """
import os

async def application(scope, receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": str(os.getpid()).encode()})
"""


def test_no_death_of_a_worker_ends_the_master(tmp_path: Path) -> None:
    """Granian's own command line gives up if one dies twice within seconds, with the one that is well."""
    (tmp_path / "light.py").write_text(LIGHT)
    code = (
        "from config.web_server import server_of\n"
        f"server_of('light:application', address='127.0.0.1', port={(port := free_port())}, workers=2).serve()"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])}
    master = subprocess.Popen([sys.executable, "-c", code], cwd=tmp_path, env=environment, stderr=subprocess.DEVNULL)

    def workers(*, without: int = 0) -> list[int]:
        deadline = time.monotonic() + 60
        while True:
            assert master.poll() is None, "the master has ended"
            assert time.monotonic() < deadline, "there are no two workers"
            with suppress(OSError):
                childs = [child for child in children_of(master.pid) if child != without]
                if len(childs) == 2 and int(urllib.request.urlopen(f"http://127.0.0.1:{port}/").read()) in childs:
                    return childs
            time.sleep(0.02)

    try:
        for _time in range(2):
            os.kill(killed := max(workers()), signal.SIGKILL)
            workers(without=killed)
    finally:
        master.terminate()
        assert master.wait(30) == 0


@pytest.mark.parametrize(
    ("variables", "line"),
    [
        ({"VEXILLUM_HTTPS": "maybe"}, "VEXILLUM_HTTPS can be 1 or 0."),
        ({}, "The database is not migrated. Run: manage.py migrate"),
    ],
)
def test_what_cannot_serve_ends_with_one_line_before_the_server_starts(variables: dict[str, str], line: str) -> None:
    """Granian would start its workers anew, and each of them would say it."""
    empty = {"DATABASE_URL": with_database(settings.DATABASE_URL, "postgres"), "REDIS_URL": settings.REDIS_URL}
    empty["SECRET_KEY"] = secrets.token_urlsafe(50)
    done = subprocess.run(
        [sys.executable, "-m", "config.run", "web"],
        cwd=ROOT, env=os.environ | empty | variables, capture_output=True, text=True,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (78, f"{line}\n")


def test_pages_without_static_files_end_with_one_line_before_the_server_starts(tmp_path: Path) -> None:
    """They would answer 500. The database is away, which ends nothing; a server would end at its address."""
    variables = {
        "DATABASE_URL": f"postgresql://vexillum@127.0.0.1:{free_port()}/vexillum",
        "REDIS_URL": settings.REDIS_URL,
        "SECRET_KEY": secrets.token_urlsafe(50),
        "VEXILLUM_STATIC_ROOT": str(tmp_path),
        "VEXILLUM_LOG_LEVEL": "CRITICAL",
        "HOST": "none",
    }
    done = subprocess.run(
        [sys.executable, "-m", "config.run", "web"],
        cwd=ROOT, env=os.environ | variables, capture_output=True, text=True,
    )  # fmt: skip
    line = "Static files of this release are not collected. Run: manage.py collectstatic\n"
    assert (done.returncode, done.stderr) == (78, line)


def test_static_files_are_collected_if_all_of_this_release_are(tmp_path: Path, settings: Settings) -> None:
    settings.STATIC_ROOT = tmp_path
    manifest = tmp_path / "staticfiles.json"

    def found(text: str) -> bool:
        manifest.write_text(text)
        settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": "config.staticfiles.StaticFilesStorage"}}
        return run.collected()

    def text_of(files: list[str]) -> str:
        return json.dumps({"version": "1.1", "hash": "", "paths": {file: file for file in files}})

    files = [path for finder in get_finders() for path, _storage in finder.list([])]
    assert "css/desk.css" in files
    assert found(text_of(files))
    assert not found(text_of([file for file in files if file != "css/desk.css"]))  # of an earlier release
    assert not found(text_of([]))
    assert not found("{")


@pytest.mark.skipif(shutil.which("nginx") is None, reason="nginx is not installed")
def test_nginx_takes_the_text_where_the_docs_put_it(tmp_path: Path) -> None:
    for name in ("conf.d", "snippets"):
        (tmp_path / name).mkdir()
    copies = re.findall(r"^cp (contrib/nginx/.*?) /etc/nginx/(\S+)/", (ROOT / "docs" / "serving.md").read_text(), re.M)
    assert [folder for _files, folder in copies] == ["conf.d", "snippets"]
    for files, folder in copies:
        for file in files.split():
            shutil.copy(ROOT / file, tmp_path / folder)
    key, certificate = tmp_path / "key", tmp_path / "certificate"
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=play.example.org"]
    subprocess.run([*made, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    text = (tmp_path / "conf.d" / "vexillum.conf").read_text()
    text = re.sub(
        r"(ssl_certificate_key +)\S+;", rf"\1{key};", re.sub(r"(ssl_certificate +)\S+;", rf"\1{certificate};", text)
    )
    (tmp_path / "conf.d" / "vexillum.conf").write_text(text.replace("listen 443", f"listen 127.0.0.1:{free_port()}"))
    (tmp_path / "nginx.conf").write_text(
        f"pid {tmp_path}/pid; error_log {tmp_path}/error.log; events {{ worker_connections 64; }}\n"
        f"http {{ access_log off; {temporary(tmp_path)} include {tmp_path}/conf.d/*.conf; }}\n"
    )
    done = subprocess.run(
        ["nginx", "-t", "-c", tmp_path / "nginx.conf", "-p", tmp_path], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "[emerg]" not in done.stderr

"""The settings as processes of their own read them, and the headers they put on every page."""

import json
import os
import re
import secrets
import stat
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

import manage
from config import environment

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent.parent
KEY = secrets.token_urlsafe(50)


def run(*arguments: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), **variables},
        capture_output=True,
        text=True,
        check=False,
    )


READER = """
import importlib, json, os, sys
import celery.app, django.conf, psycopg, psycopg_pool  # what settings need and do not change
for line in sys.stdin:
    names, modules, kind, variables = json.loads(line)
    if (child := os.fork()) == 0:
        os.environ.clear()
        os.environ.update(variables)
        try:
            from config import process
            process.kind = kind or process.kind
            for module in modules:
                importlib.import_module(module)
            from config import settings
            found = [getattr(settings, one, None) for one in names]
        except SystemExit as error:
            found = str(error)
        print(json.dumps(found, default=lambda one: one.__name__), flush=True)
        os._exit(0)
    if os.waitpid(child, 0)[1]:
        print("null", flush=True)
"""


@cache
def reader() -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", READER], cwd=ROOT, env={}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


@pytest.fixture(scope="module", autouse=True)
def _reader_ends() -> Iterator[None]:
    yield
    if reader.cache_info().currsize:
        reader().communicate()
        reader.cache_clear()


def read(*names: str, modules: tuple[str, ...] = (), kind: str = "", **variables: str) -> Any:
    """The settings of these names, or the line that a process ends with that cannot start."""
    process = reader()
    assert process.stdin is not None
    assert process.stdout is not None
    environment = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), **variables}
    process.stdin.write(json.dumps([names, modules, kind, environment]) + "\n")
    process.stdin.flush()
    values = json.loads(process.stdout.readline())
    assert values is not None, "the settings do not load"
    return values


@pytest.mark.parametrize(
    ("arguments", "role"),
    [
        (["migrate"], "owner"),
        (["showmigrations", "games"], "owner"),
        (["import_games", "folder"], "service"),
        (["import_games", "--check", "folder"], "none"),
        (["verify_log", "--all"], "service"),
        (["rebuild", "--help"], "none"),
        (["collectstatic"], "none"),
        ([], "none"),
    ],
)
def test_manage_picks_the_role_of_a_command(arguments: list[str], role: str) -> None:
    assert manage.role(arguments) == role


@pytest.mark.parametrize(
    ("variables", "role"),
    [
        ({}, "owner"),
        ({"DATABASE_URL": "postgresql://vex@db/games"}, "service"),
        ({"DATABASE_URL": "postgresql://vex@db/games", "DATABASE_OWNER_URL": "postgresql://own@db/games"}, "owner"),
    ],
)
def test_a_rebuild_is_the_owners_where_the_owner_is_known(
    variables: dict[str, str], role: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DATABASE_URL", "DATABASE_OWNER_URL"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert manage.role(["rebuild"]) == role


def test_checking_records_opens_no_database(tmp_path: Path) -> None:
    record = next((ROOT / "games" / "demo").glob("*.json"))
    result = run("manage.py", "import_games", "--check", "--json", str(record), VEXILLUM_DATA=str(tmp_path / "data"))
    assert (result.returncode, json.loads(result.stdout)["status"]) == (0, "valid"), result.stderr
    assert list(tmp_path.iterdir()) == []


def test_servers_of_the_operator(tmp_path: Path) -> None:
    """Nothing of ours is started, and nothing is written."""
    assert read(
        "DATABASES", "CELERY_BROKER_URL", "CELERY_RESULT_BACKEND", "DATABASE_SERVICE_ROLE",
        DATABASE_URL="postgresql://vex:pw@db/games", REDIS_URL="redis://cache/0", SECRET_KEY=KEY,
        VEXILLUM_DATA=str(tmp_path / "data"), VEXILLUM_POOL="3",
    ) == [
        {
            "default": {
                "ENGINE": "django.db.backends.postgresql",
                "NAME": "games", "USER": "vex", "PASSWORD": "pw", "HOST": "db", "PORT": "",
                "OPTIONS": {
                    "options": "-c statement_timeout=900000 -c lock_timeout=60000"
                    " -c idle_in_transaction_session_timeout=900000",
                    "connect_timeout": 5,
                    "pool": {"min_size": 1, "max_size": 3, "timeout": 10, "reconnect_timeout": 1},
                },
                "CONN_HEALTH_CHECKS": True,
            }
        },
        "redis://cache/0",
        "redis://cache/1",
        "vex",
    ]  # fmt: skip
    assert list(tmp_path.iterdir()) == []


def test_migrations_of_the_operator_need_the_owner(tmp_path: Path) -> None:
    variables = {
        "DATABASE_URL": "postgresql://vex:pw@db/games",
        "REDIS_URL": "redis://cache/0",
        "VEXILLUM_ROLE": "owner",
        "VEXILLUM_DATA": str(tmp_path / "data"),
    }
    assert read(**variables) == "Set DATABASE_OWNER_URL: migrations run as the role that owns the tables."
    owner = "postgresql://boss:pw@db/games"
    assert read("DATABASES", **variables, SECRET_KEY=KEY, DATABASE_OWNER_URL=owner) == [
        {
            "default": {
                "ENGINE": "django.db.backends.postgresql",
                "NAME": "games",
                "USER": "boss",
                "PASSWORD": "pw",
                "HOST": "db",
                "PORT": "",
                "OPTIONS": {
                    "options": "-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0",
                    "connect_timeout": 10,
                },
            }
        }
    ]


def test_the_secret_key_is_made_once_and_kept_for_us_alone(tmp_path: Path) -> None:
    variables = {
        "DATABASE_URL": "postgresql://vex@db/games",
        "REDIS_URL": "redis://cache",
        "VEXILLUM_DATA": str(tmp_path / "data"),
    }
    first, second = (read("SECRET_KEY", **variables) for _ in range(2))
    assert first == second
    assert len(str(first[0])) >= 50
    assert sorted(path.name for path in (tmp_path / "data").iterdir()) == ["secret_key", "signing_key.pem"]
    assert stat.S_IMODE((tmp_path / "data" / "secret_key").stat().st_mode) == 0o600


def test_a_secret_key_that_cannot_be_kept_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    given = {"DATABASE_URL": "postgresql://vex@db/games", "REDIS_URL": "redis://cache"}
    line = read(**given, VEXILLUM_DATA=str(tmp_path / "data"))
    assert (line[:16], line.count("\n")) == ("Set SECRET_KEY: ", 0)


def test_hosts_and_origins() -> None:
    assert read(
        "ALLOWED_HOSTS",
        "CSRF_TRUSTED_ORIGINS",
        VEXILLUM_ROLE="none",
        ALLOWED_HOSTS="stratego.example, www.stratego.example",
        CSRF_TRUSTED_ORIGINS="https://play.example:8443",
    ) == [
        ["localhost", "127.0.0.1", "[::1]", "stratego.example", "www.stratego.example", "play.example"],
        ["https://play.example:8443"],
    ]


def test_behind_https_only_named_hosts() -> None:
    data = {"VEXILLUM_ROLE": "none", "VEXILLUM_HTTPS": "1"}
    site = "https://play.example:8443/"
    names = ("ALLOWED_HOSTS", "VEXILLUM_SITE", "VEXILLUM_SITE_IN_ALL_MAILS")
    assert read(*names, **data) == [[], "http://localhost:8000", False]
    assert read(*names, **data, VEXILLUM_SITE=site) == [["play.example"], "https://play.example:8443", True]
    assert read(*names, **data, ALLOWED_HOSTS="localhost play.example", VEXILLUM_SITE=site)[0] == [
        "localhost",
        "play.example",
    ]
    assert read("VEXILLUM_SITE_IN_ALL_MAILS", VEXILLUM_ROLE="none", VEXILLUM_DEMO="1", VEXILLUM_SITE=site) == [False]


def test_https_is_one_switch() -> None:
    names = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_SSL_REDIRECT", "SECURE_HSTS_SECONDS")
    assert read(*names, VEXILLUM_ROLE="none", VEXILLUM_HTTPS="1") == [True, True, True, 31536000]
    assert read("DEBUG", VEXILLUM_ROLE="none") == [False]


def test_a_process_that_answers_people_waits_for_no_server_for_long() -> None:
    url = "postgresql://vex:pw@db/games?options=-c%20lock_timeout%3D7&connect_timeout=9"
    (result,) = read("DATABASES", kind="web", DATABASE_URL=url, REDIS_URL="redis://cache", SECRET_KEY=KEY)
    assert (result["default"]["ENGINE"], result["default"]["OPTIONS"]) == (
        "config.postgresql",
        {
            "options": "-c statement_timeout=10000 -c lock_timeout=3000 -c idle_in_transaction_session_timeout=15000"
            " -c lock_timeout=7",
            "connect_timeout": "9",
            "pool": {
                "connection_class": "PatientConnection",
                "min_size": 1,
                "max_size": 10,
                "timeout": 1,
                "reconnect_timeout": 1,
            },
        },
    )


def test_pages_know_the_replica_and_workers_do_not() -> None:
    url = "postgresql://vex@db/games"
    variables = {"DATABASE_URL": url, "DATABASE_REPLICA_URL": url.replace("db", "copy"), "REDIS_URL": "redis://cache"}
    result = []
    for kind in ("web", "work"):
        databases, routers, middleware = read(
            "DATABASES", "DATABASE_ROUTERS", "MIDDLEWARE", kind=kind, **variables, SECRET_KEY=KEY
        )
        replica = databases.get("replica", {})
        late = "web.replica.LatelyMiddleware" in middleware
        result.append([replica.get("HOST"), replica.get("ENGINE"), routers or [], late])
    stock = "django.db.backends.postgresql"  # what is away there says nothing about the database
    assert result == [["copy", stock, ["web.replica.Router"], True], [None, None, [], False]]


def test_behind_a_pooler_nothing_is_asked_of_a_session() -> None:
    """No prepared statements, no cursors beyond a transaction, no options of a connection, which pgbouncer refuses."""
    variables = {"DATABASE_URL": "postgresql://vex@db/games", "REDIS_URL": "redis://cache", "SECRET_KEY": KEY}
    (result,) = read("DATABASES", **variables, VEXILLUM_POOLER="transaction")
    default = result["default"]
    del default["OPTIONS"]["pool"]
    assert (default["OPTIONS"], default["DISABLE_SERVER_SIDE_CURSORS"]) == (
        {"prepare_threshold": None, "connect_timeout": 5},
        True,
    )


@pytest.mark.parametrize("server", ["config.asgi", "config.wsgi"])
def test_the_servers_of_pages_are_such_processes(server: str) -> None:
    variables = {
        "DATABASE_URL": "postgresql://vex@localhost:1/x",
        "REDIS_URL": "redis://localhost:1",
        "SECRET_KEY": KEY,
    }
    web, databases = read("VEXILLUM_WEB", "DATABASES", modules=(server,), **variables)
    assert (web, databases["default"]["ENGINE"]) == (True, "config.postgresql")


@pytest.mark.parametrize("missing", ["DATABASE_URL", "REDIS_URL"])
def test_a_public_site_does_not_come_up_empty(missing: str, tmp_path: Path) -> None:
    given = {"DATABASE_URL": "postgresql://vex@db/games", "REDIS_URL": "redis://cache", "VEXILLUM_HTTPS": "1"}
    del given[missing]
    line = read(**given, VEXILLUM_DATA=str(tmp_path / "data"))
    assert line == f"{missing} must be set where VEXILLUM_HTTPS is."
    assert list(tmp_path.iterdir()) == []


WRONG = {
    "DATABASE_URL": "mysql://vex:hunter2@db/games",
    "DATABASE_OWNER_URL": "postgresql://vex:hunter2@db:port/games",
    "DATABASE_REPLICA_URL": "mysql://vex:hunter2@replica/games",
    "REDIS_URL": "redis://:hunter2@cache/first",
    "EMAIL_URL": "smtp://me:hunter2@mail:5x",
    "ALLOWED_HOSTS": "https://play.example",
    "CSRF_TRUSTED_ORIGINS": "play.example",
    "SECRET_KEY": "hunter2" * 5,
    "SECRET_KEY_FALLBACKS": f"{KEY} hunter2",
    "VEXILLUM_HTTPS": "maybe",
    "VEXILLUM_DEBUG": "2",
    "VEXILLUM_DEMO": "perhaps",
    "VEXILLUM_HSTS_PRELOAD": "1",
    "VEXILLUM_PROXIES": "-1",
    "VEXILLUM_MAIL_FROM": "nobody",
    "VEXILLUM_SITE": "play.example",
    "VEXILLUM_ADMINS": "me@example.org, you",
    "VEXILLUM_LOG_LEVEL": "loud",
    "VEXILLUM_ROLE": "king",
    "VEXILLUM_POOL": "many",
    "VEXILLUM_POOLER": "session",
    "LIVE_CHANNELS": "0",
    "PORT": "80800",
    "LIVE_STREAMS": "0",
    "LIVE_PER_ADDRESS": "x",
    "WEB_THREADS": "none",
}


@pytest.fixture(scope="module")
def wrong_ends() -> dict[str, tuple[int, str]]:
    code = """
import json, os, sys
found = {}
for name, value in json.loads(sys.argv[1]).items():
    os.environ.update(usual := json.loads(sys.argv[2]) | {name: value})
    for module in [one for one in sys.modules if one.startswith("config")]:
        del sys.modules[module]
    try:
        import config.settings
        import config.asgi
        found[name] = "it starts"
    except SystemExit as error:
        found[name] = str(error)
    for one in usual:
        os.environ.pop(one, None)  # the owner's address is dropped
print(json.dumps(found))
"""
    usual = {
        "DATABASE_URL": "postgresql://vex@db/games",
        "REDIS_URL": "redis://cache",
        "SECRET_KEY": KEY,
        "VEXILLUM_HTTPS": "1",
        "VEXILLUM_BUILD": "1",
    }
    result = run("-c", code, json.dumps(WRONG), json.dumps(usual))
    assert result.returncode == 0, result.stderr
    numbers: dict[str, tuple[int, str]] = json.loads(result.stdout)
    return numbers


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_setting_is_named_in_one_line(wrong_ends: dict[str, str], name: str) -> None:
    line = wrong_ends[name]
    assert line.startswith(f"{name} ")
    assert line.endswith(".")
    assert "\n" not in line
    assert "hunter2" not in line


SAMPLE = ROOT / "contrib" / "systemd" / "vexillum.env.sample"


@pytest.mark.parametrize(
    "key",
    [
        "change-me-to-fifty-random-characters",  # what our own sample said once
        "django-insecure-" + secrets.token_urlsafe(50),
        "your-secret-key-goes-here-your-secret-key",
        "s" * 50,
        "0123" * 20,
        secrets.token_urlsafe(20),
    ],
    ids=["sample", "django", "placeholder", "one character", "four characters", "short"],
)
def test_a_key_that_others_know_or_guess_starts_no_site(key: str) -> None:
    with pytest.raises(environment.ConfigError, match=r"^SECRET_KEY is short, or others can know it: .* characters\.$"):
        environment.secret_keys("SECRET_KEY", [KEY, key])


def test_the_line_that_makes_a_key_makes_one() -> None:
    made = [subprocess.check_output(environment.MAKE_KEY, shell=True, text=True).strip() for _ in range(2)]
    assert environment.secret_keys("SECRET_KEY", made) == made
    assert made[0] != made[1]
    assert environment.MAKE_KEY in SAMPLE.read_text()


def test_no_sample_holds_a_key_that_starts_a_site() -> None:
    samples = [SAMPLE, ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    for sample in samples:
        for key in re.findall(r"^\s*SECRET_KEY=(\S+)", sample.read_text(), re.MULTILINE):
            with pytest.raises(environment.ConfigError):
                environment.secret_keys("SECRET_KEY", [key])


def test_the_strictest_transport_security_is_asked_for() -> None:
    names = ("SECURE_HSTS_INCLUDE_SUBDOMAINS", "SECURE_HSTS_PRELOAD")
    data = {"VEXILLUM_ROLE": "none", "VEXILLUM_HTTPS": "1"}
    assert read(*names, **data) == [False, False]
    assert read(*names, **data, VEXILLUM_HSTS_SUBDOMAINS="1") == [True, False]
    assert read(*names, **data, VEXILLUM_HSTS_SUBDOMAINS="1", VEXILLUM_HSTS_PRELOAD="1") == [True, True]


def test_health_answers_any_host_and_touches_nothing(client: Client, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["play.example"]
    settings.SECURE_SSL_REDIRECT = True
    health = client.get("/healthz", headers={"Host": "10.0.0.7"})
    assert (health.status_code, health.content, health.headers["Cache-Control"]) == (200, b"ok\n", "no-store")


def test_readiness_asks_both_servers(client: Client, db: None) -> None:
    ready = client.get("/readyz", headers={"Host": "10.0.0.7"})
    assert ready.content.startswith(b"database: ok\nbroker: ok\nwriting: ok\nweb: ")


def test_the_build_changes_with_the_sources_only() -> None:
    first, second = (read("VEXILLUM_BUILD", VEXILLUM_ROLE="none") for _ in range(2))
    assert first == second
    assert len(str(first[0])) == 12
    assert read("VEXILLUM_BUILD", VEXILLUM_ROLE="none", VEXILLUM_BUILD="v1") == ["v1"]


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/login/", "/admin/login/", "/nothing-here/"])
def test_every_page_has_the_headers(client: Client, path: str) -> None:
    headers = client.get(path).headers
    policy = sorted(headers["Content-Security-Policy"].split("; "))
    assert policy == [
        "base-uri 'none'",
        "connect-src 'self'",
        "default-src 'none'",
        "font-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "img-src 'self' data:",
        "script-src 'self'",
        "style-src 'self'",
    ]
    assert {name: headers[name] for name in (
        "X-Frame-Options", "X-Content-Type-Options", "Referrer-Policy", "Cross-Origin-Opener-Policy"
    )} == {
        "X-Frame-Options": "DENY",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
    }  # fmt: skip


def test_a_form_without_its_token_is_refused_and_its_body_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.post("/login/", {"username": "red", "password": "BFB9M"}).status_code == 403
    assert "/login/" in caplog.text
    assert "BFB9M" not in caplog.text

"""The settings as processes of their own read them, and the headers they put on every page."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client

import manage

ROOT = Path(__file__).parent.parent.parent


def run(*arguments: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    """Run Python with an environment that says only what is given."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), **variables},
        capture_output=True,
        text=True,
        check=False,
    )


def read(*names: str, **variables: str) -> list[object]:
    """Return settings as a process with these variables has them."""
    code = f"import json; from config import settings; print(json.dumps([getattr(settings, n) for n in {names!r}]))"
    result = run("-c", code, **variables)
    assert result.returncode == 0, result.stderr
    values: list[object] = json.loads(result.stdout)
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


def test_checking_records_opens_no_database(tmp_path: Path) -> None:
    record = next((ROOT / "games" / "demo").glob("*.json"))
    result = run("manage.py", "import_games", "--check", "--json", str(record), VEXILLUM_DATA=str(tmp_path / "data"))
    assert (result.returncode, json.loads(result.stdout)["status"]) == (0, "valid"), result.stderr
    assert list(tmp_path.iterdir()) == []


def test_servers_of_the_operator(tmp_path: Path) -> None:
    """Nothing of ours is started, and nothing is written."""
    assert read(
        "DATABASES", "CELERY_BROKER_URL", "CELERY_RESULT_BACKEND", "DATABASE_SERVICE_ROLE",
        DATABASE_URL="postgresql://vex:pw@db/games", REDIS_URL="redis://cache/0", SECRET_KEY="s" * 50,
        VEXILLUM_DATA=str(tmp_path / "data"), VEXILLUM_POOL="3",
    ) == [
        {
            "default": {
                "ENGINE": "django.db.backends.postgresql",
                "NAME": "games", "USER": "vex", "PASSWORD": "pw", "HOST": "db", "PORT": "",
                "OPTIONS": {"pool": {"min_size": 1, "max_size": 3, "timeout": 10}},
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
    result = run("-c", "import config.settings", **variables)
    assert result.returncode == 1
    assert result.stderr.endswith("Set DATABASE_OWNER_URL: migrations run as the role that owns the tables.\n")
    owner = "postgresql://boss:pw@db/games"
    assert read("DATABASES", **variables, SECRET_KEY="s" * 50, DATABASE_OWNER_URL=owner) == [
        {
            "default": {
                "ENGINE": "django.db.backends.postgresql",
                "NAME": "games",
                "USER": "boss",
                "PASSWORD": "pw",
                "HOST": "db",
                "PORT": "",
                "OPTIONS": {},
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
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["secret_key"]
    assert stat.S_IMODE((tmp_path / "data" / "secret_key").stat().st_mode) == 0o600


def test_a_secret_key_that_cannot_be_kept_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    result = run(
        "-c",
        "import config.settings",
        DATABASE_URL="postgresql://vex@db/games",
        REDIS_URL="redis://cache",
        VEXILLUM_DATA=str(tmp_path / "data"),
    )
    assert result.returncode == 1
    assert "ImproperlyConfigured: Set SECRET_KEY" in result.stderr


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
    told = {"VEXILLUM_ROLE": "none", "VEXILLUM_HTTPS": "1"}
    site = "https://play.example:8443/"
    names = ("ALLOWED_HOSTS", "VEXILLUM_SITE", "VEXILLUM_SITE_IN_ALL_MAILS")
    assert read(*names, **told) == [[], "http://localhost:8000", False]
    assert read(*names, **told, VEXILLUM_SITE=site) == [["play.example"], "https://play.example:8443", True]
    assert read(*names, **told, ALLOWED_HOSTS="localhost play.example", VEXILLUM_SITE=site)[0] == [
        "localhost",
        "play.example",
    ]
    assert read("VEXILLUM_SITE_IN_ALL_MAILS", VEXILLUM_ROLE="none", VEXILLUM_DEMO="1", VEXILLUM_SITE=site) == [False]


def test_https_is_one_switch() -> None:
    names = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_SSL_REDIRECT", "SECURE_HSTS_SECONDS")
    assert read(*names, VEXILLUM_ROLE="none", VEXILLUM_HTTPS="1") == [True, True, True, 31536000]
    assert read("DEBUG", VEXILLUM_ROLE="none") == [False]


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

"""What the addresses of servers mean to Django and Celery."""

import pytest

from config import addresses


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        (
            "postgresql://vexillum:p%40ss@db.example:6432/games?sslmode=require",
            ("games", "vexillum", "p@ss", "db.example", "6432", {"sslmode": "require"}),
        ),
        ("postgres://vexillum@/vexillum?host=/run/postgresql", ("vexillum", "vexillum", "", "/run/postgresql", "", {})),
        ("postgresql://[::1]:5432/vexillum", ("vexillum", "", "", "::1", "5432", {})),
    ],
)
def test_a_database(url: str, expected: tuple[object, ...]) -> None:
    assert addresses.database(url) == {
        "ENGINE": "django.db.backends.postgresql",
        **dict(zip(("NAME", "USER", "PASSWORD", "HOST", "PORT", "OPTIONS"), expected, strict=True)),
    }


@pytest.mark.parametrize("url", ["mysql://me:secret@host/name", "postgresql://me:secret@host", "secret"])
def test_what_is_no_database_is_refused_without_its_password(url: str) -> None:
    with pytest.raises(ValueError, match="looks like") as error:
        addresses.database(url)
    assert "secret" not in str(error.value)


@pytest.mark.parametrize(
    ("url", "cache", "broker"),
    [
        ("redis://host:6379", "redis://host:6379/2", "redis://host:6379/2"),
        ("rediss://:p%40ss@host/4", "rediss://:p%40ss@host/6", "rediss://:p%40ss@host/6"),
        ("unix:///run/valkey.sock", "unix:///run/valkey.sock?db=2", "redis+socket:///run/valkey.sock?virtual_host=2"),
        (
            "unix://:pw@/run/valkey.sock?db=4",
            "unix://:pw@/run/valkey.sock?db=6",
            "redis+socket://:pw@/run/valkey.sock?virtual_host=6",
        ),
    ],
)
def test_redis_for_the_cache_and_for_celery(url: str, cache: str, broker: str) -> None:
    assert addresses.redis(url, database=2) == cache
    assert addresses.celery(url, database=2) == broker


def test_what_is_no_redis_is_refused() -> None:
    with pytest.raises(ValueError, match="looks like redis://"):
        addresses.redis("memcached://host", database=0)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("smtp://me:p%40ss@mail.example", ("mail.example", 587, "me", "p@ss", False, True)),
        ("smtp://mail.example:25", ("mail.example", 25, "", "", False, False)),
        ("smtp://mail.example:2525?tls=0", ("mail.example", 2525, "", "", False, False)),
        ("smtps://me:secret@mail.example", ("mail.example", 465, "me", "secret", True, False)),
    ],
)
def test_a_mail_server(url: str, expected: tuple[object, ...]) -> None:
    names = ("HOST", "PORT", "HOST_USER", "HOST_PASSWORD", "USE_SSL", "USE_TLS")
    assert addresses.mail(url) == {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        **{f"EMAIL_{name}": value for name, value in zip(names, expected, strict=True)},
    }


@pytest.mark.parametrize("url", ["imap://me:secret@host", "smtp://", "secret"])
def test_what_is_no_mail_server_is_refused_without_its_password(url: str) -> None:
    with pytest.raises(ValueError, match="looks like") as error:
        addresses.mail(url)
    assert "secret" not in str(error.value)

"""What the addresses of servers in the environment mean to Django and Celery."""

from typing import Any
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit, urlunsplit


def database(url: str) -> dict[str, Any]:
    """Read `postgresql://user:password@host:port/name?option=value` into an entry of Django's `DATABASES`.

    The folder of a Unix socket is given as `?host=/folder`; every other option goes to libpq as it is.

    Raises:
        ValueError: the address is not one of PostgreSQL, or names no database. The message shows no password.
    """
    parts = urlsplit(url)
    options = dict(parse_qsl(parts.query))
    name = unquote(parts.path.removeprefix("/"))
    if parts.scheme not in {"postgres", "postgresql"} or not name:
        raise ValueError("A database address looks like postgresql://user:password@host:5432/name")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": options.pop("host", unquote(parts.hostname or "")),
        "PORT": options.pop("port", str(parts.port or "")),
        "OPTIONS": options,
    }


def redis(url: str, *, database: int) -> str:
    """Return `url` with its database number raised by `database`, as redis-py reads it (cache)."""
    parts = urlsplit(url)
    if parts.scheme == "unix":
        options = dict(parse_qsl(parts.query))
        options["db"] = str(int(options.get("db", "0")) + database)
        return f"unix://{parts.netloc}{parts.path}?{urlencode(options)}"
    if parts.scheme not in {"redis", "rediss"}:
        raise ValueError("A Redis or Valkey address looks like redis://host:6379/0 or unix:///path/to/socket")
    number = int(parts.path.strip("/") or "0") + database
    return urlunsplit(parts._replace(path=f"/{number}"))


def celery(url: str, *, database: int) -> str:
    """Return the same as `redis`, as Celery reads it (broker and results)."""
    address = redis(url, database=database)
    parts = urlsplit(address)
    if parts.scheme != "unix":
        return address
    options = dict(parse_qsl(parts.query))
    options["virtual_host"] = options.pop("db")
    user = f"{parts.netloc.rpartition('@')[0]}@" if "@" in parts.netloc else ""
    return f"redis+socket://{user}{quote(parts.path)}?{urlencode(options)}"


def mail(url: str) -> dict[str, Any]:
    """Read `smtp://user:password@host:587` into Django's settings of mail, each under its name.

    `smtp://` encrypts by STARTTLS, except on port 25 and with `?tls=0`; `smtps://` from the first byte (port 465).

    Raises:
        ValueError: the address is not one of a mail server. The message shows no password.
    """
    parts = urlsplit(url)
    if parts.scheme not in {"smtp", "smtps"} or not parts.hostname:
        raise ValueError("The address of a mail server looks like smtp://user:password@host:587 or smtps://host:465")
    secure = parts.scheme == "smtps"
    port = parts.port or (465 if secure else 587)
    options = dict(parse_qsl(parts.query))
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": unquote(parts.hostname),
        "EMAIL_PORT": port,
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": secure,
        "EMAIL_USE_TLS": not secure and options.get("tls", "0" if port == 25 else "1") != "0",
    }

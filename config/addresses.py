"""What the addresses of servers in the environment mean to Django and Celery, and where a request comes from."""

from collections.abc import MutableMapping
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
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


LOCAL = "local"
"""Stands for a client without an address: one that comes over a Unix socket."""


def client(peer: str, forwarded: str, *, proxies: int) -> str:
    """Return where a request comes from, as every limit counts it: an IPv4 address, or the /64 of an IPv6 address, for
    who has one of its addresses has all of them.

    Args:
        peer: who opened the connection.
        forwarded: `X-Forwarded-For`, to which each proxy of ours adds whom it hears; the rest is the client's word.
        proxies: how many of ours the request came through. What stands before them counts; if that is no address, or
            missing, the peer does.
    """
    hops = [hop for hop in map(str.strip, forwarded.split(",")) if hop]
    told = _address(hops[-proxies]) if 0 < proxies <= len(hops) else None
    found = told or _address(peer)
    if found is None:
        return LOCAL
    if isinstance(found, IPv6Address):
        return str(IPv6Network((int(found) >> 64 << 64, 64)).network_address)
    return str(found)


def client_of(scope: MutableMapping[str, Any], *, proxies: int) -> str:
    """The same of a connection as ASGI describes it."""
    forwarded = b",".join(value for name, value in scope["headers"] if name == b"x-forwarded-for")
    peer = (scope.get("client") or ("",))[0] or ""
    return client(peer, forwarded.decode("latin-1"), proxies=proxies)


def _address(text: str) -> IPv4Address | IPv6Address | None:
    """Read `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, `[2001:db8::1]:4711`, with a zone or not."""
    text = text.strip().strip('"')
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, IPv6Address) else found

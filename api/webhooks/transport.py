"""Sending to an address that a stranger chose, from inside our network: to nothing of our own, and not for long.

The name is looked up once, and the connection goes to that very address: a name that answers otherwise a moment later
leads nowhere else. One address of it that is no public one is enough to refuse it. Nobody is followed to where a
program redirects, no proxy is asked, and of the answer the status alone is read.
"""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from functools import cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings

LOOKUP, CONNECT, WHOLE = 2.0, 3.0, 5.0
"""Seconds for the name, for each step of the connection, and for all of it."""

MOST_NAMES = 32
"""Names that are looked up at the same time: one that hangs holds a thread for longer than it is waited for."""

AGENT = "Vexillum-Webhooks/1"
_UNICAST = IPv6Network("2000::/3")
"""The only addresses of IPv6 that are given out for all (RFC 4291)."""

_SPECIAL = tuple(map(ip_network, ("192.0.0.0/24", "192.88.99.0/24", "2001::/23", "3fff::/20")))
_PUBLIC_WITHIN = frozenset(map(IPv4Address, ("192.0.0.9", "192.0.0.10")))
"""Networks that IANA keeps for protocols, relays and books, which Python calls global in part (RFC 6890, 7526, 9637);
and the two addresses within them that may be reached from everywhere."""

_EMBEDDING = IPv6Network("64:ff9b::/96")
"""Addresses of IPv6 behind which a gateway puts one of IPv4 (RFC 6052)."""


class SendingFailed(Exception):
    """It was not taken.

    Attributes:
        problem: a slug: `address` (none that we send to), `name` (cannot be looked up), `tls`, `timeout`, `connection`,
            `redirect`, `status`, or `gone`.
        status: what was answered, if anything.
    """

    def __init__(self, problem: str, status: int | None = None) -> None:
        super().__init__(problem)
        self.problem, self.status = problem, status


class Target(NamedTuple):
    """Where something is sent."""

    secure: bool
    host: str
    port: int
    path: str


def target_of(address: str) -> Target:
    """An address as it was typed.

    Raises:
        ValueError: nothing is sent to such an address, whatever its name leads to.
    """
    if not (address.isascii() and address.isprintable()) or set(address) & set(' "<>\\^`{|}'):
        raise ValueError("an address has printable characters of ASCII")
    parts = urlsplit(address)
    host, port = parts.hostname, parts.port
    if not host or "@" in parts.netloc or parts.fragment or "%" in host:
        raise ValueError("an address has a host, and neither a user nor a fragment")
    secure = parts.scheme == "https"
    if not secure and not (settings.VEXILLUM_LOCAL_WEBHOOKS and parts.scheme == "http"):
        raise ValueError("an address begins with https")
    chosen = port or (443 if secure else 80)
    if not (settings.VEXILLUM_LOCAL_WEBHOOKS or chosen == 443 or chosen >= 1024):
        raise ValueError("a port is 443, or 1024 and above")
    with suppress(ValueError):
        if not is_allowed(ip_address(host)):
            raise SendingFailed("address")
    if not settings.VEXILLUM_LOCAL_WEBHOOKS and host in _own_names():
        raise SendingFailed("address")
    return Target(secure, host, chosen, (parts.path or "/") + (f"?{parts.query}" if parts.query else ""))


def is_allowed(address: IPv4Address | IPv6Address) -> bool:
    """Whether something may be sent there: to a public address; in tests to this machine, and to nothing else."""
    if settings.VEXILLUM_LOCAL_WEBHOOKS:
        return address.is_loopback
    if isinstance(address, IPv6Address):
        inner = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
        if address in _EMBEDDING:
            inner.append(IPv4Address(int(address) & 0xFFFFFFFF))
        if any(item is not None for item in inner):
            return False
        if address not in _UNICAST:
            return False
    if any(address in network for network in _SPECIAL) and address not in _PUBLIC_WITHIN:
        return False
    if address.is_multicast or address.is_reserved or address.is_private or address.is_unspecified:
        return False
    return address.is_global and not _is_of_this_machine(address)


def _is_of_this_machine(address: IPv4Address | IPv6Address) -> bool:
    """Whether an interface of this machine has the address: it is reached from itself. Nothing is sent."""
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    with socket.socket(family, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect((str(address), 9))
        return ip_address(probe.getsockname()[0]) == address
    return False


def _own_names() -> set[str]:
    """The names that this service answers to, which may lead to a proxy before it."""
    names = {str(urlsplit(settings.VEXILLUM_SITE).hostname), *settings.ALLOWED_HOSTS}
    return {name for name in names if not name.startswith((".", "*", "["))}


def post(address: str, body: bytes, headers: Mapping[str, str]) -> int:
    """Post a body; return the status, which is one of 200 to 299.

    Args:
        address: as it was typed.
        body: JSON.
        headers: besides our own.

    Raises:
        SendingFailed: it was not taken.
    """
    try:
        target = target_of(address)
    except ValueError:
        raise SendingFailed("address") from None
    text = _look_up(target.host, target.port)
    whole = {"Content-Type": "application/json", "User-Agent": AGENT, "Connection": "close", **headers}
    connection = _Pinned(target, text)
    watch = threading.Timer(WHOLE, connection.cut)
    watch.daemon = True
    watch.start()
    try:
        connection.request("POST", target.path, body, whole)
        status = connection.getresponse().status
        if connection.late:  # a status line may be there already when the rest is cut off
            raise SendingFailed("timeout")
    except TimeoutError:
        raise SendingFailed("timeout") from None
    except ssl.SSLError:
        raise SendingFailed("timeout" if connection.late else "tls") from None
    except (OSError, http.client.HTTPException, ValueError):
        raise SendingFailed("timeout" if connection.late else "connection") from None
    finally:
        watch.cancel()
        connection.close()
    if 200 <= status < 300:
        return status
    problem = "gone" if status == 410 else "redirect" if 300 <= status < 400 else "status"
    raise SendingFailed(problem, status)


def _look_up(host: str, port: int) -> str:
    """The address of a host. Raises `SendingFailed`."""
    own_names = () if settings.VEXILLUM_LOCAL_WEBHOOKS else _own_names()
    own = [_threads().submit(_addresses_of, name, port) for name in own_names]
    looking_up = _threads().submit(_addresses_of, host, port)
    done, _late = wait([looking_up, *own], LOOKUP)
    try:
        texts = looking_up.result(0)
    except (OSError, TimeoutError, UnicodeError):
        raise SendingFailed("name") from None
    refused = {
        address for future in own if future in done and future.exception() is None for address in future.result()
    }
    if not texts or not all(is_allowed(ip_address(text.partition("%")[0])) and text not in refused for text in texts):
        raise SendingFailed("address")
    return texts[0]


def _addresses_of(host: str, port: int) -> list[str]:
    return [str(item[4][0]) for item in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


@cache
def _threads() -> ThreadPoolExecutor:
    """Where names are looked up, which has no limit of time by itself."""
    return ThreadPoolExecutor(max_workers=MOST_NAMES, thread_name_prefix="names")


class _Pinned(http.client.HTTPConnection):
    """A connection to one address, whatever its host is called."""

    def __init__(self, target: Target, text: str) -> None:
        super().__init__(target.host, target.port, timeout=CONNECT)
        self.secure, self.found, self.late = target.secure, text, False
        self.default_port = 443 if target.secure else 80  # the header `Host` names any other one

    def connect(self) -> None:
        """Connect to the resolved address, with the requested host name."""
        self.sock = socket.create_connection((self.found, self.port), CONNECT)
        if self.late:
            raise TimeoutError
        if self.secure:
            self.sock = ssl.create_default_context().wrap_socket(self.sock, server_hostname=self.host)

    def cut(self) -> None:
        """End it, whatever it waits for."""
        self.late = True
        with suppress(OSError, AttributeError):
            self.sock.shutdown(socket.SHUT_RDWR)

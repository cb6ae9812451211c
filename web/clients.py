"""Where a request comes from: the one place that says so."""

from __future__ import annotations

from collections.abc import MutableMapping
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any

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
    address = _address(hops[-proxies]) if 0 < proxies <= len(hops) else None
    result = address or _address(peer)
    if result is None:
        return LOCAL
    if isinstance(result, IPv6Address):
        return str(IPv6Network((int(result) >> 64 << 64, 64)).network_address)
    return str(result)


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
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return address.ipv4_mapped or address if isinstance(address, IPv6Address) else address

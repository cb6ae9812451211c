"""The whole service, streams too, run by a thread of the test's process on the test's database."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import uvicorn

from config.asgi import Site
from config.pages import Pages
from config.serve import config_of
from realtime.app import Streams
from realtime.hub import Hub, Limits

THREADS = 4
_ports: list[int] = []


class Address(str):
    hub: Hub


def listening(site: Address, streams: int) -> None:
    """Wait until so many streams are open and Valkey is heard: what happens from now on is told to their pages."""
    deadline = time.monotonic() + 90
    while len(site.hub.streams) != streams or not site.hub.hears:
        assert time.monotonic() < deadline, len(site.hub.streams)
        time.sleep(0.02)


def _port_again() -> int:
    """The port of the server before, if it is free, or 0. For a browser it is a site then whose scripts it has."""
    for port in _ports:
        with socket.socket() as probe, suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", port))
            return port
    return 0


@contextmanager
def serving(limits: Limits | None = None, *, threads: int = THREADS) -> Iterator[Address]:
    """Serve what `make demo` serves on a free port of this machine; yields the address.

    Args:
        threads: requests for pages that are answered at the same time, each on a connection of its own.
    """
    from config.wsgi import application as pages

    site = Site(Streams(limits), Pages(pages, threads=threads))
    config = config_of(site, host="127.0.0.1", port=_port_again(), log_level="critical", timeout_graceful_shutdown=2)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            thread.join(0.02)
        port = server.servers[0].sockets[0].getsockname()[1]
        _ports[:] = [port]
        address = Address(f"http://localhost:{port}")
        address.hub = site.streams.hub
        yield address
    finally:
        site.streams.hub.close_soon()
        server.should_exit = True
        thread.join(60)
        site.pages.executor.shutdown(wait=True, cancel_futures=True)

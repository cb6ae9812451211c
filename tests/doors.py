"""A door before a server's socket, to see what happens while the server is away: it refuses, or it hangs.

The servers of the tests are shared, so none of them is stopped: a door stands before one of them for one test alone.
"""

from __future__ import annotations

import selectors
import shutil
import socket
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


class Door:
    """What stands at `path` before the socket `behind`. It is open at first."""

    def __init__(self, path: Path, behind: Path) -> None:
        self.path, self.behind = path, behind
        self.passing = threading.Event()
        self.passing.set()
        self.ended = False
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._listener: socket.socket | None = None
        self.open()

    def open(self) -> None:
        if self._listener is None:
            self.path.unlink(missing_ok=True)
            self._listener = socket.socket(socket.AF_UNIX)
            self._listener.bind(str(self.path))
            self._listener.listen(64)
            threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()
        self.passing.set()

    def hang(self) -> None:
        """As a server that is stopped by SIGSTOP: connections are taken, and nothing is answered."""
        self.passing.clear()

    def refuse(self) -> None:
        """As a server that has ended: connections break, and new ones are refused."""
        if self._listener is not None:
            with suppress(OSError):
                self._listener.shutdown(socket.SHUT_RDWR)
            self._listener.close()
            self._listener = None
        for pair in self._pairs:
            for item in pair:
                with suppress(OSError):
                    item.shutdown(socket.SHUT_RDWR)
        self._pairs.clear()
        self.passing.set()

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                here, _address = listener.accept()
                there = socket.socket(socket.AF_UNIX)
                there.connect(str(self.behind))
            except OSError:
                return
            self._pairs.append((here, there))
            threading.Thread(target=self._carry, args=(here, there), daemon=True).start()

    def _carry(self, here: socket.socket, there: socket.socket) -> None:
        with here, there, selectors.DefaultSelector() as ready, suppress(OSError, ValueError):
            ready.register(here, selectors.EVENT_READ, there)
            ready.register(there, selectors.EVENT_READ, here)
            while True:
                for key, _events in ready.select():
                    self.passing.wait()
                    data = key.fileobj.recv(65536)  # type: ignore[union-attr]
                    if not data:
                        return
                    key.data.sendall(data)


@contextmanager
def door(behind: Path) -> Iterator[Door]:
    """A door before a Unix socket, with the same name in a folder of its own."""
    folder = Path(tempfile.mkdtemp(prefix="vexillum-door-"))
    result = Door(folder / behind.name, behind)
    try:
        yield result
    finally:
        result.refuse()
        shutil.rmtree(folder, ignore_errors=True)

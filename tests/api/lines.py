"""How tests read streams of lines: over a connection of their own, as programs do."""

from __future__ import annotations

import http.client
import json
import socket
from typing import Any
from urllib.parse import urlsplit

V1 = "/api/v1/"


class Lines:
    """A program that reads a stream.

    Args:
        site: the address of the service.
        path: below `/api/v1/`.
        secret: of the token.
        headers: more of them.
    """

    def __init__(self, site: str, path: str, secret: str, **headers: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", urlsplit(site).port or 80), timeout=30)
        data = {"Host": "localhost", "Authorization": f"Bearer {secret}", **headers}
        head = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in data.items())
        self.socket.sendall(f"GET {V1}{path} HTTP/1.1\r\n{head}\r\n".encode())
        self.file = self.socket.makefile("rb")
        self.status = int(self.file.readline().split()[1])
        self.headers = http.client.parse_headers(self.file)

    def body(self) -> Any:
        return json.loads(self.file.read(int(self.headers["Content-Length"])))

    def raw(self) -> bytes | None:
        """The next line as it comes, an empty one too; None at the end. Each is a chunk, or some come in one."""
        if not getattr(self, "_waiting", None):
            size = int(self.file.readline() or b"0", 16)
            if not size:
                return None
            self._waiting = self.file.read(size).splitlines()
            self.file.readline()
        return self._waiting.pop(0)

    def next(self) -> dict[str, Any] | None:
        while (line := self.raw()) == b"":
            pass
        values: dict[str, Any] | None = None if line is None else json.loads(line)
        return values

    def until(self, **wanted: Any) -> dict[str, Any]:
        while (line := self.next()) is not None:
            if all(line.get(name) == value for name, value in wanted.items()):
                return line
        raise AssertionError(f"the stream ended before {wanted}")

    def close(self) -> None:
        self.file.close()
        self.socket.close()

"""A mail server that keeps what it is sent."""

from __future__ import annotations

import email
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import Message
from typing import Any


class Postbox:
    def __init__(self) -> None:
        self.port = 0
        self.mails: list[Message] = []
        self.come = threading.Condition()

    def wait(self, number: int, seconds: float = 60) -> list[Message]:
        with self.come:
            assert self.come.wait_for(lambda: len(self.mails) >= number, seconds), f"{len(self.mails)} mails came"
            return list(self.mails)

    def keep(self, text: bytes) -> None:
        with self.come:
            self.mails.append(email.message_from_bytes(text))
            self.come.notify_all()


@contextmanager
def postbox() -> Iterator[Postbox]:
    """Serve one on a free port of this machine; it takes any password."""
    box = Postbox()

    class Talk(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.say(b"220 here")
            for line in self.rfile:
                word = line[:4].upper().strip()
                if word == b"EHLO":
                    self.say(b"250-here\r\n250 AUTH PLAIN")
                elif word == b"AUTH":
                    self.say(b"235 yes")
                elif word == b"DATA":
                    self.say(b"354 go on")
                    lines: list[bytes] = []
                    while (text := self.rfile.readline()) not in {b".\r\n", b""}:
                        lines.append(text)
                    box.keep(b"".join(lines))
                    self.say(b"250 kept")
                else:
                    self.say(b"221 bye" if word == b"QUIT" else b"250 yes")

        def say(self, line: bytes) -> None:
            self.wfile.write(line + b"\r\n")

    class Server(socketserver.ThreadingTCPServer):
        daemon_threads = True
        allow_reuse_address = True

    with Server(("127.0.0.1", 0), Talk) as server:
        box.port = server.server_address[1]
        serving: Any = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        serving.start()
        yield box
        server.shutdown()

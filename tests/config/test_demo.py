"""`make demo`, as far as it goes before it starts anything."""

import socket
from pathlib import Path

from config import demo


def test_a_free_port_is_fine(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        port = other.getsockname()[1]
    assert demo._trouble("127.0.0.1", port, tmp_path) is None


def test_a_taken_port_names_another() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        trouble = demo._trouble("127.0.0.1", port, None)
    assert trouble is not None
    assert trouble.startswith(f"port {port} cannot be used (")
    assert trouble.endswith(f"choose another: make demo PORT={port + 1}")


def test_an_archive_that_is_not_there_is_told_first(tmp_path: Path) -> None:
    missing = tmp_path / "games"
    assert demo._trouble("127.0.0.1", 8000, missing) == f"RECORDS={missing} does not exist."

"""The caller's side: a process holds the lease of a data folder and joins the servers that answer there."""

import fcntl
import os
import socket
import stat
import struct
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from config.embedded.accounts import ServerAccount
from config.embedded.binaries import postgres_binary, valkey_binary
from config.embedded.folder import (
    DATABASE,
    KEEPER_LOCK,
    KEEPER_LOG,
    LEASE,
    POSTGRES_SOCKET,
    SERVICE,
    SOCKETS,
    VALKEY_SOCKET,
    VARIABLE,
    EmbeddedError,
    same_file,
)

KEEPER = Path(__file__).with_name("__main__.py")  # the program
START_SECONDS = 60.0  # a cold start takes one or two; a busy machine more
LOG_BYTES = 1_000_000

_leases: dict[Path, int] = {}  # file descriptors, open until the process ends


@dataclass(frozen=True, slots=True)
class Servers:
    """Where the running servers listen.

    `postgres` is the folder of the PostgreSQL socket, as libpq's `host` wants it; `valkey` is the socket itself.
    """

    postgres: Path
    valkey: Path

    def database_url(self, role: str = SERVICE, database: str = DATABASE) -> str:
        """Return the `postgresql://` address for `role`, one of `SERVICE`, `OWNER` and `SUPERUSER`."""
        return f"postgresql://{role}@/{database}?host={self.postgres}"


def ensure(folder: Path, *, seconds: float = START_SECONDS) -> Servers:
    """Start or join the servers of `folder` and keep them until this process and its forks have ended.

    Args:
        folder: the data folder; made if it is missing.
        seconds: how long to wait for servers that have to start.

    Raises:
        EmbeddedError: the folder or the servers cannot be used. The message names the variable for another folder.
    """
    folder = Path(os.path.abspath(folder))
    _prepare(folder)
    _hold_lease(folder)
    deadline = time.monotonic() + seconds
    while (servers := _answering(folder)) is None:
        if time.monotonic() > deadline:
            raise EmbeddedError(
                f"The embedded servers in {folder} did not start within {seconds:.0f} seconds.\n{_tail(folder)}\n"
                f"Set {VARIABLE} to use another folder, or DATABASE_URL and REDIS_URL to use your own servers."
            )
        if not _is_locked(folder / KEEPER_LOCK):
            ServerAccount.for_postgres()  # what cannot be had is said here, not in the keeper's log
            _start_keeper(folder)
        time.sleep(0.02)
    return servers


def _prepare(folder: Path) -> None:
    """Make the folder, and make sure that it is ours alone."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = folder.stat()
        if status.st_uid != os.geteuid():
            raise PermissionError("it belongs to another account")
        if stat.S_IMODE(status.st_mode) & 0o067:
            folder.chmod(0o700)
        if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
            raise PermissionError("it cannot be written")
    except OSError as error:
        raise EmbeddedError(
            f"The data folder {folder} cannot be used: {error}. Set {VARIABLE} to a folder of your own."
        ) from error


def _hold_lease(folder: Path) -> None:
    """Take the shared lock once a process; a stopping keeper lets go of it only when its servers have ended."""
    if folder in _leases:
        if same_file(_leases[folder], folder / LEASE):
            return
        os.close(_leases.pop(folder))  # the folder was removed and made again
    lease = os.open(folder / LEASE, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    fcntl.flock(lease, fcntl.LOCK_SH)
    _leases[folder] = lease


def _is_locked(path: Path) -> bool:
    """Tell whether another process holds the exclusive lock on `path`."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CLOEXEC)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    else:
        return False
    finally:
        os.close(descriptor)


def _answering(folder: Path) -> Servers | None:
    """Return the servers if both answer, else `None`."""
    try:
        sockets = Path(os.readlink(folder / SOCKETS))
    except OSError:
        return None
    postgres, valkey = sockets / POSTGRES_SOCKET, sockets / VALKEY_SOCKET
    if _postgres_answers(postgres) and _valkey_answers(valkey):
        return Servers(postgres=postgres.parent, valkey=valkey)
    return None


def _ask(path: Path, message: bytes) -> bytes:
    """Send `message` to a Unix socket and return all of the answer, nothing if nobody is there."""
    answer = b""
    with suppress(OSError), socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(2)
        connection.connect(str(path))
        connection.sendall(message)
        while part := connection.recv(4096):
            answer += part
    return answer


def _postgres_answers(path: Path) -> bool:
    """Ask for a session and leave it: `R` means that the server takes them, `E` that it is starting or stopping."""
    parameters = f"user\0{SERVICE}\0database\0{DATABASE}\0\0".encode()
    startup = struct.pack("!ii", 8 + len(parameters), 3 << 16) + parameters
    return _ask(path, startup + b"X\0\0\0\4").startswith(b"R")


def _valkey_answers(path: Path) -> bool:
    return _ask(path, b"PING\r\nQUIT\r\n").startswith(b"+PONG")


def _start_keeper(folder: Path) -> None:
    """Run the keeper in a session of its own; the call returns when it has forked away."""
    command = [sys.executable, "-I", "-S", str(KEEPER), str(folder), str(postgres_binary()), str(valkey_binary())]
    path = folder / KEEPER_LOG
    with suppress(FileNotFoundError):
        if path.stat().st_size > LOG_BYTES:
            path.rename(path.with_suffix(".log.1"))
    log = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
    try:
        subprocess.run(  # noqa: S603
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/", start_new_session=True, check=False
        )
    finally:
        os.close(log)


def _tail(folder: Path) -> str:
    with suppress(OSError):
        return "\n".join((folder / KEEPER_LOG).read_text(errors="replace").splitlines()[-15:])
    return ""

"""The keeper: the process that owns the servers of one data folder, and lays the folder out."""

import fcntl
import hashlib
import os
import re
import shutil
import signal
import stat
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from config.embedded.accounts import ServerAccount, let_through
from config.embedded.folder import (
    KEEPER_LOCK,
    LEASE,
    POSTGRES_SOCKET,
    SOCKETS,
    VALKEY_SOCKET,
    VARIABLE,
    EmbeddedError,
    same_file,
)
from config.embedded.servers import Postgres, Valkey

LOOK_SECONDS = 0.4  # between two looks at the lease
LOOKS = 3  # in a row without a lease before the servers stop
SOCKET_PATH_BYTES = 107  # sun_path of Linux, without its final zero
ELSEWHERE = Path("/var/lib/vexillum")


@dataclass
class Keeper:
    """The process that owns the servers of one data folder."""

    folder: Path
    postgres: Postgres
    valkey: Valkey
    asked_to_stop: bool = False

    @classmethod
    def of(cls, folder: Path, postgres: Path, valkey: Path) -> "Keeper":
        """Prepare `folder` for servers with binaries in the folders `postgres` and `valkey`."""
        caller = ServerAccount.of_caller()
        account = ServerAccount.for_postgres()
        if account.dropped:
            let_through(folder, account)
        home = _postgres_home(folder, account)
        sockets = _sockets(folder, account)
        return cls(
            folder=folder,
            postgres=Postgres(
                program=_reachable_binary(postgres, home, account),
                home=home / "cluster",
                sockets=(sockets / POSTGRES_SOCKET).parent,
                account=account,
            ),
            valkey=Valkey(
                program=valkey,
                home=caller.make_folder(folder / "valkey"),
                sockets=(sockets / VALKEY_SOCKET).parent,
                account=caller,
            ),
        )

    def run(self) -> None:
        """Keep both servers until the lease has been free for `LOOKS` looks in a row."""
        signal.signal(signal.SIGTERM, self._ask_to_stop)
        lease = os.open(self.folder / LEASE, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            self.valkey.start()
            self.postgres.prepare()
            self.postgres.start()
            self._watch(lease)
        finally:
            # After the last look the lease is ours: a new process waits until this one and its servers have ended.
            self.postgres.stop()
            self.valkey.stop()
            if (sockets := self.valkey.sockets.parent).parent != self.folder:  # not ours to leave under /tmp
                shutil.rmtree(sockets, ignore_errors=True)

    def _watch(self, lease: int) -> None:
        free = 0
        next_look = time.monotonic() + LOOK_SECONDS
        while not self.asked_to_stop:
            time.sleep(0.05)
            self._restart_dead()
            if time.monotonic() < next_look:
                continue
            next_look = time.monotonic() + LOOK_SECONDS
            if not same_file(lease, self.folder / LEASE):
                return  # somebody removed the folder
            free = free + 1 if _lock_now(lease) else 0
            if free == LOOKS:
                return
            if free:
                fcntl.flock(lease, fcntl.LOCK_UN)

    def _restart_dead(self) -> None:
        for server in (self.valkey, self.postgres):
            # A server may have been told to stop together with its keeper.
            if not server.alive() and not self.asked_to_stop:
                _say(f"{type(server).__name__} has died and is started again")
                server.stop()
                time.sleep(0.2)  # a server that cannot start must not keep a core busy
                server.start()

    def _ask_to_stop(self, *_: object) -> None:
        self.asked_to_stop = True


def main(folder: str, postgres: str, valkey: str) -> None:
    """Become the keeper of `folder`, unless it has one. Its servers are the binaries in `postgres` and `valkey`."""
    if os.fork():
        os._exit(0)  # the starting process is no longer our parent
    lock = os.open(Path(folder) / KEEPER_LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    if not _lock_now(lock):
        return
    try:
        Keeper.of(Path(folder), Path(postgres), Path(valkey)).run()
    except EmbeddedError as error:
        _say(str(error))
        sys.exit(1)


def _lock_now(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _postgres_home(folder: Path, account: ServerAccount) -> Path:
    """Return PostgreSQL's folder: in the data folder, or, if its account cannot get there, a new one linked from it."""
    home = folder / "postgres"
    if home.is_symlink():
        if not home.exists():
            raise EmbeddedError(f"{home} points to {os.readlink(home)}, which is gone. Remove {folder} to start anew.")
        account.take_over(home.resolve())
        return home.resolve()
    if account.reaches(folder):
        return account.make_folder(home)
    if home.exists():
        raise EmbeddedError(
            f"The account {account.name}, which PostgreSQL runs under when you are root, cannot reach {home} any more. "
            f"Move {folder} to where it can, and set {VARIABLE}."
        )
    ELSEWHERE.mkdir(mode=0o711, parents=True, exist_ok=True)
    elsewhere = Path(tempfile.mkdtemp(dir=ELSEWHERE))
    account.make_folder(elsewhere)
    if not account.reaches(elsewhere):
        raise EmbeddedError(f"The account {account.name} can reach neither {folder} nor {elsewhere}. Set {VARIABLE}.")
    home.symlink_to(elsewhere)
    _say(f"the account {account.name} cannot reach {folder}; the database lies in {elsewhere}")
    return elsewhere


def _sockets(folder: Path, account: ServerAccount) -> Path:
    """Choose the folder of the sockets and note it in the link `sockets`."""
    place = folder / "run"
    longest = max(len(os.fsencode(place / part)) for part in (POSTGRES_SOCKET, VALKEY_SOCKET))
    if longest > SOCKET_PATH_BYTES or not re.fullmatch(r"[A-Za-z0-9._/-]+", str(place)) or not account.reaches(folder):
        digest = hashlib.sha256(os.fsencode(folder)).hexdigest()[:16]
        place = Path(f"/tmp/vexillum-{os.geteuid()}-{digest}")  # noqa: S108 (checked to be ours just below)
    fresh = folder / f"sockets-{os.getpid()}"
    fresh.symlink_to(place)
    fresh.rename(folder / SOCKETS)
    return place


def _reachable_binary(postgres: Path, home: Path, account: ServerAccount) -> Path:
    """Return `postgres`, or a copy of its whole installation if the account cannot reach it (a `.venv` below /root)."""
    if account.reaches(postgres):
        return postgres
    package = postgres.parent.parent.parent
    status = postgres.stat()
    copy = home / f"install-{status.st_size}-{status.st_mtime_ns}"
    if not copy.exists():
        making = home / f"making-install-{os.getpid()}"
        shutil.copytree(postgres.parent.parent, making / package.name / postgres.parent.parent.name)
        libraries = f"{package.name}.libs"  # the binaries look for them next to the package
        shutil.copytree(package.with_name(libraries), making / libraries)
        for path in (making, *making.rglob("*")):
            path.chmod(0o755 if path.is_dir() or path.stat().st_mode & stat.S_IXUSR else 0o644)
        making.rename(copy)
    return copy / postgres.relative_to(package.parent)


def _say(text: str) -> None:
    print(f"{time.strftime('%Y-%m-%d %H:%M:%S')} keeper: {text}", file=sys.stderr, flush=True)

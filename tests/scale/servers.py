"""PostgreSQL with a replica, and pgbouncer before it: servers of its own in a folder of its own, for one run."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from config.embedded.accounts import ServerAccount
from config.embedded.binaries import postgres_binary
from config.embedded.folder import DATABASE, OWNER, SERVICE, SUPERUSER
from config.embedded.keeper import _reachable_binary
from config.embedded.servers import Postgres, _spawn

# Who may enter the folders of the sockets may be anybody: they are ours and the servers' alone.
TRUST = "local all all trust\nlocal replication all trust\n"
POOL = 3  # sessions of the server that pgbouncer has for each name of the database
PORT = 6432
WEB = "SET statement_timeout = 10000; SET lock_timeout = 3000; SET idle_in_transaction_session_timeout = 15000"
WORK = "SET statement_timeout = 900000; SET lock_timeout = 60000; SET idle_in_transaction_session_timeout = 900000"


def pgbouncer() -> str:
    """The program. Ends the process with a line if there is none."""
    which = shutil.which("pgbouncer", path=os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/sbin"]))
    if which is None:
        raise SystemExit("There is no pgbouncer. Debian has it: apt-get install pgbouncer")
    return which


class Servers:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.account = ServerAccount.for_postgres()
        self.program = _reachable_binary(postgres_binary(), folder, self.account)
        self.primary = self._postgres("primary")
        self.replica = self._postgres("replica")
        self._pgbouncer: subprocess.Popen[bytes] | None = None

    def _postgres(self, name: str) -> Postgres:
        home = self.folder / name
        return Postgres(self.program, home, self.folder / f"run-{name}" / "postgres", self.account)

    def address(self, role: str, *, of: str = "primary") -> str:
        return f"postgresql://{role}@/{DATABASE}?host={self.folder}/run-{of}/postgres"

    def pooled(self, name: str = DATABASE) -> str:
        """The address of the database by pgbouncer, under one of its two names there."""
        return f"postgresql://{SERVICE}@/{name}?host={self.folder}/pgbouncer&port={PORT}"

    def start_primary(self) -> None:
        self.primary.prepare()
        self.primary._write("pg_hba.conf", TRUST)
        self.primary.start()
        self._wait(self.address(SUPERUSER))

    def start_replica(self) -> None:
        self.account.make_folder(self.replica.home)
        source = f"host={self.folder}/run-primary/postgres user={SUPERUSER}"
        copying = _spawn(
            [
                self.program.with_name("pg_basebackup"),
                "-D",
                self.replica.home,
                "-d",
                source,
                "-R",
                "-X",
                "stream",
                "-c",
                "fast",
            ],
            account=self.account,
            cwd=self.folder,
        )
        if copying.wait() != 0:
            raise RuntimeError("pg_basebackup failed")
        self.replica.start()
        self._wait(self.address(SUPERUSER, of="replica"))

    def start_pgbouncer(self) -> None:
        home = self.account.make_folder(self.folder / "pgbouncer")
        server = f"host={self.folder}/run-primary/postgres dbname={DATABASE}"
        settings = {
            "listen_addr": "",
            "listen_port": PORT,
            "unix_socket_dir": home,
            "auth_type": "any",
            "pool_mode": "transaction",
            "default_pool_size": POOL,
            "max_client_conn": 500,
            "log_connections": 0,
            "log_disconnections": 0,
        }
        lines = [
            "[databases]",
            f"{DATABASE} = {server} user={SERVICE} connect_query='{WEB}'",
            f"{DATABASE}_work = {server} user={SERVICE} connect_query='{WORK}'",
            "[pgbouncer]",
            *(f"{name} = {value}" for name, value in settings.items()),
        ]
        path = home / "pgbouncer.ini"
        path.write_text("\n".join(lines) + "\n")
        self.account.own(path)
        self._pgbouncer = _spawn([pgbouncer(), "-q", path], account=self.account, cwd=home, how=signal.SIGINT)
        self._wait(self.pooled())

    def stop(self) -> None:
        if self._pgbouncer is not None:
            self._pgbouncer.send_signal(signal.SIGINT)
            self._pgbouncer.wait(60)
        for server in (self.replica, self.primary):
            server.stop()

    def _wait(self, address: str) -> None:
        def answers() -> bool:
            try:
                psycopg.connect(address).close()
            except psycopg.OperationalError:
                return False
            return True

        wait_until(answers, address)


@contextmanager
def servers() -> Iterator[Servers]:
    """The servers of a run, none of them started; all are stopped in the end, and their folder is gone."""
    folder = Path(tempfile.mkdtemp(prefix="vexillum-scale-"))
    folder.chmod(0o711)
    made = Servers(folder)
    try:
        yield made
    finally:
        made.stop()
        shutil.rmtree(folder, ignore_errors=True)


def wait_until(holds: Callable[[], bool], what: str, seconds: float = 60) -> None:
    """Wait until something holds.

    Raises:
        TimeoutError: it does not in time.
    """
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            raise TimeoutError(what)
        time.sleep(0.05)


__all__ = ["DATABASE", "OWNER", "POOL", "SERVICE", "SUPERUSER", "Servers", "pgbouncer", "servers", "wait_until"]

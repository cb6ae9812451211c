"""The two servers as children of the keeper."""

import os
import shutil
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from config.embedded.accounts import ServerAccount, account_name, let_through
from config.embedded.folder import DATABASE, OWNER, POSTGRES_SOCKET, SERVICE, SUPERUSER, VALKEY_SOCKET, EmbeddedError
from config.embedded.processes import STOP_SECONDS, die_with_parent, wait_for_leavers

VALKEY_DATABASES = 64

HARDENED = "vexillum-hardened-1"  # a file in a cluster whose large objects are closed
NO_LARGE_OBJECTS = """
DO $$
DECLARE
    writes regprocedure;
BEGIN
    FOR writes IN SELECT oid::regprocedure FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace
        AND proname ~ '^(lo_(creat|create|export|from_bytea|import|open|put|truncate|truncate64|unlink)|lowrite)$' LOOP
        EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', writes);
    END LOOP;
END
$$"""


def _spawn(
    command: Sequence[str | Path],
    *,
    account: ServerAccount,
    cwd: Path,
    how: signal.Signals = signal.SIGKILL,
    stdin: int = subprocess.DEVNULL,
    stdout: int | None = None,
) -> "subprocess.Popen[bytes]":
    """Start a child under `account` in `cwd` that gets the signal `how` when the keeper dies."""
    return subprocess.Popen(  # noqa: S603
        [str(part) for part in command],
        stdin=stdin,
        stdout=stdout,
        cwd=cwd,
        env={"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"},
        user=account.uid if account.dropped else None,
        group=account.gid if account.dropped else None,
        extra_groups=[] if account.dropped else None,
        umask=0o077,
        preexec_fn=die_with_parent(how, os.getpid()),  # safe here: the keeper has one thread
    )


@dataclass
class Server:
    """A server, the folder it works in, and the folder of its socket."""

    program: Path
    home: Path
    sockets: Path
    account: ServerAccount
    process: "subprocess.Popen[bytes] | None" = None
    listened: bool = False

    socket_name: ClassVar[str]
    stop_signals: ClassVar[tuple[signal.Signals, ...]]

    def spawn(self, *options: str | Path, how: signal.Signals) -> None:
        """Start the process; the kernel sends it `how` should the keeper die."""
        self.listened = False
        _make_socket_folder(self.sockets, self.account)
        self.process = _spawn([self.program, *options], account=self.account, cwd=self.home, how=how)

    def alive(self) -> bool:
        """Tell whether the process runs, and nobody has removed its socket."""
        listens = (self.sockets / self.socket_name).exists()
        removed = self.listened and not listens
        self.listened = listens
        return self.process is not None and self.process.poll() is None and not removed

    def stop(self) -> None:
        """End the process: first politely, then by force."""
        for number in self.stop_signals:
            if self.process is not None and self.process.poll() is None:
                self.process.send_signal(number)
                with suppress(subprocess.TimeoutExpired):
                    self.process.wait(STOP_SECONDS if number is self.stop_signals[0] else STOP_SECONDS / 4)


class Postgres(Server):
    """PostgreSQL; `home` is the cluster."""

    socket_name = POSTGRES_SOCKET.name
    # Fast shutdown, immediate shutdown, and by force.
    stop_signals = (signal.SIGINT, signal.SIGQUIT, signal.SIGKILL)

    def prepare(self) -> None:
        """Make the cluster elsewhere and rename it, so that there is a complete one or none."""
        for leftover in self.home.parent.glob("making-*"):
            shutil.rmtree(leftover, ignore_errors=True)
        if not self.home.exists():
            making = self.account.make_folder(self.home.parent / f"making-{os.getpid()}")
            self._initdb(making)
            self._make_roles(making)
            os.sync()
            making.rename(self.home)
        elif not (self.home / HARDENED).exists():
            wait_for_leavers(self.home)
            (self.home / "postmaster.pid").unlink(missing_ok=True)
            self._close_large_objects(self.home, "template1", DATABASE)
        caller = account_name(os.geteuid())
        self._write("pg_hba.conf", "local all all peer map=vexillum\n")
        self._write("pg_ident.conf", "".join(f'vexillum "{caller}" {role}\n' for role in (OWNER, SERVICE, SUPERUSER)))

    def start(self) -> None:
        """Start the server once no process of an earlier one is left."""
        wait_for_leavers(self.home)
        path = self.sockets / self.socket_name
        for stale in (self.home / "postmaster.pid", path, path.with_name(f"{path.name}.lock")):
            stale.unlink(missing_ok=True)
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": self.sockets,
            "unix_socket_permissions": "0700",
            "max_connections": 100,
            "shared_buffers": "128MB",
            # After a checkpoint each page is written whole once more: at rest that is most of what is written.
            "checkpoint_timeout": "15min",
            "wal_compression": "on",
            "huge_pages": "off",
            "timezone": "UTC",
            "log_timezone": "UTC",
            "log_min_messages": "warning",
            # A statement or a row in the log could hold a set-up.
            "log_min_error_statement": "panic",
            "log_error_verbosity": "terse",
            "log_parameter_max_length": 0,
        }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        self.spawn("-D", self.home, *options, how=signal.SIGQUIT)

    def _initdb(self, cluster: Path) -> None:
        options = (
            "--no-instructions", "--no-sync", "--auth-local=peer", "--auth-host=reject", f"--username={SUPERUSER}",
            "--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8",
        )  # fmt: skip
        initdb = self.program.with_name("initdb")
        child = _spawn([initdb, "-D", cluster, *options], account=self.account, cwd=cluster, stdout=subprocess.DEVNULL)
        if child.wait() != 0:
            raise EmbeddedError(f"initdb failed with status {child.returncode}.")

    def _make_roles(self, cluster: Path) -> None:
        """Make the two roles and the database, without a server: each statement is a transaction of its own."""
        statements = (
            f"CREATE ROLE {OWNER} LOGIN CREATEDB",
            f"CREATE ROLE {SERVICE} LOGIN",
            f"GRANT {SERVICE} TO {OWNER}",  # so that the owner can end sessions of the service
            f"CREATE DATABASE {DATABASE} OWNER {OWNER}",
        )
        self._close_large_objects(cluster, "template1")  # others are copies of it
        self._run_single(cluster, "postgres", statements)

    def _close_large_objects(self, cluster: Path, *databases: str) -> None:
        """Take from everybody what only the superuser can take: the functions that write large objects."""
        for database in databases:
            self._run_single(cluster, database, (NO_LARGE_OBJECTS,))
        (cluster / HARDENED).touch(mode=0o600)
        self.account.own(cluster / HARDENED)

    def _run_single(self, cluster: Path, database: str, statements: Sequence[str]) -> None:
        child = _spawn(
            [self.program, "--single", "-j", "-c", "exit_on_error=on", "-D", cluster, database],
            account=self.account,
            cwd=cluster,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
        )
        child.communicate("".join(f"{statement};\n\n" for statement in statements).encode())
        if child.returncode != 0:
            raise EmbeddedError(f"PostgreSQL refused to prepare its database {database} (status {child.returncode}).")

    def _write(self, name: str, text: str) -> None:
        path = self.home / name
        path.write_text(text)
        self.account.own(path)


class Valkey(Server):
    """Valkey, under the caller's own account; `home` holds its append-only file."""

    socket_name = VALKEY_SOCKET.name
    stop_signals = (signal.SIGTERM, signal.SIGKILL)

    def start(self) -> None:
        """Start the server once no process of an earlier one is left."""
        wait_for_leavers(self.home)
        path = self.sockets / self.socket_name
        path.unlink(missing_ok=True)
        settings = {
            "port": 0,
            "unixsocket": path,
            "unixsocketperm": 700,
            "dir": ".",
            "appendonly": "yes",
            "save": "",
            "databases": VALKEY_DATABASES,
            "hz": 2,  # how often a second it looks what has expired; with ten looks that is all it does at rest
            "daemonize": "no",
            "loglevel": "warning",
        }
        options = [part for name, value in settings.items() for part in (f"--{name}", str(value))]
        self.spawn(*options, how=signal.SIGTERM)


def _make_socket_folder(place: Path, account: ServerAccount) -> None:
    """Make the folder of one socket, and the one around it, which every account of ours may pass through."""
    caller = ServerAccount.of_caller()
    caller.make_folder(place.parent)
    if caller.uid == 0:
        let_through(place.parent, ServerAccount.for_postgres())
    account.make_folder(place)

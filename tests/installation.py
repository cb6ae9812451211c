"""Do what `docs/serving.md` says, with Debian's servers: `python -m tests.installation [--port 8210]`, as root
(`apt-get install postgresql redis-server gettext`).

The commands are taken out of the page. A cluster of PostgreSQL and a Redis of their own run below a folder that goes
again, and what the page puts in the places of the system is put there too. A listener is started as its unit says, and
asked; then the database is dumped, taken away and restored. What cannot be done on a machine that is somebody's stands
in `LEFT_OUT`.
"""

from __future__ import annotations

import argparse
import http.client
import os
import re
import secrets
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "serving.md"
PROGRAMS = "/usr/lib/postgresql/*/bin"
STARTING = 120  # seconds
HOST = "play.example.org"

RUN = (
    "runuser -u postgres -- psql",
    "install -m 600 contrib/systemd/vexillum.env.sample",
    "python3 -c 'import secrets",
    "editor /etc/vexillum.env",
    "install -m 755 contrib/vexillum-manage",
    "install -d -m 700 -o vexillum",
    ".venv/bin/python manage.py compilemessages",
    "DATABASE_OWNER_URL=",
    "vexillum-manage collectstatic",
    "vexillum-manage check",
    "vexillum-manage createsuperuser",
    "pg_dump ",
    "pg_restore -l",
    "pg_restore --exit-on-error",
    "manage.py migrate",
    "manage.py verify_log --all",
    "manage.py rebuild",
)
"""How the commands begin that are run, in the page's order."""

LEFT_OUT = (
    "apt-get ",  # packages of the system
    "adduser ",  # an account of the system
    "git clone ",  # this checkout is the code
    "ln -s ",
    "cd /opt/vexillum",
    "python3.11 -m venv ",  # its environment is there
    ".venv/bin/pip install ",
    "cp contrib/systemd/",  # systemd; the unit's command is run
    "systemctl ",
    "manage.py verify_log --checkpoint",  # beat writes one in a night
    "cp contrib/nginx/",  # `tests/config/test_run.py` has nginx read them
    "nginx -t",
)
"""How the commands begin that are not."""


def commands() -> list[str]:
    """The commands of the page: those of its blocks for a shell, and those that its section about backups names in a
    line. A text that is fed to one belongs to it.
    """
    results = []
    for part in re.split(r"^## ", PAGE.read_text(), flags=re.M):
        blocks = re.findall(r"^```(?:sh)?\n(.*?)^```$", part, re.M | re.S)
        for block in blocks:
            results += [item[0].strip() for item in re.finditer(r"^.*<<(\w+)\n(?:.*\n)*?\1$|^.+$", block, re.M)]
        if part.startswith("Backups"):
            named = re.findall(r"`((?:manage\.py|vexillum-\w+|pg_\w+) [^`]+)`", part)
            results += [item.replace(r"\|", "|") for item in named]
    return results


class Machine:
    """A machine as the page makes it, below a folder.

    Args:
        folder: of its places.
        programs: the folder of PostgreSQL's programs.
        postgresql: the port of PostgreSQL.
        redis: the port of Redis.
    """

    def __init__(self, folder: Path, programs: Path, *, postgresql: int, redis: int) -> None:
        self.folder, self.programs, self.redis = folder, programs, redis
        self.settings, self.places = folder / "etc" / "vexillum.env", folder / "sbin"
        self.passwords = {"PASSWORD": secrets.token_hex(24), "OWNER_PASSWORD": secrets.token_hex(24)}
        self.environment = {
            "PATH": f"{self.places}:{programs}:{os.defpath}:/usr/sbin:/sbin",
            "LANG": "C.UTF-8",
            "PGHOST": str(folder / "postgresql"),
            "PGPORT": str(postgresql),
            "VEXILLUM_ENV": str(self.settings),
            "VEXILLUM_HOME": str(ROOT),
            "DJANGO_SUPERUSER_PASSWORD": secrets.token_urlsafe(20),
            **self.passwords,
        }
        for place in (self.settings.parent, self.places):
            place.mkdir()
        # There is no account of the service: what it does is done as root.
        runuser = self.places / "runuser"
        runuser.write_text(
            '#!/bin/sh\nif [ "$2" = vexillum ]; then shift 3; exec "$@"; fi\n'
            f'exec {shutil.which("runuser", path="/usr/sbin:/sbin:/usr/bin:/bin")} "$@"\n'
        )
        runuser.chmod(0o755)

    def run(self, command: str, *, cwd: Path = ROOT) -> str:
        """Run a command of the page; return what it prints.

        Raises:
            RuntimeError: it has failed.
        """
        print(f"$ {command.splitlines()[0]}", flush=True)
        for theirs, ours in (
            ("/etc/vexillum.env", str(self.settings)),
            ("/usr/local/sbin/", f"{self.places}/"),
            ("/var/lib/vexillum", str(self.folder / "data")),
            (" -o vexillum -g vexillum", ""),
        ):
            command = command.replace(theirs, ours)
        command = re.sub(r"^manage\.py ", "vexillum-manage ", command)
        done = subprocess.run(
            ["bash", "-eu", "-o", "pipefail", "-c", command],
            cwd=cwd, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        )  # fmt: skip
        if done.returncode:
            raise RuntimeError(f"{command}\n{done.stdout}{done.stderr}")
        return done.stdout

    def edit(self, key: str) -> None:
        """Put into the settings what the page says, and where things are here."""
        text = self.settings.read_text()
        for theirs, ours in (
            ("vexillum:PASSWORD@127.0.0.1", f"vexillum:{self.passwords['PASSWORD']}@127.0.0.1"),
            ('SECRET_KEY=""', f'SECRET_KEY="{key}"'),
            ("127.0.0.1:6379", f"127.0.0.1:{self.redis}"),
            ("/var/lib/vexillum", str(self.folder / "data")),
        ):
            assert text.count(theirs) == 1, theirs
            text = text.replace(theirs, ours)
        self.settings.write_text(f'{text}WEB_PROCESSES="1"\n')

    def install(self, command: str) -> None:
        if command.startswith("editor "):
            self.edit(self.printed.strip())
        elif command.startswith("vexillum-manage createsuperuser"):  # nobody answers its questions
            self.run(f"{command} --noinput --username operator --email operator@{HOST}")
        else:
            self.printed = self.run(command)

    def rows(self) -> list[str]:
        """All rows of the database in the order of their text, without the word that is another in each dump."""
        dumped = self.run('pg_dump --data-only "$DATABASE_OWNER_URL"').splitlines()
        return sorted(line for line in dumped if not re.match(r"\\(un)?restrict ", line))

    @contextmanager
    def listener(self, port: int) -> Iterator[None]:
        """The pages, as the unit starts them.

        Args:
            port: that they listen on.
        """
        unit = (ROOT / "contrib" / "systemd" / "vexillum-web@.service").read_text()
        (command,) = re.findall(r"^ExecStart=(.*)$", unit, re.M)
        command = command.replace("/opt/vexillum", shlex.quote(str(ROOT))).replace("%i", str(port))
        print(f"$ {command}", flush=True)
        start = f"set -a; . {shlex.quote(str(self.settings))}; exec {command}"
        with ended(subprocess.Popen(["sh", "-c", start], cwd=ROOT, env=self.environment), signal.SIGTERM):
            yield


@contextmanager
def ended(process: subprocess.Popen[bytes], by: signal.Signals) -> Iterator[None]:
    """End a process when all is done.

    Args:
        process: it.
        by: the signal that it ends in good order by.
    """
    try:
        yield
    finally:
        process.send_signal(by)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            raise


@contextmanager
def servers(folder: Path, programs: Path, *, postgresql: int, redis: int) -> Iterator[None]:
    """PostgreSQL as Debian sets it up, with the account `postgres` as its superuser, and Redis.

    Args:
        folder: for their files.
        programs: the folder of PostgreSQL's programs.
        postgresql: the port of PostgreSQL.
        redis: the port of Redis.
    """
    data = folder / "postgresql"
    data.mkdir()
    shutil.chown(data, "postgres", "postgres")
    account = {"user": "postgres", "group": "postgres", "extra_groups": [], "cwd": data}
    subprocess.run(
        [programs / "initdb", "-D", data, "-N", "-E", "UTF8", "--locale=C.UTF-8",
         "--auth-local=peer", "--auth-host=scram-sha-256"],
        check=True, stdout=subprocess.DEVNULL, **account,
    )  # fmt: skip
    cluster = subprocess.Popen(
        [programs / "postgres", "-D", data, "-k", data, "-p", str(postgresql), "-c", "listen_addresses=127.0.0.1",
         "-c", "fsync=off", "-c", "log_min_messages=panic"], **account,
    )  # fmt: skip
    with ended(cluster, signal.SIGINT):
        broker = subprocess.Popen(
            ["redis-server", "--bind", "127.0.0.1", "--port", str(redis), "--save", "", "--logfile", "redis.log"],
            cwd=folder,
        )
        with ended(broker, signal.SIGTERM):
            ready = [programs / "pg_isready", "-q", "-h", data, "-p", str(postgresql)]
            until(lambda: subprocess.run(ready, check=False).returncode == 0, "PostgreSQL does not answer")
            yield


def until(holds: Callable[[], bool], trouble: str) -> None:
    """Wait until something holds.

    Raises:
        RuntimeError: with `trouble`, if that does not come.
    """
    deadline = time.monotonic() + STARTING
    while not holds():
        if time.monotonic() > deadline:
            raise RuntimeError(trouble)
        time.sleep(0.1)


def ask(port: int, path: str) -> tuple[int, str]:
    """The status and the text of an answer, as the proxy asks; 0 if there is none."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    with suppress(OSError, http.client.HTTPException):
        connection.request("GET", path, headers={"Host": HOST, "X-Forwarded-Proto": "https"})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    return 0, ""


def look(port: int) -> None:
    until(lambda: ask(port, "/healthz") == (200, "ok\n"), "/healthz does not answer")
    wanted = {"database": "ok", "broker": "ok", "writing": "ok", "web": "ok"}
    texts: dict[str, str] = {}

    def ready() -> bool:
        lines = dict(line.split(": ", 1) for line in ask(port, "/readyz")[1].splitlines())
        texts.clear()
        texts.update((name, line.split(",")[0]) for name, line in lines.items())
        return wanted.items() <= texts.items()

    until(ready, f"/readyz does not say {wanted}")
    silent = {name for name in texts if name not in wanted}
    assert texts == wanted | dict.fromkeys(silent, "never seen"), texts
    status, text = ask(port, "/")
    assert (status, "/static/" in text) == (200, True), (status, text)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.installation", description=__doc__)
    parser.add_argument("--port", type=int, default=8210, help="the first of three ports that are free")
    port = parser.parse_args().port
    programs = max(Path("/").glob(PROGRAMS.lstrip("/")), key=lambda path: float(path.parent.name), default=None)
    missing = [name for name in ("redis-server", "msgfmt", "runuser") if shutil.which(name) is None]
    if programs is None or not (programs / "initdb").exists():
        missing.append(f"PostgreSQL in {PROGRAMS}")
    if os.geteuid() or missing:
        sys.exit(f"This is for root, and needs Debian's postgresql, redis-server and gettext. Missing: {missing}")
    signal.signal(signal.SIGTERM, lambda *_signal: sys.exit("ended"))  # with all that it has started
    with tempfile.TemporaryDirectory() as temp:
        folder = Path(temp)
        folder.chmod(0o711)  # the account `postgres` goes through it
        ports = {"postgresql": port + 1, "redis": port + 2}
        machine = Machine(folder, programs, **ports)
        with servers(folder, programs, **ports):
            todo = [command for command in commands() if command.startswith(RUN)]
            back = next(number for number, command in enumerate(todo) if command.startswith("pg_dump"))
            for command in todo[:back]:
                machine.install(command)
            with machine.listener(port):
                look(port)
            owner = f"postgresql://vexillum_owner:{machine.passwords['OWNER_PASSWORD']}@127.0.0.1/vexillum"
            machine.environment["DATABASE_OWNER_URL"] = owner
            rows = machine.rows()
            machine.run(todo[back], cwd=folder)
            for gone in ("DATABASE vexillum", "ROLE vexillum", "ROLE vexillum_owner"):
                machine.run(f"runuser -u postgres -- psql -q -v ON_ERROR_STOP=1 -c 'DROP {gone}'")
            machine.run(todo[0])
            for command in todo[back + 1 :]:
                machine.run(command, cwd=folder)
                if command.startswith("pg_restore --exit-on-error"):
                    other = set(rows) ^ set(restored := machine.rows())
                    assert restored == rows, f"the restored database has other rows: {sorted(other)[:5]}"
            with machine.listener(port):
                look(port)
    print("The page holds.")
    return 0


if __name__ == "__main__":
    sys.exit(main())

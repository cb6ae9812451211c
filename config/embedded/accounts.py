"""The accounts that the servers run under."""

import os
import pwd
import shutil
import stat
import subprocess
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from config.embedded.folder import VARIABLE, EmbeddedError
from config.embedded.processes import wait_for_leavers

ACCOUNT = "vexillum-postgres"  # what PostgreSQL runs under when the caller is root
MAKE_ACCOUNT = (
    ("useradd", "--system", "--user-group", "--no-create-home", "--home-dir", "/nonexistent", "--shell",
     "/usr/sbin/nologin", ACCOUNT),
    ("adduser", "-S", "-D", "-H", "-h", "/nonexistent", "-s", "/sbin/nologin", ACCOUNT),  # of BusyBox
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ServerAccount:
    """An account that a server runs under: the caller's, or, for PostgreSQL when the caller is root, one of its own."""

    uid: int
    gid: int
    dropped: bool

    @property
    def name(self) -> str:
        return account_name(self.uid)

    @classmethod
    def of_caller(cls) -> "ServerAccount":
        """The account that this process has anyway."""
        return cls(os.geteuid(), os.getegid(), dropped=False)

    @classmethod
    def for_postgres(cls) -> "ServerAccount":
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
        that the next start continues where this one was stopped.
        """
        nobody = _account("nobody")
        if not self.dropped or nobody is None or path.lstat().st_uid != nobody.pw_uid:
            return
        if (cluster := path / "cluster").is_dir():
            wait_for_leavers(cluster)
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


def account_name(uid: int) -> str:
    """Return the name that PostgreSQL knows the account by; EmbeddedError if it has none."""
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        raise EmbeddedError(f"The account {uid} has no name, and PostgreSQL needs one. Set DATABASE_URL.") from None


def _account(name: str) -> pwd.struct_passwd | None:
    try:
        return pwd.getpwnam(name)
    except KeyError:
        return None


def _make_account() -> pwd.struct_passwd:
    """Make the account that PostgreSQL runs under when the caller is root: without home, password or shell."""
    text = f"there is no {' or '.join(command[0] for command in MAKE_ACCOUNT)}"
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        for command in MAKE_ACCOUNT:
            if (program := shutil.which(command[0], path="/usr/sbin:/sbin:/usr/bin:/bin")) is not None:
                made = subprocess.run([program, *command[1:]], capture_output=True, text=True, check=False)  # noqa: S603
                text = made.stderr.strip() or f"{command[0]} ended with status {made.returncode}"
                break
        if (entry := _account(ACCOUNT)) is not None:  # another keeper may have made it meanwhile
            return entry
        if "lock" not in text:  # who else changes the accounts holds a lock for a moment
            break
        time.sleep(0.2)
    raise EmbeddedError(
        f"PostgreSQL does not run as root, and the account {ACCOUNT} could not be made for it ({text}). Make it with "
        f"`{' '.join(MAKE_ACCOUNT[0])}`, run as another user, or set DATABASE_URL and REDIS_URL to servers of your own."
    )


def let_through(folder: Path, account: ServerAccount) -> None:
    """Let `account` pass through a folder of root's, but not list it."""
    os.chown(folder, -1, account.gid)
    folder.chmod(0o710)

"""Children that end with their parent, and what is left of those whose parent was killed."""

import ctypes
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from config.embedded.folder import EmbeddedError

STOP_SECONDS = 20.0
PR_SET_PDEATHSIG = 1


def die_with_parent(how: signal.Signals, parent: int) -> Callable[[], None]:
    """Return what a child calls before exec so that the kernel sends it `how` when its parent, of one thread, dies.

    It runs after a change of account, which would clear the setting. Who was started by a shell in the background
    ignores SIGINT, and so would the child until it asks for that signal: one that stops it at once would be lost.
    """
    prctl = ctypes.CDLL(None, use_errno=True).prctl

    def call() -> None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        prctl(PR_SET_PDEATHSIG, int(how), 0, 0, 0)
        if os.getppid() != parent:  # it died before the call
            os._exit(1)

    return call


def wait_for_leavers(folder: Path, seconds: float = STOP_SECONDS) -> None:
    """Wait until no process works in `folder`: two servers on one data folder destroy it.

    Remaining processes belong to a killed server and are about to notice it.
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

"""The address of the owner role, for tests and benchmarks: a plugin of pytest, loaded before the settings are, for what
is no migration drops that address from its environment. And where the embedded servers of the tests keep their data.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

_DATA = "VEXILLUM_DATA"
MEMORY, _ENOUGH = Path("/dev/shm"), 4 << 30  # a file system without a disk, and how many bytes have to be free in it

_VARIABLE = "VEXILLUM_TEST_OWNER_URL"  # also read by the workers of a run, whose parent has dropped the other one

# Most tests of the staff are about something else; those of the doors ask for a second factor.
os.environ["VEXILLUM_STAFF_FACTORS"] = "0"

if "DATABASE_OWNER_URL" in os.environ:
    os.environ.setdefault(_VARIABLE, os.environ["DATABASE_OWNER_URL"])


def pytest_addoption() -> None:
    """Have the embedded servers keep what tests write in memory, if there is enough: a clone of the template is a
    thousand new files, and a disk takes twenty times as long for them.
    """
    own = {_DATA, "DATABASE_URL"}.isdisjoint(os.environ)
    if own and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free >= _ENOUGH:
        checkout = str(Path(__file__).parents[1])
        os.environ[_DATA] = str(MEMORY / f"vexillum-tests-{os.getuid()}{checkout.replace('/', '-')}")


def is_in_memory() -> bool:
    """Whether the servers of this run keep their data there."""
    return MEMORY in Path(os.environ.get(_DATA, "")).parents


def owner_url() -> str:
    if _VARIABLE in os.environ:
        return os.environ[_VARIABLE]
    from django.conf import settings

    from config import embedded

    return embedded.ensure(settings.DATA_DIR).database_url(embedded.OWNER)

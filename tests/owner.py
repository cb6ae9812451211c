"""The address of the owner role, for tests and benchmarks: a plugin of pytest, loaded before the settings are, for what
is no migration drops that address from its environment.
"""

from __future__ import annotations

import os

_VARIABLE = "VEXILLUM_TEST_OWNER_URL"  # also read by the workers of a run, whose parent has dropped the other one

# Most tests of the staff are about something else; those of the doors ask for a second factor.
os.environ["VEXILLUM_STAFF_FACTORS"] = "0"

if "DATABASE_OWNER_URL" in os.environ:
    os.environ.setdefault(_VARIABLE, os.environ["DATABASE_OWNER_URL"])


def owner_url() -> str:
    if _VARIABLE in os.environ:
        return os.environ[_VARIABLE]
    from django.conf import settings

    from config import embedded

    return embedded.ensure(settings.DATA_DIR).database_url(embedded.OWNER)

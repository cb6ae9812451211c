"""The agreement of both sides: the content of a data folder, and the role for its database.

    lease, keeper.lock      the two locks
    keeper.log              what the keeper and the servers said
    sockets ->              the folder of the sockets: `run/` here, or one under /tmp if this path is long or odd
    postgres/cluster/       the database; for root it belongs to the account `vexillum-postgres`, which is made for it
                            because PostgreSQL refuses to run as root and every other process can be `nobody`; where
                            that account cannot get here, `postgres` is a link to a folder that it can reach
    valkey/                 the append-only file of Valkey

The names stay as they are: a keeper that an earlier release has started is joined by them.
"""

import os
from pathlib import Path

VARIABLE = "VEXILLUM_DATA"  # the environment variable that names another data folder
DATABASE = "vexillum"
OWNER = "vexillum_owner"
SERVICE = "vexillum"
SUPERUSER = "postgres"

LEASE = "lease"
KEEPER_LOCK = "keeper.lock"
KEEPER_LOG = "keeper.log"
SOCKETS = "sockets"
POSTGRES_SOCKET = Path("postgres/.s.PGSQL.5432")  # below the folder of the sockets
VALKEY_SOCKET = Path("valkey/valkey.sock")


class EmbeddedError(RuntimeError):
    """The embedded servers cannot be used; the message says what to do."""


def same_file(descriptor: int, path: Path) -> bool:
    """Tell whether `path` still is the file that is open as `descriptor`."""
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except OSError:
        return False

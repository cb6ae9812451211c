"""The PostgreSQL and Valkey that come as wheels, shared by all processes that use one data folder.

`ensure(folder)` is what the settings call. It holds a shared lock on the file `lease` for as long as the process and
its forks live: the kernel drops it however they end. If the servers do not answer it starts a *keeper*, a program in a
session of its own, and waits. The keeper, one a folder by an exclusive lock, makes the database cluster, starts both
servers as its children, restarts one that dies, and stops both when nobody holds the lease.

No server listens on the network. PostgreSQL lets in only the caller's own account (`peer`), under three names: the
owner role (migrations), the service role (everything else) and the superuser.

`lease` is the caller's side; `__main__`, `keeper` and `servers` are the keeper's. Both know `folder` (what lies in a
data folder), `accounts` and `processes`; `binaries` finds the programs. Only the standard library is imported, so that
the keeper starts in some 30 ms.
"""

from config.embedded.accounts import ACCOUNT
from config.embedded.folder import DATABASE, OWNER, SERVICE, SUPERUSER, VARIABLE, EmbeddedError
from config.embedded.lease import Servers, ensure
from config.embedded.processes import die_with_parent

__all__ = [
    "ACCOUNT",
    "DATABASE",
    "OWNER",
    "SERVICE",
    "SUPERUSER",
    "VARIABLE",
    "EmbeddedError",
    "Servers",
    "die_with_parent",
    "ensure",
]

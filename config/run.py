"""`python -m config.run web`: becomes one process of the `Procfile`, as systemd wants it, on the port of the docs.

So the command of each process stands in one place. `PORT` may say another port, `HOST` another address.
"""

import os
import sys
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
PORTS = {"web": 8000, "streams": 8100, "site": 8000}


def command_of(name: str) -> str:
    """The command of a process.

    Raises:
        KeyError: the Procfile has none of this name.
    """
    return dict(line.split(": ", 1) for line in (ROOT / "Procfile").read_text().splitlines() if ": " in line)[name]


def main(arguments: list[str]) -> NoReturn:
    """Become the process; end with a line if there is none of that name."""
    try:
        (name,) = arguments
        command = command_of(name)
    except (ValueError, KeyError):
        sys.exit("usage: python -m config.run web|streams|play|worker|beat|site")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    environment = os.environ | {"PATH": path}
    if name in PORTS:
        environment["PORT"] = os.environ.get("PORT") or str(PORTS[name])
    os.chdir(ROOT)
    os.execve("/bin/sh", ["sh", "-c", command], environment)  # noqa: S606


if __name__ == "__main__":
    main(sys.argv[1:])

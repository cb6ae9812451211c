"""The keeper as a program: `python -I -S FILE folder postgres valkey`, where FILE is this one.

`-I` and `-S` leave only the standard library to import from. So that this package is found, and by the name that it has
everywhere, an empty package stands in for `config`: the real one would load Celery, and need all that is installed.
"""

import sys
from pathlib import Path
from types import ModuleType

config = ModuleType("config")
config.__path__ = [str(Path(__file__).parent.parent)]
sys.modules["config"] = config

from config.embedded.keeper import main  # noqa: E402 (not found before)

if __name__ == "__main__":
    main(*sys.argv[1:])

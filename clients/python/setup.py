"""The methods and types of the client are made from the schema whenever the package is built."""

from __future__ import annotations

import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

sys.path.insert(0, str(Path(__file__).parent))

from generate import write


class BuildGenerated(build_py):
    """Writes the modules before it copies them."""

    def run(self) -> None:
        """Builds the package."""
        write()
        super().run()


setup(cmdclass={"build_py": BuildGenerated})

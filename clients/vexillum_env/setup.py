"""The engine lies in the wheel as `vexillum_games`, so that it takes the name of no other package."""

from __future__ import annotations

import re
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py


class BuildRenamed(build_py):
    """Copies the modules, and has them import one another by the name that they have in the wheel."""

    def build_module(self, module: str, module_file: str, package: str) -> tuple[str, bool]:
        """Copies one module.

        Args:
            module, package: what it is called.
            module_file: where it lies.
        """
        copied: tuple[str, bool] = super().build_module(module, module_file, package)
        path = Path(copied[0])
        text = path.read_text(encoding="utf-8")
        path.write_text(re.sub(r"\bgames\.(?=rules\b|knowledge\b)", "vexillum_games.", text), encoding="utf-8")
        return copied


setup(cmdclass={"build_py": BuildRenamed})

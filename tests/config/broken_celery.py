"""The workers' application with a task that fails."""

from __future__ import annotations

import os
from typing import Any

from config.celery import app

__all__ = ["Careless", "app", "broken"]


class Careless(Exception):
    """An error that quotes what it was raised about."""


@app.task(name="tests.broken")
def broken(value: Any) -> None:
    """Fail, with secrets in a local variable and in the words of the exception."""
    local = "planted-local"
    raise Careless(f"{value} {local} {dict(os.environ)}")

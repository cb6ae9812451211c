"""How tests ask why a command was refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.rules import Illegal, Refusal


def refusal_of(command: Callable[..., Any], **arguments: Any) -> Refusal:
    with pytest.raises(Illegal) as refused:
        command(**arguments)
    return refused.value.refusal


def code_of(command: Callable[..., Any], **arguments: Any) -> str:
    return refusal_of(command, **arguments).code

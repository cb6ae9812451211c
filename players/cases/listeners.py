"""What happened to a case, for rooms above, once it is committed: notices, effects, open pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from eventlog import listeners
from players.cases.fold import CaseFold


@dataclass(frozen=True, slots=True)
class CaseHappened:
    """What a command about a case did.

    Attributes:
        before: the case before it; None if it was opened by it.
        events: what was appended.
        by: the player of who acted; None for the service.
    """

    case: UUID
    before: CaseFold | None
    after: CaseFold
    events: Sequence[Any]
    by: UUID | None


Function = Callable[[CaseHappened], object]

_LISTENERS: list[Function] = []


def on_case(function: Function) -> Function:
    """Registers what hears of every command about a case. What it hears may be lost with the process."""
    return listeners.listen(_LISTENERS, function)


def tell(happened: CaseHappened) -> None:
    """Tells all of them."""
    listeners.tell_each(_LISTENERS, happened)

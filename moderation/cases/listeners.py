"""What happened to a case, for rooms above: what is written with it, as notices are, and what hears of it once it is
committed, such as effects and open pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from eventlog import listeners
from moderation.cases.fold import CaseFold


@dataclass(frozen=True, slots=True)
class CaseUpdated:
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


Function = Callable[[CaseUpdated], object]

_LISTENERS: list[Function] = []
_WRITERS: list[Function] = []


def on_case(function: Function) -> Function:
    """Registers what hears of every command about a case. What it hears may be lost with the process."""
    return listeners.listen(_LISTENERS, function)


def written_with_case(function: Function) -> Function:
    """Registers what is called within the transaction of every command about a case, once its events are written: for
    what nobody makes good for. An error in it is one of the command."""
    return listeners.listen(_WRITERS, function)


def write_with(happened: CaseUpdated) -> None:
    """Has all that is written with the events of a case written."""
    for function in _WRITERS:
        function(happened)


def tell(happened: CaseUpdated) -> None:
    listeners.tell_each(_LISTENERS, happened)

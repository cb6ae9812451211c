"""Functions that are called after a command has committed. Each domain keeps its own list.

They are called in the process that ran the command and get only public values. A call may be lost with its
process, so nothing may depend on it alone: a sweep or the next look makes good for it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import TypeVar

log = logging.getLogger(__name__)

HappenedT = TypeVar("HappenedT")
Function = TypeVar("Function", bound=Callable[..., object])


def listen(listeners: list[Function], function: Function) -> Function:
    """Adds a listener, once."""
    if function not in listeners:
        listeners.append(function)
    return function


def tell_each(listeners: Sequence[Callable[[HappenedT], object]], happened: HappenedT) -> None:
    """Tells all of them, in the order in which they were added. An error in one of them fails nothing."""
    for function in listeners:
        try:
            function(happened)
        except Exception as error:
            # Its message might reveal a secret.
            log.error("%s failed with %s", getattr(function, "__qualname__", function), type(error).__name__)

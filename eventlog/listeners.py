"""Functions that hear what a command did, once it is committed. A domain keeps a list of its own, for what it tells.

They are called in the process that ran the command and are told public values only. What is told may be lost with its
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
    """Adds a function to those that are told, once."""
    if function not in listeners:
        listeners.append(function)
    return function


def tell_each(listeners: Sequence[Callable[[HappenedT], object]], happened: HappenedT) -> None:
    """Tells all of them, in the order in which they were added. An error in one of them fails nothing."""
    for function in listeners:
        try:
            function(happened)
        except Exception as error:
            # Its message might tell what it should not.
            log.error("%s failed with %s", getattr(function, "__qualname__", function), type(error).__name__)

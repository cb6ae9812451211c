"""Why something cannot be done to a case: codes with parameters, which pages word."""

from __future__ import annotations

from typing import Any


class CaseRefused(Exception):
    """A command about a case that is not carried out; nothing has changed.

    Args:
        code: why, as a slug.
        parameters: what the words of the code name: ids, numbers and times.
    """

    def __init__(self, code: str, **parameters: Any) -> None:
        super().__init__(code)
        self.code = code
        self.parameters = parameters

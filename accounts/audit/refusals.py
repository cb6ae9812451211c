"""Why somebody of the staff may not do something."""

from __future__ import annotations


class NotAllowed(Exception):
    """Somebody of the staff may not do this; `code` says why: `own-account`, `staff`, `excluded`, `no-address`
    or `bot`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code

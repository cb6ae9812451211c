"""Notices to players, on the page and by e-mail.

    notify(player_id, "challenge", actor=challenger_id)
    unread(player_id)   # for the header of every page

What other rooms use is named here, and loaded when it is first used, because Django imports this before its models.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from notices.domain.commands import mark_read, notify, unread, withdraw

__all__ = ["mark_read", "notify", "unread", "withdraw"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        return getattr(import_module(f"{__name__}.domain.commands"), name)
    raise AttributeError(name)

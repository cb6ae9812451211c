"""How the pages of setups are asked for in two worlds."""

from __future__ import annotations

from .asking import Asking

ASKS: dict[str, Asking] = {}
"""As in `registry.py`: by the name of the address, with its namespace."""

WITHOUT_GAMES: frozenset[str] = frozenset()
"""Addresses that can show nothing of any game."""

"""No address is left out of the comparison of two worlds."""

from __future__ import annotations

from .registry import addresses, listed


def test_every_address_is_listed() -> None:
    """Whoever adds a page adds how to ask for it, in `registry.py`."""
    assert [name for name in addresses() if listed(name) is None] == []

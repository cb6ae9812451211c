"""Which names an account may have."""

from __future__ import annotations

import pytest

from accounts.people.names import reserved


@pytest.mark.parametrize(
    "name", ["admin", "Moderator-2", "_guest_", "red2", "backend", "Password", "username", "changed", "deleted-player"]
)
def test_names_that_are_kept(name: str) -> None:
    assert reserved(name)


@pytest.mark.parametrize("name", ["ada", "backends", "red-baron", "user17"])
def test_names_that_are_not(name: str) -> None:
    assert not reserved(name)

"""Kinds of notices: each has one room that says it."""

from __future__ import annotations

import pytest

from notices.kinds import registry as kinds
from notices.kinds.checks import kinds_are_registered
from notices.kinds.registry import kind_of, register
from notices.models import Kind


def test_every_kind_is_said_by_one_room(monkeypatch: pytest.MonkeyPatch) -> None:
    assert kinds_are_registered() == []
    with pytest.raises(ValueError, match="role is registered twice"):
        register(kind_of("role"))
    left = {kind: item for kind, item in kinds._KINDS.items() if kind is not Kind.ROLE}
    monkeypatch.setattr(kinds, "_KINDS", left)
    (result,) = kinds_are_registered()
    assert (result.id, result.msg) == ("notices.E001", "No room has registered the notices “role”.")
    with pytest.raises(LookupError):
        kind_of("role")

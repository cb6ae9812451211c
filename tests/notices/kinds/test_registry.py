"""Kinds of notices: each has one room that says it."""

from __future__ import annotations

import pytest

from notices.domain.wishes import Want, default
from notices.kinds import registry as kinds
from notices.kinds.checks import kinds_are_registered
from notices.kinds.registry import Limit, kind_of, register, under_headings
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


def test_what_the_kinds_stand_under_and_how_they_are_mailed() -> None:
    groups = under_headings()
    assert [(heading, len(group)) for heading, group in groups.items()] == [
        ("Games", 16),
        ("Tournaments", 23),
        ("For arbiters", 5),
        ("Moderators", 4),
    ]
    assert groups["For arbiters"] == [Kind.ROLE, Kind.CALL, Kind.WITHDRAWN, Kind.RESULT_RULED, Kind.BLOCKED]
    of_the_page = {kind for kind in Kind if default(kind) == Want(True, False)}
    of_moderators = {Kind.PENALTY, Kind.OPENED, Kind.REPORTED, Kind.APPEAL}
    assert of_the_page == {Kind.DECLINED, Kind.MESSAGE, Kind.STUDY, Kind.DECIDED} | of_moderators
    assert all(default(kind).page for kind in Kind)
    limits = {limit: {kind for kind in Kind if kind_of(kind).limit is limit} for limit in Limit}
    assert limits[Limit.UNASKED] == {Kind.CHALLENGE, Kind.STUDY, Kind.INVITED, Kind.PARTNER, Kind.ROLE}
    assert limits[Limit.REPEATED] == {Kind.REMATCH, Kind.MESSAGE, Kind.TERMS, Kind.LETTER}

"""Reporters, moderators and cases for tests."""

from __future__ import annotations

from uuid import UUID

from accounts.models import Player, Report
from moderation.cases import reports
from moderation.cases.models import Case


def reported(about: Player, *by: Player, why: str = "abuse", text: str = "Rude words.") -> Case:
    rows = [reports.report(kind="player", target=about.pk, reporter=item, why=why, text=text) for item in by]
    assert rows[-1].case is not None
    return case_of(rows[-1].case)


def case_of(case: UUID | Report) -> Case:
    id = case.case if isinstance(case, Report) else case
    return Case.objects.get(pk=id)

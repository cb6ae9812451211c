"""What closes when a player deletes the account, and the words that go. Ids and codes stay in the log, of nobody."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone

from accounts.models import Report
from moderation.cases import appeals
from moderation.cases.commands import let_go
from moderation.cases.intake import OPEN
from moderation.cases.models import Case, CaseText


def close_cases(player: UUID) -> None:
    """Closes what is open about the player: nobody is left to decide about."""
    for case in Case.objects.filter(about=player, state__in=OPEN).values_list("id", flat=True):
        let_go(case=case)


def drop_appeals(player: UUID) -> None:
    """Closes the player's appeals: nobody waits for them any more."""
    appeals.let_go(player)


def erase_case_texts(player: UUID) -> None:
    """Deletes what the player wrote in cases, and what was written about the player there and in reports. That there
    was a report stays, without a name, for its author."""
    CaseText.objects.filter(player=player).delete()
    reports = Report.objects.filter(about=player)
    reports.filter(state=Report.State.OPEN).update(state=Report.State.GONE, closed=timezone.now())
    reports.update(text="", excerpt="")

"""What somebody is given of cases: those about them that are decided, and the words that were written to or by them.

Open cases are never shown, nor reporters: nor when a case was opened, which is when the report came.
"""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from django.db.models import Q

from accounts.models import Penalty
from accounts.people.personal_data import DataOwner, ExportPart, rows
from moderation.cases.models import Appeal, Case, CaseText


def export_cases(owner: DataOwner) -> Iterator[ExportPart]:
    kept = ("source", "about", "thing", "target", "state", "score", "parts", "rank", "reports", "things", "changed")
    by = ("claimed_by", "claimed_until", "decided_by", "merged_into", "version", "position")
    decided = Case.objects.filter(about=owner.player, state=Case.State.DECIDED).order_by("decided", "pk")
    yield rows("cases/decided", decided, ("id", "kind", "outcome", "decided"), ("opened", *kept, *by))
    appeals = Appeal.objects.filter(player=owner.player).order_by("made", "pk")
    times = ("penalty", "case", "made", "due", "risen", "decided", "outcome")
    hidden = ("player", "claimed_by", "claimed_until", "decided_by", "reason", "talk")
    yield rows("cases/appeals", appeals, times, hidden)
    ids = {appeal.reason for appeal in appeals} | {
        UUID(said[0]) for appeal in appeals for said in appeal.talk if said[0]
    }
    reasons = Penalty.objects.filter(player=owner.player, reason__isnull=False).values("reason")
    given = Q(by=owner.player) | Q(id__in=reasons) | Q(id__in=ids - {None})
    words = CaseText.objects.filter(given).order_by("written", "pk")
    yield rows("cases/words", words, ("case", "text", "written"), ("id", "by", "player", "salt"))

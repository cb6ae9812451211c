"""Who may not handle a case, as far as people alone know: whom it is about, and who reported it."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from players.cases.models import Case
from players.cases.registry import excluded
from players.models import Report


@excluded
def own(cases: Sequence[Case], moderator: UUID) -> dict[UUID, str]:
    """Cases about the moderator, and those that the moderator has reported."""
    found = {one.pk: "own-case" for one in cases if one.about == moderator}
    reported = Report.objects.filter(case__in=[one.pk for one in cases], reporter=moderator)
    for case in reported.values_list("case", flat=True):
        if case is not None:
            found.setdefault(case, "own-report")
    return found

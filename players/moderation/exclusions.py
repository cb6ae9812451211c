"""Who may not handle a case, as far as people alone know: whom it is about, and who reported it.

Rooms above add what they know of games and events. Whoever is excluded finds no trace of the case in a list, and is
told why at its own address alone: neither tells who reported.
"""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from players.cases.models import Case, CaseLink
from players.cases.registry import excluded


@excluded
def own(cases: Sequence[Case], moderator: UUID) -> dict[UUID, str]:
    """Cases about the moderator, and those that the moderator has reported."""
    found = {one.pk: "own-case" for one in cases if one.about == moderator}
    reported = CaseLink.objects.filter(case__in=[one.pk for one in cases], what=CaseLink.REPORTER, target=moderator)
    for case in reported.values_list("case", flat=True):
        found.setdefault(case, "own-report")
    return found

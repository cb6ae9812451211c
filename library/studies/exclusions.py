"""Who may not handle a case because of studies: who writes or reads, by name, one that it is about.

Each of them is told the `cases`, the id of the `moderator`'s player, and the `things` that the cases are about.
"""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from accounts.cases.models import Case
from accounts.cases.registry import Things, excluded
from accounts.models import Report
from library.studies.models import StudyComment, StudyMember


@excluded
def own_studies(cases: Sequence[Case], moderator: UUID, things: Things) -> dict[UUID, str]:
    """Cases about a study, or a comment there, of which the moderator is a member."""
    studies = {target: target for some in things.values() for what, target in some if what == Report.Kind.STUDY}
    comments = {target for some in things.values() for what, target in some if what == Report.Kind.COMMENT}
    if comments:
        studies |= dict(StudyComment.objects.filter(pk__in=comments).values_list("pk", "study_id"))
    if not studies:
        return {}
    mine = set(
        StudyMember.objects.filter(player=moderator, study__in=set(studies.values())).values_list("study_id", flat=True)
    )
    return {
        case: "own-study" for case, some in things.items() if any(studies.get(target) in mine for _what, target in some)
    }

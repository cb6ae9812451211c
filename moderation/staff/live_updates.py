"""Open pages of moderators are told that something happened to a case: never to which, and never what. To whom it is
left to others, and to whom an appeal is, they say nothing: nothing has happened that they could see. Who appeals is
told of what happens to the appeal, by the same word.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args
from uuid import UUID

from accounts.models import Player
from moderation.cases import events as e
from moderation.cases.appeals import kept_from
from moderation.cases.exclusions import excluded_from
from moderation.cases.listeners import CaseUpdated, on_case
from moderation.cases.models import Appeal, Case
from realtime.changes import publish
from realtime.topics import player_topic

OF_APPEAL = get_args(e.OfAppeal)

_UNSEEN = (e.EvidenceOpened,)
"""What changes nothing that a list shows."""


@on_case
def tell_moderators(happened: CaseUpdated) -> None:
    """Notifies the pages of all staff who may see it; there are few."""
    seen = [event for event in happened.events if not isinstance(event, _UNSEEN)]
    case = Case.objects.filter(pk=happened.case).first()
    if not seen or case is None:
        return
    staff = Player.objects.filter(account__is_staff=True, account__is_active=True).values_list("pk", flat=True)
    appealed = {event.penalty for event in seen if isinstance(event, OF_APPEAL)}
    alone = all(isinstance(event, OF_APPEAL) for event in seen)
    appeals = list(Appeal.objects.filter(pk__in=appealed)) if alone else []
    ids = [id_ for id_ in staff if _may_see(case, appeals, id_)]
    ids += [happened.after.penalties[item].player for item in sorted(appealed)]
    publish(*((player_topic(fromkey), {"t": "cases"}) for fromkey in dict.fromkeys(ids)))


def _may_see(case: Case, appeals: Sequence[Appeal], moderator: UUID) -> bool:
    if appeals:
        return len(kept_from(appeals, moderator)) < len(appeals)
    return case.pk not in excluded_from([case], moderator)

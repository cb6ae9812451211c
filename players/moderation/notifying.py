"""Open pages of moderators are told that something happened to a case: never to which, and never what. Whom it is about
and who reported it are not told even that: they see nothing of it.
"""

from __future__ import annotations

from players.cases import events as e
from players.cases.listeners import CaseHappened, on_case
from players.models import Player
from web.changes import publish
from web.topics import player_topic

_UNSEEN = (e.EvidenceOpened,)
"""What changes nothing that a list shows."""


@on_case
def tell_moderators(happened: CaseHappened) -> None:
    """Tells the pages of everybody of the staff; there are few."""
    if all(isinstance(event, _UNSEEN) for event in happened.events):
        return
    staff = Player.objects.filter(account__is_staff=True, account__is_active=True).values_list("pk", flat=True)
    concerned = {happened.after.about, *happened.after.reporters}
    publish(*((player_topic(one), {"t": "cases"}) for one in staff if one not in concerned))

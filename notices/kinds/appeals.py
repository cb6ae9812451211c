"""What is told of appeals: to who appeals, that there is something to read, beside the mail of its own that nobody
switches off (`accounts.cases.mails`); to moderators, that one waits for them. Nobody is named.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import UUID

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.cases.models import Appeal
from notices.kinds.penalties import Decisions
from notices.kinds.registry import KindOfNotice, Subject, Words, register
from notices.models import Kind, Notice

ANSWERED, RISEN, STANDS, EASED = range(4)
"""What who appeals is told: the version of a notice. What is taken back is a notice of its own."""

WRITTEN, OVERDUE = range(2)
"""What moderators are told: the player has written to who hears the appeal; one has risen, to operators."""

_SENTENCES: dict[int, str | Promise] = {
    ANSWERED: _("A moderator has written to you in your appeal"),
    RISEN: _("Your appeal goes to the operators, because no moderator decided it in time"),
    STANDS: _("Your appeal is decided: the decision stands; read why"),
    EASED: _("Your appeal is decided: the penalty ends earlier; read why"),
}
_HEARINGS: dict[int, str | Promise] = {
    WRITTEN: _("The player has written in an appeal that you hear"),
    OVERDUE: _("An appeal was not decided in time: operators alone hear it now"),
}


class Hearings(Subject[bool, Notice]):
    """Notices to moderators: they lead to the appeals, and hold as long as one waits for that moderator."""

    def rows(self, notices: Sequence[Notice]) -> Mapping[UUID, bool]:
        """Whether something waits, by one query."""
        open_now = Appeal.objects.filter(decided=None)
        told = {one.player_id for one in notices if one.version == WRITTEN}
        held = set(open_now.filter(claimed_by__in=told).values_list("claimed_by", flat=True)) if told else set()
        risen = any(one.version == OVERDUE for one in notices) and open_now.filter(risen__isnull=False).exists()
        return {one.id: one.player_id in held if one.version == WRITTEN else risen for one in notices}

    def abouts(self, notices: Sequence[Notice]) -> Mapping[UUID, Notice]:
        """The notices themselves."""
        return {notice.id: notice for notice in notices}


def _of_player(notice: Notice) -> Words:
    return Words(str(_SENTENCES.get(notice.version, _SENTENCES[STANDS])), reverse("players:standing"), None)


def _of_moderator(notice: Notice) -> Words:
    path = f"{reverse('moderation:appeals')}?view={'risen' if notice.version == OVERDUE else 'mine'}"
    return Words(str(_HEARINGS.get(notice.version, _HEARINGS[OVERDUE])), path, None)


register(
    KindOfNotice(Kind.APPEAL, Decisions(), _("Moderators"), _of_player, holds=lambda notice, row: True, mail=False),
    KindOfNotice(Kind.HEARING, Hearings(), _("Moderators"), _of_moderator, holds=lambda notice, row: bool(row)),
)

"""Notices of penalties, of appeals and of what came of reports.

The appealing player gets a notice, besides the mail that cannot be switched off
(`moderation.cases.mails`); moderators, that an appeal waits for them. Nobody is named.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import UUID

from django.db import transaction
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Penalty
from moderation.cases import events as e
from moderation.cases.appeals import kept_from, operators
from moderation.cases.due_effects import When, remember
from moderation.cases.listeners import CaseUpdated, on_case, written_with_case
from moderation.cases.models import Appeal
from notices.domain.commands import notify
from notices.domain.reports import tell_reporters
from notices.kinds.penalties import BEGAN, OVER, TAKEN_BACK, Decisions
from notices.kinds.registry import KindOfNotice, Subject, Words, register
from notices.models import Kind, Notice

# -- penalties -------------------------------------------------------------------------------------


def _tell(penalty: Penalty, version: int, when: When) -> None:
    with transaction.atomic():  # or a notice could be recorded without being sent
        if remember(penalty.pk, f"told-{when.value}", penalty.pk):
            notify(penalty.player, Kind.PENALTY, version=version, mail=False)


def tell_beginning(penalty: Penalty) -> None:
    """Tells the player that there is something to read."""
    _tell(penalty, BEGAN, When.BEGINS)


def tell_reversal(penalty: Penalty) -> None:
    """Tells the player that it is taken back."""
    _tell(penalty, TAKEN_BACK, When.REVERSED)


def tell_end(penalty: Penalty) -> None:
    """Tells the player that it is over."""
    _tell(penalty, OVER, When.ENDS)


# -- what came of reports --------------------------------------------------------------------------


@on_case
def tell_when_decided(happened: CaseUpdated) -> None:
    """Tells reporters at once; once more when an appeal leaves nothing of it."""
    if any(isinstance(event, e.CaseDecided | e.PenaltyReversed) for event in happened.events):
        tell_reporters(happened.case)


# -- appeals ---------------------------------------------------------------------------------------

ANSWERED, RISEN, STANDS, EASED = range(4)
"""The notice to an appealing player, by its version. A reversal has its own notice."""

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
        ids = {notice.player_id for notice in notices if notice.version == WRITTEN}
        held = set(open_now.filter(claimed_by__in=ids).values_list("claimed_by", flat=True)) if ids else set()
        risen = any(notice.version == OVERDUE for notice in notices) and open_now.filter(risen__isnull=False).exists()
        return {notice.id: notice.player_id in held if notice.version == WRITTEN else risen for notice in notices}

    def abouts(self, notices: Sequence[Notice]) -> Mapping[UUID, Notice]:
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


@written_with_case
def tell_of_appeals(happened: CaseUpdated) -> None:
    """Notifies both sides. The appealing player also gets a mail in any case."""
    for event in happened.events:
        match event:
            case e.AppealWritten(by_staff=True):
                _tell_player(happened, event, ANSWERED)
            case e.AppealWritten():
                _tell_holder(happened, event)
            case e.AppealRisen():
                _tell_player(happened, event, RISEN)
                _tell_operators(event)
            case e.AppealDecided(outcome="stands"):
                _tell_player(happened, event, STANDS)
            case e.AppealDecided(outcome="eased"):
                _tell_player(happened, event, EASED)


def _tell_player(happened: CaseUpdated, event: e.AppealWritten | e.AppealRisen | e.AppealDecided, version: int) -> None:
    notify(happened.after.penalties[event.penalty].player, Kind.APPEAL, version=version, mail=False)


def _tell_holder(happened: CaseUpdated, event: e.AppealWritten) -> None:
    holder = happened.after.appeals[event.penalty].holder(happened.after.changed)
    if holder is not None:
        notify(holder, Kind.HEARING, version=WRITTEN)


def _tell_operators(event: e.AppealRisen) -> None:
    row = Appeal.objects.filter(pk=event.penalty).first()
    for operator in operators():
        if row is not None and not kept_from([row], operator):
            notify(operator, Kind.HEARING, version=OVERDUE)

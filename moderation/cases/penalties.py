"""What a player does with a penalty: read a warning, and say so."""

from __future__ import annotations

from uuid import UUID

from accounts.models import Penalty
from moderation.cases import events as e
from moderation.cases.command_handler import CaseDraft, execute
from moderation.cases.fold import CaseFold
from moderation.cases.refusals import CaseRefused


def acknowledge(*, penalty: UUID, player: UUID) -> CaseFold:
    """Says that a player has read a warning; twice is as once. From then on the player may begin games again.

    Side effects: appends WarningAcknowledged.

    Raises:
        CaseRefused: `no-penalty`, if the player bears no such warning.
    """
    row = Penalty.objects.filter(pk=penalty, player=player, kind=Penalty.Kind.WARNING).first()
    if row is None:
        raise CaseRefused("no-penalty")

    def decide(draft: CaseDraft) -> None:
        if draft.now.penalties[penalty].acknowledged_at is None:
            draft.add(e.WarningAcknowledged(penalty))

    return execute(case=row.case, by=player, decide=decide)

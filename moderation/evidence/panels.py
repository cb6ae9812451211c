"""The evidence of a case: every panel, in the order in which they are shown."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils import timezone

from accounts.models import Penalty, Player
from moderation.cases.commands import opened_by
from moderation.cases.models import Case
from moderation.evidence import arbiters, fair_play, networks, opponents, play, rulings, talk
from moderation.evidence.parts import EvidencePanel, EvidenceRequest, Panel

PANELS: tuple[EvidencePanel, ...] = (
    play.the_games,
    play.stopped_playing,
    play.stalling,
    play.draws,
    talk.talk,
    talk.names,
    opponents.pairs,
    opponents.open_games,
    networks.shared,
    fair_play.quick_wins,
    fair_play.second_sight,
    arbiters.powers,
    arbiters.sides,
    rulings.rulings,
)


def panels_of(case: Case, moderator: Player) -> Iterator[Panel]:
    about = None if case.about is None else Player.objects.filter(pk=case.about).first()
    opened = opened_by(case.pk, moderator.pk)
    request = EvidenceRequest(case, about, timezone.now(), staff=True, moderator=moderator.pk, opened=opened)
    panels = (panel.draw(request) for panel in PANELS if not panel.kinds or case.kind in panel.kinds)
    return (panel for panel in panels if panel is not None)


def shown_of(penalty: Penalty, player: Player) -> list[Panel]:
    """The evidence that the player of a penalty is shown, in the order in which it was chosen."""
    case = Case.objects.filter(pk=penalty.case).first() if penalty.shown else None
    if case is None:
        return []
    request = EvidenceRequest(case, player, penalty.begins, staff=False)
    known = {panel.slug: panel for panel in PANELS}
    panels = (known[slug].draw(request) for slug in penalty.shown if slug in known)
    return [panel for panel in panels if panel is not None]

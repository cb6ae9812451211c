"""Panels of what detectors look at: who loses quickly to the player."""

from __future__ import annotations

from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.evidence.parts import Asked, Cell, EvidenceTable, Parts, evidence_panel
from games.evidence.playing import number, of_kinds
from games.fairness.domain.filing import partners_of
from games.fairness.domain.rings import WINDOW, Oddity
from players.cases.kinds import CaseKind
from players.models import Player

LISTED = 20
"""So many partners are listed."""

ODDITIES = {
    Oddity.ALONE: gettext_lazy("plays hardly anybody else"),
    Oddity.NEW: gettext_lazy("a new account"),
    Oddity.BETTER: gettext_lazy("does better against others"),
    Oddity.ADDRESS: gettext_lazy("shares an address"),
}


@evidence_panel("quick-wins", gettext_lazy("Quick wins by partner"), *of_kinds(CaseKind.BOOSTING, CaseKind.ACCOUNTS))
def quick_wins(asked: Asked) -> Parts | None:
    """Who lost quickly to the player more than once, and what else they played."""
    if asked.about is None:
        return None
    begin = asked.case.opened.date() - timedelta(days=WINDOW)
    partners = partners_of(asked.about.pk, begin, asked.at.date())[:LISTED]
    if not partners:
        return None
    names = dict(Player.objects.filter(id__in=[one.player for one in partners]).values_list("id", "name"))
    rows = tuple(
        (
            Cell(names.get(one.player, _("Deleted player"))),
            *map(number, (one.games, one.won, one.lost, one.quick, one.elsewhere, one.elsewhere_won)),
            Cell(", ".join(str(ODDITIES[oddity]) for oddity in one.oddities)),
        )
        for one in partners
    )
    head = (
        *(_("Partner"), _("Games"), _("Won by the partner"), _("Lost"), _("Lost quickly")),
        *(_("Games with others"), _("Won of them"), _("What does not fit")),
    )
    caption = _(
        "Rated games with who lost quickly to this player more than once, from %(days)d days before the case on"
    )
    caption %= {"days": WINDOW}
    return Parts(tables=[EvidenceTable("evidence-quick", caption, head, rows)])

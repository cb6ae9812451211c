"""The panel of addresses that several accounts share: days and accounts, never an address."""

from __future__ import annotations

from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.authentication.networks import KEPT, MOST_ACCOUNTS, SharedAddress, shared_addresses
from accounts.models import Player
from moderation.cases.kinds import CaseKind
from moderation.evidence.parts import Cell, EvidenceRequest, EvidenceTable, Parts, evidence_panel
from moderation.evidence.play import of_kinds
from web.addresses import address

LISTED = 30
"""So many are listed, those of who shares the most."""


@evidence_panel("addresses", gettext_lazy("Shared addresses"), *of_kinds(CaseKind.ACCOUNTS, CaseKind.BOOSTING))
def shared(request: EvidenceRequest) -> Parts | None:
    """With whom the player shares addresses. To the player it says how many, and no name: who lives in the same house
    has done nothing."""
    results = [] if request.about is None else shared_addresses(request.about.pk)
    if not results:
        return None
    people = {result.player for result in results}
    if not request.staff:
        text = ngettext(
            "%(count)d other account was seen at an address of yours.",
            "%(count)d other accounts were seen at addresses of yours.",
            len(people),
        )
        return Parts(lines=[text % {"count": len(people)}])
    names = dict(Player.objects.filter(id__in=people).values_list("id", "name"))
    many = {person: sum(other.player == person for other in results) for person in people}
    first = sorted(
        results, key=lambda result: (-many[result.player], not result.at_once, names.get(result.player, ""))
    )[:LISTED]
    rows = tuple(_row(item, names.get(item.player, "")) for item in first)
    head = _("Account"), _("Days of this account there"), _("Days of the other"), _("On the same days")
    caption = _("Addresses at which both were seen in the last %(days)d days, a line for each") % {"days": KEPT.days}
    care = _(
        "Who lives, learns or plays in one house shares an address: it is never enough for itself. Addresses of more"
        " than %(most)d accounts are left out. Of an address there is a hash alone."
    )
    table = EvidenceTable("evidence-addresses", caption, head, rows)
    return Parts(lines=[care % {"most": MOST_ACCOUNTS}], tables=[table])


def _row(item: SharedAddress, name: str) -> tuple[Cell, ...]:
    who = Cell(name, address("players:profile", name)) if name else Cell(_("Deleted player"))
    return who, Cell(_days(*item.own)), Cell(_days(*item.theirs)), Cell(_("yes") if item.at_once else _("no"))


def _days(first: date, last: date) -> str:
    days = [date_format(fromkey, "DATE_FORMAT") for fromkey in dict.fromkeys((first, last))]
    return " – ".join(days)

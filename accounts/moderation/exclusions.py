"""Who may not handle a case, as far as people alone know: whom it is about, and who reported it.

Rooms above add what they know of games and events. Whoever is excluded finds no trace of the case in a list, and is
told why at its own address alone: neither tells who reported.

Each of them is told the `cases`, the id of the `moderator`'s player, and the `things` that the cases are about.
"""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db.models import QuerySet

from accounts.cases.models import Case, CaseLink
from accounts.cases.registry import Things, excluded, excluded_from
from accounts.models import Player, Report

LOOKED_AT = 1000
"""So many reports of things of a kind, the last ones, are looked at for the admin."""


@excluded
def own(cases: Sequence[Case], moderator: UUID, things: Things) -> dict[UUID, str]:
    """Cases about the moderator, those that the moderator has reported, and those for which a detector names the
    moderator, such as who loses to the player in a ring."""
    found = {one.pk: "own-case" for one in cases if one.about == moderator}
    linked = CaseLink.objects.filter(case__in=[one.pk for one in cases], target=moderator)
    for case, what in linked.values_list("case", "what"):
        found.setdefault(case, "own-report" if what == CaseLink.REPORTER else "own-game")
    return found


def reported(kind: str) -> QuerySet[Report]:
    """The newest reports of things of a kind, so many as a page looks at.

    Args:
        kind: a `Report.Kind`.
    """
    return Report.objects.filter(kind=kind).order_by("-created", "pk")[:LOOKED_AT]


def reported_for(kind: str, moderator: Player) -> set[UUID]:
    """The things of a kind that were reported, as far as a moderator may know of it: of no case that is left to others.

    Args:
        kind: a `Report.Kind`.
    """
    told = [(one.target, one.case) for one in reported(kind).only("target", "case")]
    left = excluded_from(list(Case.objects.filter(pk__in={case for _target, case in told if case})), moderator.pk)
    return {target for target, _case in told} - {target for target, case in told if case in left}

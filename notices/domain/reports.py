"""Tells who reported something what came of it, in general words, once for each case.

That a report is closed and not told of is in its row, written with the decision: so nobody is forgotten though the
process that decided dies. They are told at once by who hears of the decision, else by the sweep; that an account is
gone is told when it is.
"""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from accounts.models import Report
from notices.domain.commands import notify
from notices.kinds.reports import COMES_TO
from notices.models import Kind

MOST = 500
"""Reports handled together; the next sweep takes the rest."""


def tell_reporters(case: UUID | None = None) -> int:
    """Notifies reporters of closed reports; returns the number of reports. Two at once still notify each of them once.

    Side effects: notices, in one transaction with the rows that say so.

    Args:
        case: of this one alone.
    """
    with transaction.atomic():
        closed = Report.objects.select_for_update(skip_locked=True).filter(closed__isnull=False, told=False)
        closed = closed.exclude(state=Report.State.GONE, about__isnull=False)  # until the account is
        if case is not None:
            closed = closed.filter(case=case)
        rows = list(closed.order_by("closed", "pk")[:MOST])
        fromkeys = dict.fromkeys((row.reporter_id, row.about_id, row.state, row.case) for row in rows)
        for reporter, about, state, _case in fromkeys:
            notify(reporter, Kind.REPORTED, actor=about, version=COMES_TO[Report.State(state)], mail=False)
        Report.objects.filter(pk__in=[row.pk for row in rows]).update(told=True)
    return len(rows)

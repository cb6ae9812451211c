"""What somebody has reported, and what came of it in general words: for that player alone."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.models import Player
from accounts.people.accounts import player_of
from moderation.cases.own_reports import key_of_report, report_row, reports_by
from web.answers import revalidated

SIZE = 30


@revalidated
@login_required
@require_safe
def own_reports(request: HttpRequest) -> HttpResponse:
    """The own reports, the newest first: `?before=` or `?after=` the id of one."""
    me: Player = player_of(request.user)  # type: ignore[arg-type]
    upwards = "after" in request.GET
    page = reports_by(
        me, SIZE, key_of_report(me, request.GET.get("after" if upwards else "before", "")), upwards=upwards
    )
    rows = [report_row(row) for row in page.rows]
    context = {"room": "account", "rows": rows, "newer": page.newer, "older": page.older}
    return render(request, "moderation/pages/reports.html", context)

"""What somebody has reported, and what came of it in general words: for that player alone."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _

from accounts.models import Player, Report
from moderation.cases.kinds import CaseKind
from web.keyset import Key, Page, PageCursor, page_of


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A report as its author sees it.

    Attributes:
        thing: what was reported, if not the player.
        state: the outcome; never consequences for anybody.
    """

    report: Report
    thing: str
    why: str
    state: str


def reports_by(player: Player, size: int, beside: Key | None, *, upwards: bool = False) -> Page[Report]:
    """A page of what somebody has reported, the newest first.

    Args:
        player: who has reported.
        size: of the page.
        beside: `key_of_report` of the one next to the page; None for the newest.
        upwards: what is above that one, and not below.
    """
    mine = Report.objects.filter(reporter=player).select_related("about")
    return page_of(mine, size, PageCursor(beside, upwards and beside is not None), ("created", "id"))


def key_of_report(me: Player, named: str) -> Key | None:
    """The place of a report of the player in the list; None if there is none with this id."""
    try:
        id = UUID(named)
    except ValueError:
        return None
    return Report.objects.filter(pk=id, reporter=me).values_list("created", "id").first()


def report_row(report: Report) -> ReportRow:
    """A report in words, for its author."""
    states = {
        Report.State.OPEN: _("A moderator will look at it."),
        Report.State.RESOLVED: _("Something was wrong, and the moderators have seen to it."),
        Report.State.DISMISSED: _("The moderators found nothing against the rules."),
        Report.State.GONE: _("The account is deleted, so nobody has to decide about it."),
        Report.State.REVERSED: _("The moderators looked at it again after an appeal, and decided otherwise."),
    }
    whole = report.kind == Report.Kind.PLAYER and report.about is not None
    thing = "" if whole else str(Report.Kind(report.kind).label)
    return ReportRow(
        report, thing, str(dict(CaseKind.choices).get(report.why, report.why)), states[Report.State(report.state)]
    )

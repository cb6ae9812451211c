"""What who reported something is told once it is decided: whether something was wrong, or is no longer held to be, or
that the account is deleted, and nothing else. Neither what follows for whom, nor who else reported it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Player, Report
from notices.kinds.registry import KindOfNotice, Subject, Words, register
from notices.models import Kind, Notice
from web.words import isolated

NOTHING, SOMETHING, GONE, REVERSED = range(4)
"""What came of it: the version of a notice."""

COMES_TO = {
    Report.State.RESOLVED: SOMETHING,
    Report.State.DISMISSED: NOTHING,
    Report.State.GONE: GONE,
    Report.State.REVERSED: REVERSED,
}
"""Which, by the state of a report that is closed."""

About = tuple[int, str]


class Answers(Subject[Collection[int], About]):
    """Notices about reports. `Notice.actor` is the reported player, if any: they are deleted with that player."""

    def rows(self, notices: Sequence[Notice]) -> Mapping[UUID, Collection[int]]:
        """What came of the reports of the same players about the same, as far as they are there."""
        reports = Report.objects.filter(reporter__in={notice.player_id for notice in notices}, closed__isnull=False)
        reports = reports.filter(told=True)
        numbers: dict[tuple[UUID, UUID | None], set[int]] = {}
        for reporter, about, state in reports.values_list("reporter", "about", "state").distinct():
            numbers.setdefault((reporter, about), set()).add(COMES_TO[Report.State(state)])
        return {notice.id: numbers[at] for notice in notices if (at := (notice.player_id, notice.actor)) in numbers}

    def abouts(self, notices: Sequence[Notice]) -> Mapping[UUID, About]:
        """The outcome, and the name of the reported player; "" for none."""
        wanted = {notice.actor for notice in notices if notice.actor is not None}
        names = dict(Player.objects.filter(pk__in=wanted).values_list("pk", "name"))
        return {notice.id: (notice.version, names.get(notice.actor, "") if notice.actor else "") for notice in notices}


def _words(about: About) -> Words:
    comes_to, name = about
    if comes_to == GONE:
        text = _("The moderators need not decide about what you reported any more: the account is deleted")
    elif comes_to == REVERSED and name:
        text = _("The moderators looked again at your report about %(name)s after an appeal, and decided otherwise")
    elif comes_to == REVERSED:
        text = _("The moderators looked again at what you reported after an appeal, and decided otherwise")
    elif name and comes_to == SOMETHING:
        text = _("The moderators looked at your report about %(name)s: something was wrong, and they have seen to it")
    elif name:
        text = _("The moderators looked at your report about %(name)s: they found nothing against the rules")
    elif comes_to == SOMETHING:
        text = _("The moderators looked at what you reported: something was wrong, and they have seen to it")
    else:
        text = _("The moderators looked at what you reported: they found nothing wrong")
    return Words(text % {"name": isolated(name)}, reverse("players:reports"), None)


def _holds(notice: Notice, row: Collection[int] | None) -> bool:
    return row is not None and notice.version in row


register(KindOfNotice(Kind.REPORTED, Answers(), gettext_lazy("Moderators"), _words, holds=_holds, mail=False))

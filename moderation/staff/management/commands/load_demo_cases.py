"""Give a demo something to moderate."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.conduct.rules import Rule
from accounts.management.demo import demo_account, need_demo
from accounts.models import Account, Penalty, Player, Report
from moderation.cases.commands import claim, decide
from moderation.cases.kinds import CaseKind
from moderation.cases.models import Case
from moderation.cases.reports import report
from moderation.cases.terms import PenaltyTerms
from moderation.staff.moderators import Role, appoint


class Command(BaseCommand):
    """Safe to run again: what is there stays. Needs the accounts of `load_demo`, and `VEXILLUM_DEMO`."""

    help = "Make a moderator, cases that wait, and a player with a penalty. Run load_demo first."

    def handle(self, *args: Any, **options: Any) -> None:
        """Make what is missing, and say what was made; nothing where it is no demo."""
        need_demo()
        reporters = list(Player.objects.filter(account__username__in=("red", "blue")).order_by("name"))
        if len(reporters) < 2:
            raise CommandError(_("The demo accounts are missing. Run load_demo first."), returncode=2)
        moderator, grey = demo_account("moderator"), demo_account("grey")
        appoint(Account.objects.get(player=moderator), Role.MODERATOR, by=None)
        made = 0 if Case.objects.filter(about=grey.pk).exists() else _make_cases(grey, reporters, moderator)
        if options["verbosity"] > 1:
            self.stdout.write(ngettext("%(n)d demo case made.", "%(n)d demo cases made.", made) % {"n": made})
        powers, penalty = _("decides cases at /moderation/"), _("may not talk for a week")
        self.stdout.write(f"  moderator / demo-moderator  ({powers})")
        self.stdout.write(f"  grey / demo-grey  ({penalty})")


def _make_cases(grey: Player, reporters: list[Player], moderator: Player) -> int:
    """A case that is decided with a penalty of a week, and two that wait; returns how many."""
    first = _told(grey, reporters[0], CaseKind.ABUSE, _("Called me names after every battle."))
    terms = PenaltyTerms(
        grey.pk,
        Penalty.Kind.NO_TALK,
        Rule.RESPECT,
        ends=timezone.now() + timedelta(days=7),
        reason=_("You insulted another player several times in one game. Please stay decent, also when you lose."),
    )
    claim(case=first, by=moderator.pk)
    decide(case=first, by=moderator.pk, outcome=Case.Outcome.PENALISED, penalties=[terms], reason=_("The first time."))
    _told(grey, reporters[1], CaseKind.STOPPED_PLAYING, _("Left our game when the Marshal was lost."))
    for reporter in reporters:
        _told(grey, reporter, CaseKind.BOOSTING, _("Seems to lose to the same player every evening."))
    return len(set(Case.objects.filter(about=grey.pk).values_list("pk", flat=True)))


def _told(about: Player, reporter: Player, why: CaseKind, text: str) -> Any:
    return report(kind=Report.Kind.PLAYER, target=about.pk, reporter=reporter, why=why, text=text).case

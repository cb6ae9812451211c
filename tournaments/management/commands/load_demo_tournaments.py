"""Give a demo its tournaments."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.management.demo import need_demo
from accounts.models import Player
from tournaments.simulation.demo import load_events


class Command(BaseCommand):
    """Safe to run again: what is there stays. Needs the accounts of `load_demo`, and `VEXILLUM_DEMO`."""

    help = "Make the demo tournaments: one over, one running, one that takes entries. Run load_demo first."

    def handle(self, *args: Any, **options: Any) -> None:
        """Make what is missing, and say what was made; nothing where it is no demo."""
        need_demo()
        result = Player.objects.filter(account__username__in=("red", "blue", "arbiter")).select_related("account")
        players = {player.account.username: player for player in result if player.account is not None}
        if len(players) < 3:
            raise CommandError(_("The demo accounts are missing. Run load_demo first."), returncode=2)
        made = load_events(red=players["red"], blue=players["blue"], arbiter=players["arbiter"])
        if options["verbosity"]:
            self.stdout.write(
                ngettext("%(n)d demo tournament made.", "%(n)d demo tournaments made.", made) % {"n": made}
            )

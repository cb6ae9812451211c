"""Give an event another organiser."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from accounts.models import Player
from games.rules import Illegal
from tournaments.domain.commands.succession import appoint_organiser
from tournaments.models import Tournament
from tournaments.presentation.words import tournament_refusal


class Command(BaseCommand):
    """Safe to run again: who organises the event already goes on. Exit 2 if there is no such event or player."""

    help = "Make a member the organiser of an event; who was it stays an arbiter."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("key", metavar="EVENT", help=_("the key in the address of the event"))
        parser.add_argument("name", metavar="NAME", help=_("the name of the member"))

    def handle(self, *args: Any, **options: Any) -> None:
        """Appoint, and say so."""
        event = Tournament.objects.filter(key=options["key"]).first()
        if event is None:
            raise CommandError(_("There is no event at %(key)s.") % {"key": options["key"]}, returncode=2)
        player = Player.objects.filter(name__iexact=options["name"]).exclude(account=None).first()
        if player is None:
            raise CommandError(_("There is no account “%(name)s”.") % {"name": options["name"]}, returncode=2)
        try:
            appoint_organiser(tournament=event.id, player=player, by=None)
        except Illegal as illegal:
            raise CommandError(tournament_refusal(illegal.refusal)) from None
        self.stdout.write(_("%(name)s organises the event now.") % {"name": player.name})

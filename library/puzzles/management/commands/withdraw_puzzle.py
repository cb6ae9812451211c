"""Take a puzzle out of the way, or bring it back."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from library.puzzles.models import Puzzle


class Command(BaseCommand):
    """Answers and ratings stay as they are. Exit 2 for a key that no puzzle has."""

    help = "Withdraw a puzzle: nobody is led to it, and its address shows nothing (docs/puzzles.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the options."""
        parser.add_argument("key", metavar="KEY", help=_("the eleven characters in the address of the puzzle"))
        parser.add_argument("--back", action="store_true", help=_("bring it back"))

    def handle(self, *args: Any, **options: Any) -> None:
        """Note it, and say so."""
        if not Puzzle.objects.filter(key=options["key"]).update(withdrawn=not options["back"]):
            raise CommandError(_("No puzzle has the key %(key)s.") % {"key": options["key"]}, returncode=2)
        self.stdout.write(_("It is back.") if options["back"] else _("It is withdrawn."))

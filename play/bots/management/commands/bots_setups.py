"""Find the set-ups that the computer's upper levels lay."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from games.rules import VARIANTS, variant
from play.bots.setup_trials import proven


class Command(BaseCommand):
    """Plays some three thousand games in this process and prints the set-ups that won most."""

    help = "Print the set-ups of a rule book that win most, for play/bots/proven_setups.json (docs/bots.md)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the options."""
        boards = sorted(slug for slug, book in VARIANTS.items() if not book.deals)
        parser.add_argument("--variant", choices=boards, required=True)
        parser.add_argument("--kept", type=int, default=16, help=_("how many to print"))
        parser.add_argument("--seed", type=int, default=7, help=_("the same seed gives the same set-ups"))

    def handle(self, *args: Any, **options: Any) -> None:
        """Play and print."""
        forms = proven(variant(options["variant"]), options["seed"], options["kept"])
        self.stdout.write(json.dumps({options["variant"]: forms}, indent=1))

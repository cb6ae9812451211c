"""Play random games and say how they ended."""

from __future__ import annotations

import json
import random
import time
from argparse import ArgumentParser
from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.domain.random_play import play_out, random_start
from games.management.options import rule_book
from games.presentation.words import outcome_text, variant_name
from games.rules import VARIANTS, Options, Outcome

NO_ATTACK_LIMIT = 200
STEP = 100
SIDES = ("red", "blue")


class Command(BaseCommand):
    """Plays complete random games through the rules engine, with every legal turn listed at every ply. Needs no
    database. The same seed gives the same games.
    """

    help = "Play complete random games of a rule book through the rules engine."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the options."""
        parser.add_argument("--variant", required=True, metavar="V", help=", ".join(VARIANTS))
        parser.add_argument("--games", type=int, default=100, metavar="N", help=_("how many games (100)"))
        parser.add_argument("--seed", type=int, default=0, metavar="S", help=_("where chance begins (0)"))
        parser.add_argument(
            "--no-attack-limit",
            type=int,
            default=NO_ATTACK_LIMIT,
            metavar="PLIES",
            help=_("plies without an attack after which a game is drawn (200); 0 for no limit"),
        )
        parser.add_argument("--spotter", action="store_true", help=_("with the Spotter, where cards are dealt"))
        parser.add_argument("--json", action="store_true", help=_("print one JSON object"))

    def handle(self, *args: Any, **options: Any) -> None:
        """Play, or say what is wrong with the options."""
        book = rule_book(options["variant"])
        if options["games"] < 1 or options["no_attack_limit"] < 0:
            raise CommandError(_("Give a number of games of at least 1, and a limit of at least 0."), returncode=2)
        if options["spotter"] and not book.deals:
            raise CommandError(_("The Spotter is a card; this rule book has none."), returncode=2)
        chosen = Options(
            no_attack_limit=options["no_attack_limit"] or None,
            spotter=options["spotter"],
        )
        ends: Counter[Outcome] = Counter()
        plies = 0
        begun = time.perf_counter()
        for number in range(options["games"]):
            chance = random.Random(f"{book.slug} {options['seed']} {number}")  # noqa: S311 - a game, not a secret
            played = play_out(random_start(book, chosen, chance), chance)
            plies += played.ply
            assert played.outcome is not None
            ends[played.outcome] += 1
            if number % STEP == STEP - 1 and self.stderr.isatty():
                self.stderr.write(f"\r{number + 1}/{options['games']}", ending="")
        seconds = time.perf_counter() - begun
        if self.stderr.isatty():
            self.stderr.write("\r", ending="")
        ordered = sorted(ends.items(), key=lambda item: (-item[1], str(item[0])))
        if options["json"]:
            results = [
                {"kind": end.kind.value, "winner": None if end.winner is None else SIDES[end.winner], "games": count}
                for end, count in ordered
            ]
            data = {"variant": book.slug, "seed": options["seed"], "games": options["games"], "plies": plies}
            self.stdout.write(json.dumps(data | {"results": results, "seconds": round(seconds, 3)}))
            return
        self.stdout.write(
            ngettext(
                "%(variant)s: %(games)d game, %(plies)d plies",
                "%(variant)s: %(games)d games, %(plies)d plies",
                options["games"],
            )
            % {"variant": variant_name(book.slug), "games": options["games"], "plies": plies}
        )
        for end, count in ordered:
            self.stdout.write(f"{count:>8}  {outcome_text(end)}")
        self.stdout.write(
            _("%(seconds).2f seconds, %(rate)d plies a second")
            % {"seconds": seconds, "rate": plies / max(seconds, 1e-9)}
        )

"""Measure a level of the computer in one rule book."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from accounts.people.bots import NAMES, USUAL_LEVEL
from games.rules import VARIANTS, variant
from play.bots.match import MatchGame, matches


class Command(BaseCommand):
    """Plays the games in this process; nothing is written anywhere."""

    help = "Play games of the computer against another level, or a player who draws every turn by lot (docs/bots.md)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the options."""
        parser.add_argument("--variant", choices=sorted(VARIANTS), required=True)
        parser.add_argument("--level", type=int, choices=NAMES, default=USUAL_LEVEL, help=_("how well it plays"))
        parser.add_argument(
            "--against", type=int, choices=NAMES, help=_("the level of its opponent, if that is no lot")
        )
        parser.add_argument("--games", type=int, default=100, help=_("how many, the bot on red and on blue in turns"))
        parser.add_argument("--seed", type=int, default=2026, help=_("the same seed gives the same games"))
        parser.add_argument("--json", action="store_true", help=_("print one JSON object"))

    def handle(self, *args: Any, **options: Any) -> None:
        """Play and print."""
        if options["games"] < 1:
            raise CommandError(_("--games must be at least 1."), returncode=2)
        terms = {name: options[name] for name in ("games", "seed", "level", "against")}
        played = list(matches(variant(options["variant"]), **terms))
        result = {name: options[name] for name in ("variant", "seed", "level", "against")} | summary(played)
        if options["json"]:
            self.stdout.write(json.dumps(result))
        else:
            for name, value in result.items():
                self.stdout.write(f"{name:>8}  {value}")


def summary(played: list[MatchGame]) -> dict[str, Any]:
    """Points, results, length, and milliseconds a choice."""
    seconds = sorted(second for game in played for second in game.seconds)
    return {
        "games": len(played),
        "points": sum(game.points for game in played),
        "won": sum(game.points == 1 for game in played),
        "drawn": sum(game.points == 0.5 for game in played),
        "plies": round(sum(game.plies for game in played) / len(played), 1),
        "mean_ms": round(1000 * sum(seconds) / len(seconds), 2),
        "p99_ms": round(1000 * seconds[int(len(seconds) * 0.99)], 2),
        "most_ms": round(1000 * seconds[-1], 2),
    }

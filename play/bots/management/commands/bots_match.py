"""Measure the bot against chance in one rule book."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from games.rules import VARIANTS, variant
from play.bots.match import MatchGame, matches


class Command(BaseCommand):
    """Plays the games in this process; nothing is written anywhere."""

    help = "Play games of the bot against a player who draws every turn by lot (docs/bots.md)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the options."""
        parser.add_argument("--variant", choices=sorted(VARIANTS), required=True)
        parser.add_argument("--games", type=int, default=100, help=_("how many, the bot on red and on blue in turns"))
        parser.add_argument("--seed", type=int, default=2026, help=_("the same seed gives the same games"))
        parser.add_argument("--json", action="store_true", help=_("print one JSON object"))

    def handle(self, *args: Any, **options: Any) -> None:
        """Play and print."""
        if options["games"] < 1:
            raise CommandError(_("--games must be at least 1."), returncode=2)
        played = list(matches(variant(options["variant"]), games=options["games"], seed=options["seed"]))
        result = {"variant": options["variant"], "seed": options["seed"]} | summary(played)
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

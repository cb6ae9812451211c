"""Play a whole tournament by programs."""

from __future__ import annotations

import json
import sys
import time
from argparse import ArgumentParser, ArgumentTypeError
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from tqdm import tqdm

from games.management.options import rule_book
from games.models import key_of
from games.rules import VARIANTS, Illegal
from tournaments.domain.queries.tournaments import fold_of
from tournaments.files.exchange.exports import placed, placed_value, record_of
from tournaments.presentation.words import points_text, tournament_refusal
from tournaments.scoring.formats import FORMATS, USUAL, parts_by_default
from tournaments.simulation.events import simulate

MOST_PLAYERS = 2000


def _term(text: str) -> tuple[str, int | bool | str]:
    """A term by name and value."""
    name, _sign, value = text.partition("=")
    usual = parts_by_default().get(name)
    if usual is None or (type(usual) is int and not value.isdigit()):
        raise ArgumentTypeError(text)
    return name, value if isinstance(usual, str) else value == "yes" if isinstance(usual, bool) else int(value)


class Command(BaseCommand):
    """Bots enter, play and finish an event through the same commands that people's pages use. They choose quickly, from
    what their seats may see. The same seed gives the same event, with other ids. Exit 1 if it cannot take place, 2 for
    bad usage.
    """

    help = "Play a whole tournament by programs, through the commands of people's pages."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the options."""
        parser.add_argument("--format", choices=list(FORMATS), default=USUAL)
        parser.add_argument("--variant", default="barrage", metavar="V", help=", ".join(VARIANTS))
        parser.add_argument("--players", type=int, default=16, metavar="N", help=_("how many players (16)"))
        parser.add_argument(
            "--rounds", type=int, default=0, metavar="R", help=_("of a Swiss; 0 for as many as the players ask for")
        )
        parser.add_argument("--teams", type=int, default=0, metavar="B", help=_("teams of so many players; 0 for none"))
        parser.add_argument(
            "--term",
            type=_term,
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help=_("a term of the format, such as final_stage=round_robin; as often as you like"),
        )
        parser.add_argument("--seed", type=int, default=0, metavar="S", help=_("where chance begins (0)"))
        parser.add_argument("--json", action="store_true", help=_("print one JSON object"))

    def handle(self, *args: Any, **options: Any) -> None:
        """Play, and print the standings."""
        least = len(rule_book(options["variant"]).seats)
        if not least <= options["players"] <= MOST_PLAYERS or options["rounds"] < 0:
            raise CommandError(
                _("Give from %(least)d to %(most)d players, and at least 0 rounds.")
                % {"least": least, "most": MOST_PLAYERS},
                returncode=2,
            )
        begun = time.perf_counter()
        with tqdm(unit=_(" games"), disable=None, file=sys.stderr) as bar:
            try:
                tournament = simulate(
                    format=options["format"],
                    slug=options["variant"],
                    players=options["players"],
                    rounds=options["rounds"],
                    seed=options["seed"],
                    team_boards=options["teams"],
                    more=dict(options["term"]),
                    games=bar.update,
                )
            except Illegal as error:
                raise CommandError(tournament_refusal(error.refusal), returncode=1) from None
        seconds = time.perf_counter() - begun
        fold = fold_of(tournament)
        standings = placed(fold, record_of(tournament, fold))
        if options["json"]:
            values = {"id": str(tournament), "key": key_of(tournament), "rounds": len(fold.rounds)}
            lines = [placed_value(standing, fold.terms.ranked_by) for standing in standings]
            self.stdout.write(
                json.dumps(values | {"standings": lines, "seconds": round(seconds, 3)}, ensure_ascii=False)
            )
            return
        self.stdout.write(f"{tournament} {key_of(tournament)}")
        for standing in standings:
            self.stdout.write(f"{standing.place:>4}  {points_text(round(standing.points * 10)):>6}  {standing.name}")
        self.stdout.write(_("%(seconds).1f seconds") % {"seconds": seconds})

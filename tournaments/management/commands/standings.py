"""Print the standings of a report file."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.files.formats.trf import TournamentReport, decode, read
from tournaments.files.formats.trf_values import TrfError
from tournaments.files.words import trf_error_text
from tournaments.scoring.crosstable import Crosstable
from tournaments.scoring.formats import FORMATS, USUAL, format_in_file
from tournaments.scoring.points import SCORINGS, Scoring, scoring_named
from tournaments.scoring.standings import Standing, decimal, standings
from tournaments.scoring.tiebreaks import TIEBREAKS

RULES = ("2026", "2024")
"""The years of C.07: since March 2026 the opponents of unplayed rounds are capped (16.4)."""


class Command(BaseCommand):
    """Prints a player a line, or one JSON object; docs/tiebreaks.md has the form. Exit 1 with the reason."""

    help = "Rank the players of a TRF16 file by points and tie-breaks."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the options."""
        parser.add_argument("--trf", type=Path, required=True, metavar="FILE", help=_("a tournament report"))
        parser.add_argument(
            "--scoring",
            metavar="NAME",
            help=_("%(names)s, or the points of a win, a draw and a loss: W-D-L; without it what the file says")
            % {"names": ", ".join(SCORINGS)},
        )
        parser.add_argument(
            "--tiebreaks",
            default="",
            metavar="A,B,…",
            help=_("slugs of docs/tiebreaks.md, the first to be looked at first"),
        )
        parser.add_argument("--after", type=int, metavar="ROUND", help=_("count the rounds up to this one only"))
        parser.add_argument(
            "--format",
            choices=list(FORMATS),
            help=_("how it was played; without it what the file says (line 092), else a Swiss"),
        )
        parser.add_argument("--rules", choices=RULES, default=RULES[0], help=_("the year of the regulations"))
        parser.add_argument("--lot", type=int, default=0, help=_("the number drawn for the tie-break by lot"))
        parser.add_argument("--json", action="store_true", help=_("print one JSON object"))

    def handle(self, *args: Any, **options: Any) -> None:
        """Rank and print."""
        slugs = self._slugs(options["tiebreaks"], as_json=options["json"])
        scoring = self._scoring(options["scoring"], as_json=options["json"])
        report = self._report(options["trf"], as_json=options["json"])
        numbers = [player.number for player in report.players]
        try:
            # Standings need neither an order to pair by nor numbers without gaps.
            table = _numbered(replace(report, by_rank=False)).crosstable(scoring=scoring)
        except TrfError as error:
            self._fail(error.code, trf_error_text(error), as_json=options["json"], line=error.line)
        if options["after"] is not None and not 0 <= options["after"] <= table.paired:
            reason = ngettext("The file has %(rounds)s round.", "The file has %(rounds)s rounds.", table.paired)
            reason %= {"rounds": table.paired}
            self._fail("no-such-round", reason, as_json=options["json"], rounds=table.paired)
        format = options["format"] or format_in_file(text for code, text in report.header if code == "092")
        if not FORMATS[format].by_points and slugs:
            if options["format"]:
                self._fail("no-tiebreaks", _("There are no tie-breaks in this format."), as_json=options["json"])
            # Who asks for tie-breaks asks for a ranking by points.
            format = USUAL
        placed = self._placed(table, slugs, format, options)
        names = {number: player.name for number, player in zip(numbers, report.players, strict=True)}
        rows = [_row(standing, number=numbers[standing.number - 1], names=names, slugs=slugs) for standing in placed]
        if options["json"]:
            rounds = table.paired if options["after"] is None else options["after"]
            self.stdout.write(json.dumps({"rounds": rounds, "tiebreaks": slugs, "standings": rows}))
        else:
            self._print(rows, slugs)

    def _placed(
        self, table: Crosstable, slugs: list[str], format: str, options: dict[str, Any]
    ) -> tuple[Standing, ...]:
        try:
            places = FORMATS[format].places_in_file(table, options["after"])
        except ValueError as error:
            reason = _("The file is not one of this format, seeded by its numbers: %(error)s.") % {"error": error}
            self._fail("no-knockout", reason, as_json=options["json"])
        if places is not None:
            return places
        return standings(
            table,
            slugs,
            after=options["after"],
            predetermined=FORMATS[format].all_meet,
            capped=options["rules"] == RULES[0],
            lot=options["lot"],
        )

    def _slugs(self, text: str, *, as_json: bool) -> list[str]:
        slugs = list(dict.fromkeys(slug.strip() for slug in text.split(",") if slug.strip()))
        for slug in slugs:
            if slug not in TIEBREAKS:
                reason = _("There is no tie-break “%(slug)s”. There are %(slugs)s.") % {
                    "slug": slug,
                    "slugs": ", ".join(TIEBREAKS),
                }
                self._fail("unknown-tiebreak", reason, as_json=as_json, slug=slug)
        return slugs

    def _scoring(self, text: str | None, *, as_json: bool) -> Scoring | None:
        if text is None:
            return None
        try:
            return scoring_named(text)
        except ValueError:
            reason = _(
                "“%(text)s” is no scoring. Give one of %(names)s, or the points of a win, a draw and a loss, "
                "such as 4-2-1, with a win worth most."
            ) % {"text": text, "names": ", ".join(SCORINGS)}
            self._fail("unknown-scoring", reason, as_json=as_json, text=text)

    def _report(self, path: Path, *, as_json: bool) -> TournamentReport:
        try:
            return read(decode(path.read_bytes()))
        except OSError as error:
            reason = _("%(path)s cannot be read.") % {"path": path}
            self._fail("no-file", reason, as_json=as_json, why=error.strerror)
        except TrfError as error:
            self._fail(error.code, trf_error_text(error), as_json=as_json, line=error.line)

    def _fail(self, code: str, reason: str, *, as_json: bool, **params: Any) -> NoReturn:
        """Say why not, in JSON too, and exit with 1."""
        if as_json:
            self.stdout.write(json.dumps({"error": {"code": code, "reason": reason, **params}}))
        raise CommandError(reason, returncode=1)

    def _print(self, rows: list[dict[str, Any]], slugs: list[str]) -> None:
        heads = [_("place"), _("number"), _("name"), _("points"), *slugs]
        lines = [
            [
                str(cell)
                for cell in (row["place"], row["number"], row["name"], row["points"], *row["tiebreaks"].values())
            ]
            for row in rows
        ]
        widths = [max(map(len, column)) for column in zip(heads, *lines, strict=True)]
        for line in [heads, *lines]:
            cells = [
                cell.ljust(width) if index == 2 else cell.rjust(width)
                for index, (cell, width) in enumerate(zip(line, widths, strict=True))
            ]
            self.stdout.write("  ".join(cells).rstrip())


def _numbered(report: TournamentReport) -> TournamentReport:
    """The players with the numbers 1 to n in their order, since somebody may be missing from a file."""
    new = {player.number: number for number, player in enumerate(report.players, start=1)}
    return replace(
        report,
        players=tuple(
            replace(
                player,
                number=new[player.number],
                results=tuple(
                    replace(result, opponent=new[result.opponent] if result.opponent is not None else None)
                    for result in player.results
                ),
            )
            for player in report.players
        ),
        annulled=frozenset(new[number] for number in report.annulled),
        # They are about pairing, and by the old numbers.
        absent=frozenset(),
        acceleration={},
        forbidden=frozenset(),
    )


def _row(standing: Standing, *, number: int, names: dict[int, str], slugs: list[str]) -> dict[str, Any]:
    """A player's line as a JSON value; points and tie-breaks are plain numbers of points."""
    return {
        "place": standing.place,
        "number": number,
        "name": names[number],
        "points": decimal(standing.points),
        "tiebreaks": {
            slug: decimal(value, TIEBREAKS[slug].unit) for slug, value in zip(slugs, standing.values, strict=True)
        },
        "shared": standing.shared,
    }

"""Pair the next round of a report file, or compare our rounds with those of files that another program paired."""

from __future__ import annotations

import json
from argparse import ArgumentParser, ArgumentTypeError
from functools import partial
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.files.formats.compare import Compared, compare
from tournaments.files.formats.errors import FileError
from tournaments.files.formats.trf import TournamentReport, decode, read
from tournaments.files.formats.trf_form import table_to_pair
from tournaments.files.formats.trf_values import TrfError
from tournaments.files.words import file_error_text, trf_error_text
from tournaments.pairing.rounds import CannotPair, Choice, PairedRound
from tournaments.pairing.swiss import RULES
from tournaments.pairing.worker import pair_in_worker, why_not_in_worker
from tournaments.presentation.words import cannot_pair_text, choice_text
from tournaments.scoring.crosstable import Crosstable

ASKED_ABOUT = frozenset({"no-pairing", "bye-exhausted"})
"""Codes for which the choices of the arbiter are looked for."""


class Command(BaseCommand):
    """Prints a board a line, `white black`, `0` for the bye. Exit 1 with the reason if there is no pairing."""

    help = "Pair the next round of a Swiss of players or of teams by FIDE's systems, from a TRF16 or TRF26 file."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the options."""
        source = parser.add_mutually_exclusive_group(required=True)
        source.add_argument("--trf", type=Path, metavar="FILE", help=_("a tournament report with the rounds so far"))
        source.add_argument(
            "--compare", type=Path, metavar="FOLDER", help=_("pair every later round of each file in it anew")
        )
        parser.add_argument(
            "--rounds", type=_count, metavar="N", help=_("rounds of the whole event, if the file does not say (XXR)")
        )
        parser.add_argument(
            "--rules",
            choices=RULES,
            help=_("by the year from which they were in force; without it those of the file (line 192), or the latest"),
        )
        parser.add_argument("--json", action="store_true", help=_("print one JSON object"))

    def handle(self, *args: Any, **options: Any) -> None:
        """Pair or compare."""
        if options["compare"] is not None:
            self._compare(options["compare"], options["rules"], as_json=options["json"])
        else:
            self._pair(options["trf"], options["rounds"], options["rules"], as_json=options["json"])

    def _pair(self, path: Path, rounds: int | None, rules: str | None, *, as_json: bool) -> None:
        try:
            report = _report(path)
            table = table_to_pair(report, rounds=rounds)
            paired = pair_in_worker(table, rules=rules or report.rules)
        except (TrfError, FileError) as error:
            self._fail(error.code, file_error_text(error), {**error.params, "line": error.line}, as_json=as_json)
        except OSError as error:
            self._fail(
                "no-file", _("%(path)s cannot be read.") % {"path": path}, {"why": error.strerror}, as_json=as_json
            )
        except CannotPair as error:
            choices = _choices(table, error)
            reason = "\n".join([cannot_pair_text(error), *map(choice_text, choices)])
            data = {"choices": [{"code": choice.code, **choice.params} for choice in choices]}
            self._fail(error.code, reason, {**error.params, **data}, as_json=as_json)
        else:
            self._print(paired, table, as_json=as_json)

    def _print(self, paired: PairedRound, table: Crosstable, *, as_json: bool) -> None:
        pairs = [[pairing.red, pairing.blue or 0] for pairing in paired.pairings]
        if as_json:
            self.stdout.write(json.dumps({"round": table.paired + 1, "pairings": pairs}))
            return
        for red, blue in pairs:
            self.stdout.write(f"{red} {blue}")

    def _fail(self, code: str, reason: str, params: dict[str, Any], *, as_json: bool) -> None:
        """Say why not, in JSON too, and exit with 1."""
        if as_json:
            self.stdout.write(json.dumps({"error": {"code": code, "reason": reason, **params}}))
        raise CommandError(reason, returncode=1)

    def _compare(self, folder: Path, rules: str | None, *, as_json: bool) -> None:
        """Compare the rounds of each file. Folders in it, and files of another kind, are left out."""
        files = sorted(folder.glob("*.trf")) if folder.is_dir() else []
        if not files:
            raise CommandError(_("There are no .trf files in %(folder)s.") % {"folder": folder}, returncode=2)
        results = []
        for path in files:
            try:
                report = _report(path)
                pair = partial(pair_in_worker, rules=rules or report.rules)
                results += [(path.name, compared) for compared in compare(report, pair)]
            except TrfError as error:
                raise CommandError(f"{path.name}: {trf_error_text(error)}", returncode=2) from None
        self._report_compared(results, as_json=as_json)

    def _report_compared(self, texts: list[tuple[str, Compared]], *, as_json: bool) -> None:
        equal = sum(text.equal for _name, text in texts)
        different = [(name, text) for name, text in texts if not text.equal]
        if as_json:
            values = [
                {"file": name, "round": compared.round, "theirs": compared.theirs, "ours": compared.ours}
                for name, compared in different
            ]
            self.stdout.write(json.dumps({"equal": equal, "rounds": len(texts), "different": values}))
            return
        for name, compared in different:
            boards = ", ".join(f"{red}-{blue}" for red, blue in sorted(set(compared.ours) - set(compared.theirs))) or _(
                "none"
            )
            self.stdout.write(
                _("%(name)s, round %(round)s: ours has %(boards)s")
                % {"name": name, "round": compared.round, "boards": boards}
            )
        text = ngettext("%(equal)s of %(rounds)s round equal", "%(equal)s of %(rounds)s rounds equal", len(texts))
        self.stdout.write(text % {"equal": equal, "rounds": len(texts)})


def _count(text: str) -> int:
    if not text.isdecimal() or not int(text[:9]):
        raise ArgumentTypeError(_("a number of rounds from 1 is needed"))
    return int(text[:9])


def _report(path: Path) -> TournamentReport:
    """The report of a file. Raises `TrfError` also where it is paired by another system."""
    report = read(decode(path.read_bytes()))
    report.check_system()
    return report


def _choices(table: Crosstable, error: CannotPair) -> tuple[Choice, ...]:
    if error.code not in ASKED_ABOUT:
        return ()
    try:
        return why_not_in_worker(table)
    except CannotPair:
        return ()

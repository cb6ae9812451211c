"""Print the report file of a tournament."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from tournaments.domain.command_handler import NoTournament
from tournaments.domain.queries.tournaments import published_fold_of, tournament_at
from tournaments.files.exchange.exports import places, record_of
from tournaments.files.formats.errors import FileError
from tournaments.files.formats.trf_form import to_trf
from tournaments.files.words import file_error_text


class Command(BaseCommand):
    """Writes the report (TRF16) to standard output or a file. Exit 2 if there is no such tournament, or it has none."""

    help = "Print the report file (TRF16) of a tournament (docs/tournament-format.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the options."""
        parser.add_argument("id", metavar="ID", help=_("a tournament, by its id or its key"))
        parser.add_argument("--output", type=Path, metavar="FILE", help=_("write there instead of standard output"))

    def handle(self, *args: Any, **options: Any) -> None:
        """Print, or say why not."""
        try:
            tournament = _id(options["id"])
            fold = published_fold_of(tournament)
        except NoTournament:
            raise CommandError(
                _("There is no tournament %(id)s. Its address shows its key.") % {"id": options["id"]}, returncode=2
            ) from None
        try:
            text = to_trf(record_of(tournament, fold, apart=True), places(fold))
        except FileError as error:
            raise CommandError(file_error_text(error), returncode=2) from None
        if options["output"]:
            options["output"].write_text(text, encoding="utf-8")
        else:
            self.stdout.write(text, ending="")


def _id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        tournament = tournament_at(text)
        if tournament is None:
            raise NoTournament(text) from None
        return tournament.id

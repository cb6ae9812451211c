"""Export one game as a record."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from eventlog.registry import stream_at
from games.domain.command_handler import NoGame
from games.domain.queries import names_of
from games.domain.records import NotRevealed, record_of
from games.notation import RecordError, to_gravon, to_json
from games.presentation.words import record_error_text

WRITERS = {"json": to_json, "gravon": to_gravon}


class Command(BaseCommand):
    """Writes the record of a revealed game to standard output or a file. Exit 2 if that cannot be."""

    help = "Write the record of a revealed game (docs/record-format.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the options."""
        parser.add_argument("id", metavar="ID", help=_("a game, by its id or its key"))
        parser.add_argument("--format", choices=sorted(WRITERS), default="json")
        parser.add_argument("--output", type=Path, metavar="FILE", help=_("write there instead of standard output"))

    def handle(self, *args: Any, **options: Any) -> None:
        """Export, or say why not."""
        game = stream_at(options["id"])
        try:
            if game is None:
                raise NoGame(options["id"])
            data = WRITERS[options["format"]](record_of(game, names=names_of(game)))
        except NoGame:
            raise CommandError(
                _("There is no game %(id)s. The archive page shows every game's key.") % {"id": options["id"]},
                returncode=2,
            ) from None
        except NotRevealed:
            raise CommandError(
                _("The game %(id)s is not revealed yet, so its set-ups stay hidden.") % {"id": options["id"]},
                returncode=2,
            ) from None
        except RecordError as error:
            raise CommandError(record_error_text(error), returncode=2) from None
        if options["output"]:
            options["output"].write_bytes(data)
        else:
            self.stdout.write(data.decode(), ending="")

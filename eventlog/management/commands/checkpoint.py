"""Write a checkpoint."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from eventlog import checkpoints


class Command(BaseCommand):
    """Write a checkpoint; print its number, root and file."""

    help = "Write a checkpoint over the streams that went on since the last one (docs/verifying.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the options."""
        parser.add_argument("--daily", action="store_true", help="write nothing if this day has its checkpoint")
        parser.add_argument("--whole", action="store_true", help="cover all streams, so that older files can be let go")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            row, path = checkpoints.write(daily=options["daily"], whole=options["whole"])
        except checkpoints.CannotCheckpoint as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            _("Checkpoint %(number)d: root %(root)s") % {"number": row.number, "root": bytes(row.root).hex()}
        )
        self.stdout.write(_("Keep this file secret, and away from the database: %(path)s") % {"path": path})

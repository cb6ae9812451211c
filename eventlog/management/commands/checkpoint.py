"""Write a checkpoint over all streams."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from eventlog import checkpoints


class Command(BaseCommand):
    """Write a checkpoint; print its number, root and file."""

    help = "Write a salted Merkle root over the heads of all streams, chained to the one before (docs/verifying.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the options."""
        parser.add_argument("--daily", action="store_true", help="write nothing if this day has its checkpoint")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write it."""
        row, path = checkpoints.write(daily=options["daily"])
        self.stdout.write(
            _("Checkpoint %(number)d: root %(root)s") % {"number": row.number, "root": bytes(row.root).hex()}
        )
        self.stdout.write(_("Keep this file secret, and away from the database: %(path)s") % {"path": path})

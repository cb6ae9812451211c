"""Make a proof from the files of checkpoints."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from eventlog.checkpoints import BadCheckpoint
from eventlog.proofs import consistency_proof, inclusion_proof
from eventlog.registry import stream_at


class Command(BaseCommand):
    """Print a proof as JSON. Exit 2 if it cannot be made."""

    help = "Prove by a checkpoint's file that it covers a game, or goes on from an earlier one (docs/verifying.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the options."""
        parser.add_argument("file", type=Path, metavar="FILE", help="the file of the checkpoint; older ones beside it")
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--covers", metavar="ID", help="a stream, by its id or a game's key")
        what.add_argument("--since", type=Path, metavar="FILE", help="the file of an earlier checkpoint")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            if options["since"] is not None:
                proof = consistency_proof(options["since"], options["file"])
            else:
                stream = stream_at(options["covers"])
                if stream is None:
                    raise CommandError(_("There is no stream %(id)s.") % {"id": options["covers"]}, returncode=2)
                proof = inclusion_proof(stream, options["file"])
        except (BadCheckpoint, OSError) as error:
            raise CommandError(str(error), returncode=2) from error
        self.stdout.write(json.dumps(proof))

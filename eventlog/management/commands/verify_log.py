"""Verify the log."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from eventlog.checkpoints import BadCheckpoint
from eventlog.registry import stream_at
from eventlog.verify import StreamReport, verify


class Command(BaseCommand):
    """Check chains and replay streams. Exit 0 if all is well, 1 if anything is broken, 2 for bad usage."""

    help = "Check the hash chains of streams and replay them through the rules (docs/verifying.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the options."""
        parser.add_argument("ids", nargs="*", metavar="ID", help="a stream, by its id or a game's key")
        parser.add_argument("--all", action="store_true", help="all streams; the default with --checkpoint")
        parser.add_argument("--json", action="store_true", help="one JSON object a stream on standard output")
        parser.add_argument("--checkpoint", type=Path, metavar="FILE", help="compare with the file of a checkpoint")
        parser.add_argument("--processes", type=int, help="how many to use; by default one a core")

    def handle(self, *args: Any, **options: Any) -> None:
        """Verify, report, and exit."""
        streams = self._streams(options)
        verified = broken = events = 0
        try:
            for report in verify(streams, checkpoint=options["checkpoint"], processes=options["processes"]):
                verified += report.stream is not None
                broken += report.status == "broken"
                events += report.events
                self._tell(report, as_json=options["json"])
        except (BadCheckpoint, OSError) as error:
            raise CommandError(str(error), returncode=2) from error
        if not options["json"]:
            self.stdout.write(
                ngettext("%(count)d stream", "%(count)d streams", verified) % {"count": verified}
                + ngettext(", %(count)d event", ", %(count)d events", events) % {"count": events}
                + ngettext(", %(count)d broken", ", %(count)d broken", broken) % {"count": broken}
            )
        if broken:
            sys.exit(1)

    def _streams(self, options: dict[str, Any]) -> list[UUID] | None:
        if options["all"] and options["ids"]:
            raise CommandError(_("Give ids or --all, not both."), returncode=2)
        if options["all"] or (options["checkpoint"] and not options["ids"]):
            return None
        if not options["ids"]:
            raise CommandError(_("Say what to verify: one or more ids, or --all."), returncode=2)
        streams = []
        for text in options["ids"]:
            stream = stream_at(text)
            if stream is None:
                raise CommandError(_("There is no stream %(id)s.") % {"id": text}, returncode=2)
            streams.append(stream)
        return streams

    def _tell(self, report: StreamReport, *, as_json: bool) -> None:
        if as_json:
            self.stdout.write(json.dumps(report.as_json()))
        elif report.status == "broken":
            self.stdout.write(
                _("%(stream)s is broken at version %(at)s: %(error)s")
                % {"stream": report.stream or "-", "at": report.at or "-", "error": report.error}
            )

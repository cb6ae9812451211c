"""Verify the log."""

from __future__ import annotations

import json
import sys
import time
from argparse import ArgumentParser
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from tqdm import tqdm

from eventlog.checkpoints import BadCheckpoint
from eventlog.processes import WorkerLost
from eventlog.registry import stream_at
from eventlog.verify import StreamReport, about_how_many, verify

WRITTEN_EVERY = 5.0
"""Seconds after which it is written down how far a run with `--resume` is."""

STOPPED = 130
"""The exit code after Ctrl-C, as shells have it."""


@dataclass
class _Done:
    """How far a run is.

    Attributes:
        after: the last reported stream; the next ones have higher ids.
        streams, events, broken: how many so far, from the runs before too.
        checkpoint: the file that the log is compared with, or `None`.
        checkpoints_broken: findings about checkpoints themselves, checked by each run.
    """

    checkpoint: str | None
    after: str | None = None
    streams: int = 0
    events: int = 0
    broken: int = 0
    checkpoints_broken: int = 0

    @property
    def stream_after(self) -> UUID | None:
        """`after` as an id."""
        return None if self.after is None else UUID(self.after)

    def count(self, report: StreamReport) -> None:
        """Add a finding."""
        if report.stream is None:
            self.checkpoints_broken += 1
            return
        self.after = str(report.stream)
        self.streams += 1
        self.events += report.events
        self.broken += report.status == "broken"

    def resumed(self, file: Path) -> _Done:
        """Return how far the run was that wrote the file; this one if there is none.

        Raises:
            CommandError: it is no such file, or of a run that compared with something else.
        """
        try:
            value = json.loads(file.read_bytes())
            done = _Done(**value)
            sound = done.stream_after is not None and {
                type(done.streams),
                type(done.events),
                type(done.broken),
            } == {int}
        except FileNotFoundError:
            return self
        except (ValueError, TypeError, AttributeError):
            sound = False
        if not sound:
            raise CommandError(
                _("%(file)s does not say how far a run of verify_log was. Give another file.") % {"file": file},
                returncode=2,
            )
        if done.checkpoint != self.checkpoint:
            raise CommandError(
                _("%(file)s is of a run with another --checkpoint. Give the same, or another file.") % {"file": file},
                returncode=2,
            )
        return done

    def write(self, file: Path) -> None:
        """Write it down whole or not at all."""
        if self.after is None:
            return
        value = asdict(self) | {"checkpoints_broken": 0}
        beside = file.with_name(f"{file.name}.new")
        beside.write_text(json.dumps(value))
        beside.replace(file)


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

        parser.add_argument(
            "--resume",
            type=Path,
            metavar="FILE",
            help="keep in this file how far it is, and go on from there if the file exists; gone when all is done",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Verify, report, and exit."""
        streams, file = self._streams(options), options["resume"]
        if file is not None and streams is not None:
            raise CommandError(_("Only all streams can be resumed: give --resume with --all."), returncode=2)
        if file is not None and not file.parent.is_dir():
            raise CommandError(_("There is no folder %(folder)s.") % {"folder": file.parent}, returncode=2)
        checkpoint = options["checkpoint"]
        done = _Done(checkpoint=None if checkpoint is None else str(checkpoint.resolve()))
        try:
            done = done if file is None else done.resumed(file)
            self._verify(streams, done, options)
        except (BadCheckpoint, OSError) as error:
            raise CommandError(str(error), returncode=2) from error
        except WorkerLost as error:
            if file is not None:
                done.write(file)
            raise CommandError(str(error), returncode=2) from error
        except KeyboardInterrupt:
            if file is not None:
                done.write(file)
                self.stderr.write(_("Stopped. The same command goes on from here."))
            sys.exit(STOPPED)
        if file is not None:
            file.unlink(missing_ok=True)
        broken = done.broken + done.checkpoints_broken
        if not options["json"]:
            self.stdout.write(
                ngettext("%(count)d stream", "%(count)d streams", done.streams) % {"count": done.streams}
                + ngettext(", %(count)d event", ", %(count)d events", done.events) % {"count": done.events}
                + ngettext(", %(count)d broken", ", %(count)d broken", broken) % {"count": broken}
            )
        if broken:
            sys.exit(1)

    def _verify(self, streams: list[UUID] | None, done: _Done, options: dict[str, Any]) -> None:
        """Tell of each stream and count it; now and then write down how far it is."""
        reports = verify(
            streams, checkpoint=options["checkpoint"], processes=options["processes"], after=done.stream_after
        )
        total = about_how_many() if streams is None else None
        written = time.monotonic()
        quiet = True if options["verbosity"] == 0 else None
        with (
            closing(reports),
            tqdm(total=total, initial=done.events, unit=_(" events"), disable=quiet, file=sys.stderr) as bar,
        ):
            for report in reports:
                if options["json"] or report.status == "broken":
                    with bar.external_write_mode(file=sys.stdout):
                        self._tell(report, as_json=options["json"])
                done.count(report)
                bar.update(report.events)
                if options["resume"] is not None and time.monotonic() - written > WRITTEN_EVERY:
                    self.stdout.flush()
                    done.write(options["resume"])
                    written = time.monotonic()

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

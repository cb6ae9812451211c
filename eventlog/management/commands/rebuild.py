"""Make every projection again from the events."""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from tqdm import tqdm

from eventlog import shadow_tables
from eventlog.checkpoints import CannotCheckpoint
from eventlog.processes import WorkerLost
from eventlog.rebuild import rebuild
from eventlog.shadow_rebuild import (
    AnotherRebuild,
    NothingToResume,
    TablesInUse,
    rebuild_beside,
    tables,
)
from eventlog.verify import about_how_many

STOPPED = 130
"""The exit code after Ctrl-C, as shells have it."""


class Command(BaseCommand):
    """Drop snapshots and make the projections again, in new tables if this role may create them."""

    help = "Drop all snapshots and make the projections again from the events, while play goes on (docs/eventlog.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the options."""
        parser.add_argument("--processes", type=int, help="how many to use; by default one a core")
        parser.add_argument("--resume", action="store_true", help="go on with a rebuild that was stopped")
        parser.add_argument(
            "--in-place", action="store_true", help="empty the tables and fill them in one transaction; appends wait"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Rebuild, and show how far it is."""
        reasons = [] if options["in_place"] else shadow_tables.obstacles(tables())
        if options["resume"] and (reasons or options["in_place"]):
            raise CommandError(_("Only a rebuild beside the tables in use can be resumed."), returncode=2)
        if reasons and options["verbosity"]:
            self.stderr.write(
                _("The tables are made anew in place, and appends wait: %(reason)s.") % {"reason": reasons[0]}
                + " "
                + _("With DATABASE_OWNER_URL they are made beside those in use.")
            )
        if reasons or options["in_place"]:
            self._in_place()
        else:
            self._beside(options)
        self.stdout.write(_("Everything is rebuilt. Snapshots come back as games are played on."))

    def _in_place(self) -> None:
        self.shown = (0.0, "")
        rebuild(progress=self._show)

    def _show(self, name: str, events: int, done: bool) -> None:
        """Tell twice a second at most."""
        now = time.monotonic()
        if done or now - self.shown[0] > 0.5:
            self.shown = (now, name)
            text = ngettext("%(name)s: %(events)d event", "%(name)s: %(events)d events", events)
            self.stdout.write(text % {"name": name, "events": events})

    def _beside(self, options: dict[str, Any]) -> None:
        quiet = True if options["verbosity"] == 0 else None
        try:
            with tqdm(total=about_how_many(), unit=_(" events"), disable=quiet, file=sys.stderr) as bar:
                rebuild_beside(processes=options["processes"], resume=options["resume"], progress=bar.update)
        except (AnotherRebuild, NothingToResume) as error:
            raise CommandError(str(error), returncode=2) from error
        except (TablesInUse, WorkerLost, CannotCheckpoint) as error:
            raise CommandError(f"{error} " + _("`rebuild --resume` goes on from here.")) from error
        except KeyboardInterrupt:
            self.stderr.write(_("Stopped. `rebuild --resume` goes on from here."))
            sys.exit(STOPPED)

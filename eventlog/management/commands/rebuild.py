"""Make every projection again from the events."""

from __future__ import annotations

import time
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from eventlog.rebuilding import rebuild


class Command(BaseCommand):
    """Drop snapshots and projections and make the projections again."""

    help = "Drop all snapshots and projections and make the projections again from the events, in one transaction."

    def handle(self, *args: Any, **options: Any) -> None:
        """Rebuild and show how far it is, twice a second at most."""
        self.shown = (0.0, "")
        rebuild(progress=self._show)
        self.stdout.write(_("Everything is rebuilt. Snapshots come back as games are played on."))

    def _show(self, name: str, events: int, done: bool) -> None:
        now = time.monotonic()
        if done or now - self.shown[0] > 0.5:
            self.shown = (now, name)
            self.stdout.write(_("%(name)s: %(events)d events") % {"name": name, "events": events})

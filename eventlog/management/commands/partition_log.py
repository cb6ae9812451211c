"""Put the log into hash partitions by stream."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from eventlog.partitions import MOST, AlreadyPartitioned, partition


class Command(BaseCommand):
    """Copy the log into partitions. It runs as the owner of the tables, while nobody plays."""

    help = "Copy the log into hash partitions by stream, in one transaction (docs/scaling.md). Stop the site first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the options."""
        parser.add_argument("--partitions", type=int, default=16, help=f"2 to {MOST}; 16 if nothing is said")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it, and let the planner know."""
        try:
            events = partition(options["partitions"])
        except AlreadyPartitioned:
            raise CommandError(_("The log lies in partitions already.")) from None
        except ValueError as error:
            raise CommandError(str(error)) from None
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE eventlog_event")
        data = {"events": events, "partitions": options["partitions"]}
        text = ngettext(
            "%(events)d event lies in %(partitions)d partitions.",
            "%(events)d events lie in %(partitions)d partitions.",
            events,
        )
        self.stdout.write(text % data)

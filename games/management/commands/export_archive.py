"""Release the games of a month as open data."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from library.releases.domain.files import NotInstalled
from library.releases.domain.release import AlreadyReleased, ReleaseMonth, release_month
from library.releases.domain.texts import LICENCE


class Command(BaseCommand):
    """Writes all games that were revealed in a month, for anybody to take. Exit 2 if that cannot be."""

    help = "Release the games that were revealed in a month as open data (docs/open-data.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the options."""
        parser.add_argument("--month", required=True, metavar="2026-11", help=_("the month, UTC"))
        parser.add_argument(
            "--out",
            type=Path,
            default=settings.VEXILLUM_RELEASES,
            metavar="DIR",
            help=_("the folder of all releases; VEXILLUM_RELEASES, whose releases the site shows, unless it is told"),
        )
        parser.add_argument(
            "--licence", type=Path, metavar="FILE", help=_("the text of the licence, instead of the public domain")
        )
        parser.add_argument(
            "--replace", action="store_true", help=_("replace a release that says otherwise, and keep it beside")
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Release, or say why not."""
        try:
            month = ReleaseMonth.of(options["month"])
        except ValueError:
            raise CommandError(
                _("%(month)s is no month. Write it as 2026-11.") % {"month": options["month"]}, returncode=2
            ) from None
        if options["out"] is None:
            raise CommandError(_("Say where to: --out DIR, or set VEXILLUM_RELEASES."), returncode=2)
        try:
            licence = options["licence"].read_text(encoding="utf-8") if options["licence"] else LICENCE
            made = release_month(month, options["out"], now=timezone.now(), licence=licence, replace=options["replace"])
        except NotInstalled:
            raise CommandError(
                _("pyarrow and zstandard are missing. Install them: pip install '.[export]'"), returncode=2
            ) from None
        except AlreadyReleased as error:
            raise CommandError(
                _("%(folder)s is a release with another manifest. --replace puts the new one in its place.")
                % {"folder": error},
                returncode=2,
            ) from None
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(str(error), returncode=2) from error
        for game in made.left_out.damaged:
            self.stderr.write(_("Left out, because its log is damaged: %(game)s") % {"game": game})
        self.stdout.write(
            ngettext(
                "%(games)d game in %(folder)s, manifest %(manifest)s",
                "%(games)d games in %(folder)s, manifest %(manifest)s",
                made.games,
            )
            % {"games": made.games, "folder": made.folder, "manifest": made.manifest}
        )
        if not made.new:
            self.stdout.write(_("They were there before, the same byte for byte."))
        if month.end > timezone.now():
            self.stdout.write(_("The month is not over: release it again when it is."))

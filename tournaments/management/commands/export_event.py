"""Write the archive of an event that proves itself."""

from __future__ import annotations

import hashlib
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from tqdm import tqdm

from tournaments.domain.command_handler import NoTournament
from tournaments.domain.queries.tournaments import published_fold_of, tournament_at
from tournaments.files.exchange.event_archive import archive_of, proofs_of
from web.zips import packed


class Command(BaseCommand):
    """Writes a zip with the programs that check it. Exit 2 if there is no such event, or it is not over."""

    help = "Write the archive of an event that is over, with the programs that check it (docs/verifying.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the options."""
        parser.add_argument("key", metavar="KEY", help=_("the event, by the key in its address"))
        parser.add_argument("--out", type=Path, required=True, metavar="FILE", help=_("write there"))

    def handle(self, *args: Any, **options: Any) -> None:
        """Write, or say why not."""
        row = tournament_at(options["key"])
        try:
            fold = None if row is None else published_fold_of(row.id)
        except NoTournament:
            fold = None
        if row is None or fold is None or not fold.public:
            raise CommandError(
                _("There is no event %(key)s. Its address shows its key.") % {"key": options["key"]}, returncode=2
            )
        if not fold.ended or not fold.begun:
            raise CommandError(_("The archive of an event can be had once the event has been played."), returncode=2)
        archive = archive_of(row.id, fold, proofs_of(row.id))
        making, fingerprint = options["out"].with_name(options["out"].name + ".making"), ""
        bar = tqdm(total=archive.opened, unit="games", disable=None)

        def files() -> Any:
            nonlocal fingerprint
            for name, content in archive.files():
                bar.update(name.startswith("records/"))
                fingerprint = hashlib.sha256(content).hexdigest()  # the manifest comes last
                yield name, content

        try:
            with making.open("wb") as file, bar:
                file.writelines(packed(files()))
            making.replace(options["out"])
        except OSError as error:
            raise CommandError(
                _("%(path)s cannot be written: %(why)s.") % {"path": options["out"], "why": error.strerror},
                returncode=2,
            ) from error
        counts = {"games": archive.opened, "closed": len(archive.games) - archive.opened, "proofs": len(archive.proofs)}
        self.stdout.write(_("Open games: %(games)d, not open: %(closed)d, proofs: %(proofs)d.") % counts)
        self.stdout.write(_("Fingerprint: %(fingerprint)s") % {"fingerprint": fingerprint})

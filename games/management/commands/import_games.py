"""Import records of games."""

from __future__ import annotations

import json
import multiprocessing
import os
import sys
from argparse import ArgumentParser
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connections
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from tqdm import tqdm

from games.domain.imports import Judged, import_records, judge
from games.notation import File, RecordError, read_files
from games.presentation.words import record_error_text, refusal_text, rule_name
from games.rules import Repetition

BATCH_BYTES = 1 << 20  # of files given to a process at once; some 20,000 plies
BATCH_FILES = 60
WAITING = 2  # batches that wait for each process, so that memory does not grow with the archive
SMALL = 8  # files that are not worth a second process


class Command(BaseCommand):
    """Validates records and stores them. Exit 0 if none was rejected, 1 if some were, 2 for bad usage."""

    help = "Import records (Gravon XML, GSN, JSON) from files, folders and .zip files, each judged ply by ply."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the options."""
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help=_("a file, a folder or a .zip"))
        parser.add_argument("--check", action="store_true", help=_("only validate; needs no database"))
        parser.add_argument("--json", action="store_true", help=_("one JSON object a record on standard output"))
        parser.add_argument(
            "--repetition",
            choices=[choice.value for choice in Repetition],
            default=Repetition.ENFORCED.value,
            help=_("reject a record that breaks a repetition rule, or keep it and mark the plies"),
        )
        parser.add_argument("--processes", type=int, default=0, help=_("how many to use; by default one a core"))

    def handle(self, *args: Any, **options: Any) -> None:
        """Read, judge, store, report, and exit."""
        missing = [path for path in options["paths"] if not os.path.lexists(path)]
        if missing:
            raise CommandError(
                _("%(path)s does not exist. Give files, folders or .zip files.") % {"path": missing[0]}, returncode=2
            )
        counts: Counter[str] = Counter()
        plies = 0
        work = _Work(check=options["check"], repetition=Repetition(options["repetition"]))
        quiet = options["json"] or options["verbosity"] == 0
        files = (file for path in options["paths"] for file in read_files(path))
        with tqdm(unit=_(" records"), disable=True if quiet else None, file=sys.stderr) as bar:
            for judged in _run(work, files, options["processes"] or os.cpu_count() or 1):
                counts[judged.status] += 1
                plies += judged.plies or 0
                bar.update()
                self._tell(judged, as_json=options["json"])
        if not options["json"]:
            self._summary(counts, plies)
        if counts["rejected"]:
            sys.exit(1)

    def _tell(self, judged: Judged, *, as_json: bool) -> None:
        if as_json:
            self.stdout.write(json.dumps(_told(judged), ensure_ascii=False))
        elif judged.status == "rejected":
            tqdm.write(f"{judged.name}: {_error_text(judged)}", file=sys.stderr)

    def _summary(self, counts: Counter[str], plies: int) -> None:
        words = {
            "imported": ngettext("%(n)d imported", "%(n)d imported", counts["imported"]),
            "valid": ngettext("%(n)d valid", "%(n)d valid", counts["valid"]),
            "duplicate": ngettext("%(n)d already there", "%(n)d already there", counts["duplicate"]),
            "rejected": ngettext("%(n)d rejected", "%(n)d rejected", counts["rejected"]),
        }
        texts = [text % {"n": counts[status]} for status, text in words.items() if counts[status]]
        if not texts:
            self.stdout.write(_("No records were found there."))
            return
        self.stdout.write(", ".join(texts) + ngettext("; %(n)d ply.", "; %(n)d plies.", plies) % {"n": plies})


def _told(judged: Judged) -> dict[str, Any]:
    return {
        "file": judged.name,
        "status": judged.status,
        "variant": judged.variant,
        "plies": judged.plies,
        "game": None if judged.game is None else str(judged.game),
        "ply": judged.ply,
        "rule": judged.rule,
        "error": None if judged.error is None else _error_text(judged),
        "noted": [{"ply": ply, "rule": rule} for ply, rule in judged.noted],
    }


def _error_text(judged: Judged) -> str:
    error = judged.error
    assert error is not None
    if isinstance(error, RecordError):
        return record_error_text(error)
    if judged.ply is None:
        return refusal_text(error)
    return _("ply %(ply)d, %(rule)s: %(text)s") % {
        "ply": judged.ply,
        "rule": rule_name(error.code),
        "text": refusal_text(error),
    }


class _Work:
    """What a process does with a batch of files."""

    def __init__(self, *, check: bool, repetition: Repetition) -> None:
        self.check = check
        self.repetition = repetition

    def __call__(self, batch: list[File]) -> list[Judged]:
        judged = [judge(file.name, record, repetition=self.repetition) for file in batch for record in file.records()]
        return judged if self.check else import_records(judged)


def _batches(files: Iterable[File]) -> Iterator[list[File]]:
    batch: list[File] = []
    size = 0
    for file in files:
        batch.append(file)
        size += len(file.data) if isinstance(file.data, bytes) else 0
        if size >= BATCH_BYTES or len(batch) >= BATCH_FILES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _run(work: _Work, files: Iterable[File], processes: int) -> Iterator[Judged]:
    """The records in the order of their files; a large archive is shared out over processes."""
    files = iter(files)
    first = list(islice(files, SMALL))
    if processes < 2 or len(first) < SMALL:
        for batch in _batches(chain(first, files)):
            yield from _in_process(work, batch)
        return
    if not work.check:
        _close_connections()
    with multiprocessing.get_context("fork").Pool(processes) as pool:
        waiting = deque()  # type: ignore[var-annotated]
        for batch in _batches(chain(first, files)):
            waiting.append(pool.apply_async(_in_process, (work, batch)))
            if len(waiting) > WAITING * processes:
                yield from waiting.popleft().get()
        while waiting:
            yield from waiting.popleft().get()


def _in_process(work: _Work, batch: list[File]) -> list[Judged]:
    return [_without_record(judged) for judged in work(batch)]


def _without_record(judged: Judged) -> Judged:
    """A record's knowledge needs no turns."""
    return Judged(
        judged.name, judged.status, judged.variant, judged.plies, judged.ply, judged.error, judged.noted, judged.game
    )


def _close_connections() -> None:
    """A fork must share neither a connection nor the threads of a pool."""
    for connection in connections.all(initialized_only=True):
        connection.close()
        if connection.settings_dict["OPTIONS"].get("pool"):
            connection.close_pool()  # type: ignore[attr-defined]

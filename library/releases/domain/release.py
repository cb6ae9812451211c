"""A release: the games that were revealed in a month, as files beside a manifest, and its hash in the log."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.db import transaction
from django.utils.crypto import salted_hmac

from eventlog import queries, store
from eventlog.statements import execute
from library.releases.domain.events import ArchiveReleased
from library.releases.domain.files import check_installed, digest_of, write_rows
from library.releases.domain.rows import COLUMNS, RATING_COLUMNS, LeftOut, Pseudonyms, rows_of
from library.releases.domain.texts import LICENCE, readme
from library.releases.domain.verification import stream_of

FORMAT = "vexillum-open-data-1"
MANIFEST = "manifest.json"
PUTTING_LOCK = 7_217
"""The first half of the advisory lock of a month that a release is put into the place of."""


class AlreadyReleased(RuntimeError):
    """The month is released already, with another manifest. Nothing has changed."""


@dataclass(frozen=True, slots=True)
class ReleaseMonth:
    """A month of the calendar, UTC."""

    year: int
    month: int

    @classmethod
    def of(cls, text: str) -> ReleaseMonth:
        """The month that `2026-11` says. Raises `ValueError` for anything else."""
        begin = datetime.strptime(text, "%Y-%m")
        if f"{begin:%Y-%m}" != text:
            raise ValueError(text)
        return cls(begin.year, begin.month)

    @property
    def begin(self) -> datetime:
        """Its first moment."""
        return datetime(self.year, self.month, 1, tzinfo=UTC)

    @property
    def end(self) -> datetime:
        """The first moment after it."""
        return datetime(self.year + self.month // 12, self.month % 12 + 1, 1, tzinfo=UTC)

    def __str__(self) -> str:
        return f"{self.year:04}-{self.month:02}"


@dataclass(frozen=True, slots=True)
class Release:
    """What was written.

    Args:
        folder: where its files lie.
        manifest: the SHA-256 of the manifest.
        games: how many are in it.
        left_out: what was left out.
        new: it was not there before in just this form.
    """

    folder: Path
    manifest: str
    games: int
    left_out: LeftOut
    new: bool


def key_of_release(month: ReleaseMonth) -> bytes:
    """What the pseudonyms of a month are made with: the same whenever it is released, and secret as `SECRET_KEY` is."""
    return salted_hmac("library.releases", str(month), algorithm="sha256").digest()


def release_month(
    month: ReleaseMonth,
    out: Path,
    *,
    now: datetime,
    key: bytes | None = None,
    licence: str = LICENCE,
    replace: bool = False,
) -> Release:
    """Writes the games that were revealed in a month into `out/MONTH`, and writes an event.

    Each run writes in a folder of its own and then moves it whole to its place. So a run that is stopped leaves
    nothing, and of two at once the later one replaces the earlier. The same games, wishes and key make the same bytes.
    Side effects: files, and an `ArchiveReleased` if the log has not had this manifest last; and `MONTH.log.json`, by
    which a checkpoint's proof of it is checked.

    Args:
        month: which.
        out: the folder of all releases; it is made.
        now: a month that is not over by then is released as incomplete, and may be released again.
        key: of the pseudonyms; None for the month's own.
        licence: the text of the file LICENCE.
        replace: put it in the place of a complete release with another manifest, which is kept beside it.

    Raises:
        NotInstalled: the packages that write the files are missing.
        AlreadyReleased: there is a complete one with another manifest, and `replace` was not given.
        OSError: a file cannot be written.
    """
    check_installed()
    left_out = LeftOut()
    complete = month.end <= now
    out.mkdir(parents=True, exist_ok=True)
    with _making(out, month) as making:
        rows = write_rows(making, rows_of(month.begin, month.end, Pseudonyms(key or key_of_release(month)), left_out))
        games = rows["games"]
        _write_texts(making, month, games, licence)
        manifest = _write_manifest(making, month, rows, left_out, complete=complete)
        with transaction.atomic():
            lock = (PUTTING_LOCK, month.year * 100 + month.month)
            execute(b"SELECT pg_advisory_xact_lock(%s::int4, %s::int4)", lock)
            place, new = _put(making, out, month, manifest, replace=replace)
            _tell_the_log(month, games, manifest)
            _write(
                out / f"{month}.log.json", {"stream": str(stream := _stream(month)), "log": queries.export_log(stream)}
            )
    return Release(place, manifest, games, left_out, new)


@contextmanager
def _making(out: Path, month: ReleaseMonth) -> Iterator[Path]:
    """A folder of this run's own beside its place. It is gone in the end; those of runs that were killed go too."""
    with ExitStack() as stack:
        with _held(out):  # nobody takes a folder for left that has no lock yet
            for left in out.glob(f".{month}.making-*"):
                with suppress(OSError), _held(left, wait=False):  # its run holds it while that lives
                    shutil.rmtree(left, ignore_errors=True)
            making = Path(tempfile.mkdtemp(prefix=f".{month}.making-", dir=out))
            stack.callback(shutil.rmtree, making, ignore_errors=True)
            stack.enter_context(_held(making))
        making.chmod(0o755)
        yield making


@contextmanager
def _held(folder: Path, *, wait: bool = True) -> Iterator[None]:
    """Holds a folder against other runs. Raises `OSError` if one has it and there is no waiting."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        yield
    finally:
        os.close(handle)


def _stream(month: ReleaseMonth) -> Any:
    return stream_of(month.year, month.month)


def _write(path: Path, value: Mapping[str, Any]) -> None:
    beside = path.with_name(f".{path.name}.making")
    beside.write_text(json.dumps(value, indent=1, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")
    os.replace(beside, path)


def _write_texts(folder: Path, month: ReleaseMonth, games: int, licence: str) -> None:
    columns, ratings = (
        {name: {"type": kind, "description": meaning} for name, (kind, meaning) in table.items()}
        for table in (COLUMNS, RATING_COLUMNS)
    )
    schema = {"columns": columns, "ratings": ratings}
    (folder / "schema.json").write_text(json.dumps(schema, indent=1) + "\n", encoding="utf-8")
    (folder / "README.md").write_text(readme(str(month), games), encoding="utf-8")
    (folder / "LICENCE.txt").write_text(licence, encoding="utf-8")


def _write_manifest(
    folder: Path, month: ReleaseMonth, rows: Mapping[str, int], left_out: LeftOut, *, complete: bool
) -> str:
    files = []
    for path in sorted(folder.iterdir()):
        size, digest = digest_of(path)
        table = path.name.partition(".")[0]
        counted = {"rows": rows[table]} if table in rows else {}
        files.append({"name": path.name, "bytes": size, "sha256": digest} | counted)
    counts = {"by wish": left_out.by_wish, "unreadable": len(left_out.damaged)}
    values = {"format": FORMAT, "month": str(month), "complete": complete, "games": rows["games"], "left_out": counts}
    _write(folder / MANIFEST, values | {"files": files})
    return sha256((folder / MANIFEST).read_bytes()).hexdigest()


def _put(making: Path, out: Path, month: ReleaseMonth, manifest: str, *, replace: bool) -> tuple[Path, bool]:
    """Moves a release to its place, unless the same is there."""
    place = out / str(month)
    if place.exists():
        before = (place / MANIFEST).read_bytes()
        digest = sha256(before).hexdigest()
        if digest == manifest:
            return place, False
        if json.loads(before)["complete"] and not replace:
            raise AlreadyReleased(str(place))
        kept = out / f"{month}.{digest[:12]}"
        if kept.exists():  # this very release was replaced before, and came back since
            shutil.rmtree(kept)
        place.rename(kept)
    making.rename(place)
    return place, True


def _tell_the_log(month: ReleaseMonth, games: int, manifest: str) -> None:
    stream = _stream(month)
    events = list(store.load(stream))
    if not events or events[-1].event.manifest != manifest:
        event = ArchiveReleased(month.year, month.month, games, manifest)
        store.append(stream=stream, expected=len(events), events=[event])

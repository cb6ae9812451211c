"""The files of a release, games and ratings: a row at a time into Parquet and into compressed NDJSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from datetime import date
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from library.releases.domain.rows import COLUMNS, RATING_COLUMNS, ReleasedGame

ROW_GROUP = 1000
"""Games of a row group: as many as are in memory."""

LEVEL = 10
"""How hard NDJSON is compressed."""

PARQUET, NDJSON = "games.parquet", "games.ndjson.zst"


class NotInstalled(RuntimeError):
    """The packages that write these files are missing."""


def check_installed() -> None:
    """Raises `NotInstalled` if a release cannot be written here."""
    if find_spec("pyarrow") is None or find_spec("zstandard") is None:
        raise NotInstalled


def write_rows(folder: Path, games: Iterable[ReleasedGame]) -> dict[str, int]:
    """Writes both tables into a folder, each in both forms; returns how many rows each has, by its name.

    Args:
        folder: where; it is there.
        games: in the order in which they are written.
    """
    with _TableFiles(folder, "games", COLUMNS) as played, _TableFiles(folder, "ratings", RATING_COLUMNS) as rated:
        for game in games:
            played.write(game.row)
            for row in game.ratings:
                rated.write(row)
    return {"games": played.rows, "ratings": rated.rows}


class _TableFiles:
    """A table in the making, as Parquet and as compressed NDJSON. One group of rows is in memory.

    Args:
        folder: where its files come.
        name: theirs, without the ending.
        columns: kind and meaning of each, by its name.
    """

    def __init__(self, folder: Path, name: str, columns: Mapping[str, tuple[str, str]]) -> None:
        # The extra `export`, which a server need not have. Loaded with the pages, it would make every process start
        # later.
        import pyarrow as pa
        import pyarrow.parquet as pq
        import zstandard

        types = {
            "string": pa.string(),
            "int16": pa.int16(),
            "int32": pa.int32(),
            "float64": pa.float64(),
            "bool": pa.bool_(),
            "date": pa.date32(),
            "list<string>": pa.list_(pa.string()),
            "list<int32>": pa.list_(pa.int32()),
        }
        self._schema = pa.schema(
            [
                pa.field(name, types[kind], metadata={"description": meaning})
                for name, (kind, meaning) in columns.items()
            ]
        )
        self._table_of = pa.Table.from_pylist
        self._stack = ExitStack()
        self._parquet = self._stack.enter_context(
            pq.ParquetWriter(folder / f"{name}.parquet", self._schema, compression="zstd")
        )
        raw = self._stack.enter_context((folder / f"{name}.ndjson.zst").open("wb"))
        self._ndjson = self._stack.enter_context(zstandard.ZstdCompressor(level=LEVEL).stream_writer(raw))
        self._group: list[Mapping[str, Any]] = []
        self.rows = 0

    def __enter__(self) -> _TableFiles:
        return self

    def __exit__(self, kind: Any, *rest: Any) -> None:
        if kind is None:
            self._end_group()
        self._stack.close()

    def write(self, row: Mapping[str, Any]) -> None:
        self._ndjson.write(json.dumps(row, default=_plain, separators=(",", ":")).encode() + b"\n")
        self._group.append(row)
        self.rows += 1
        if len(self._group) == ROW_GROUP:
            self._end_group()

    def _end_group(self) -> None:
        if self._group:
            self._parquet.write_table(self._table_of(self._group, schema=self._schema))
        self._group = []


def _plain(value: date) -> str:
    return value.isoformat()


def digest_of(path: Path) -> tuple[int, str]:
    """How many bytes a file has, and their SHA-256 in hexadecimal."""
    digest, size = sha256(), 0
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
            size += len(block)
    return size, digest.hexdigest()

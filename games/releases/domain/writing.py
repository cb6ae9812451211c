"""The files of a release: a row at a time into Parquet and into compressed NDJSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import date
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from games.releases.domain.rows import COLUMNS

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


def write_rows(folder: Path, rows: Iterable[Mapping[str, Any]]) -> int:
    """Writes both files into a folder; returns how many rows each has.

    Args:
        folder: where; it is there.
        rows: values for all `COLUMNS`.
    """
    # The extra `export`, which a server need not have. Loaded with the pages, it would make every process start later.
    import pyarrow as pa
    import pyarrow.parquet as pq
    import zstandard

    types = {
        "string": pa.string(),
        "int16": pa.int16(),
        "int32": pa.int32(),
        "bool": pa.bool_(),
        "date": pa.date32(),
        "list<string>": pa.list_(pa.string()),
        "list<int32>": pa.list_(pa.int32()),
    }
    schema = pa.schema(
        [pa.field(name, types[kind], metadata={"description": meaning}) for name, (kind, meaning) in COLUMNS.items()]
    )
    count = 0
    group: list[Mapping[str, Any]] = []
    with (
        pq.ParquetWriter(folder / PARQUET, schema, compression="zstd") as parquet,
        (folder / NDJSON).open("wb") as raw,
        zstandard.ZstdCompressor(level=LEVEL).stream_writer(raw) as ndjson,
    ):
        for row in rows:
            ndjson.write(json.dumps(row, default=_plain, separators=(",", ":")).encode() + b"\n")
            group.append(row)
            count += 1
            if len(group) == ROW_GROUP:
                parquet.write_table(pa.Table.from_pylist(group, schema=schema))
                group = []
        if group:
            parquet.write_table(pa.Table.from_pylist(group, schema=schema))
    return count


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

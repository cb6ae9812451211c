"""Dates reveals, from the log."""

from __future__ import annotations

from collections.abc import Sequence

from eventlog.registry import Stored, projection
from eventlog.statements import write
from games.domain.events import GameRevealed
from games.domain.projections import applied_versions
from library.releases.models import DatedReveal

_DATE = b"""
INSERT INTO releases_reveal (game, at) SELECT unnest(%s::uuid[]), unnest(%s::timestamptz[]) ON CONFLICT DO NOTHING
"""


@projection(
    "dated reveals",
    events=(GameRevealed,),
    tables=(DatedReveal._meta.db_table,),
    writes_only=True,
    applied_versions=applied_versions,
)
def project_reveals(stored: Sequence[Stored]) -> None:
    """A row for each game that is revealed."""
    at = {item.stream: item.time for item in stored}
    write(DatedReveal._meta.db_table, _DATE, [(list(at), list(at.values()))] if at else [])

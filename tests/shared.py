"""The recorded games and the reports that tests read: our own, and with them those that are lent to us.

What is lent is there to check against and not to publish. Where its folders lie beside the checkout, or are named in
`VEXILLUM_RECORDS` and `VEXILLUM_REPORTS`, the same tests read it too.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from games.notation import Record, read_records

_TESTS = Path(__file__).parent
_LENT = _TESTS.parents[1] / "shared"


def _folders(own: Path, lent: Path) -> list[Path]:
    return [own, lent] if lent.is_dir() else [own]


RECORDS = _folders(_TESTS / "games/samples", Path(os.environ.get("VEXILLUM_RECORDS", _LENT / "games")))
"""Folders of recorded games, each with a manifest."""

REPORTS = _folders(_TESTS / "tournaments/files/reports", Path(os.environ.get("VEXILLUM_REPORTS", _LENT / "trf")))
"""Folders of reports of events that were paired under the rules of 2026; lent are those of an endorsed engine."""

REPORT_FILES = [path for folder in REPORTS for path in sorted(folder.glob("*.trf"))]


class RecordedGame(NamedTuple):
    """A recorded game, and what its manifest says of it.

    Args:
        plies: so many turns of the record are legal.
        refused: the turn that is refused after them, if the manifest names one.
        rule: by which rule.
    """

    path: Path
    plies: int
    refused: str | None
    rule: str | None

    @property
    def record(self) -> Record:
        ((_name, record),) = read_records(self.path)
        assert isinstance(record, Record)
        return record


def _games() -> Iterator[RecordedGame]:
    for folder in RECORDS:
        manifest = json.loads((folder / "manifest.json").read_text())
        if isinstance(manifest, dict):  # ours: a record stops before the turn that is refused
            for name, result in manifest.items():
                refused = result.get("refused", {})
                yield RecordedGame(folder / f"{name}.json", result["plies"], refused.get("turn"), refused.get("rule"))
            continue
        for result in manifest:  # lent: that turn is the last of the record, or a probe after some ply
            path, probe = folder / result["file"], result.get("probe")
            if probe is not None:
                yield RecordedGame(path, probe["after_ply"], "-".join(probe["move"]).lower(), probe["illegal"])
            ((_name, record),) = read_records(path)
            last = record.turns[result["legal_plies"]] if "rule" in result else None
            yield RecordedGame(path, result["legal_plies"], last, result.get("rule"))


GAMES = list(_games())

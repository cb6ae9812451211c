"""What is wrong with a file that somebody brings."""

from __future__ import annotations

from games.notation.record import shown

CODES: dict[str, tuple[str, ...]] = {
    "encoding": (),
    "too-large": ("allowed",),
    "form-unknown": (),
    "json-broken": ("line", "column"),
    "json-deep": (),
    "json-large": ("allowed",),
    "version-unknown": ("found", "known"),
    "value-missing": ("path",),
    "value-type": ("path", "expected"),
    "value-unknown": ("path",),
    "numbers": ("path",),
    "not-here": ("path", "number"),
    "twice-in-a-round": ("round", "number"),
    "not-alike": ("round", "one", "other"),
    "marks": ("round", "one", "other"),
    "bye-with-opponent": ("round", "number"),
    "no-players": (),
    "no-report": (),
    "no-teams": (),
    "no-lineups": ("round", "board"),
    "too-many": ("allowed",),
    # What is said and not read, or not quite: `TournamentRecord.notes`.
    "line-unread": ("text",),
    "other-system": ("text",),
    "other-team-system": ("text",),
    "older-rules": ("text",),
    "tiebreaks-unread": ("text",),
    "apart-later": ("first",),
    "apart-for-good": ("last",),
    "no-date": ("text",),
}
"""Every code of a `FileError`, with the names of its parameters. Words: `tournaments/files/words.py`."""


class FileError(ValueError):
    """A file that cannot be read, or something in it that cannot be.

    Args:
        code: one of `CODES`; `params` are plain values, those quoted from the file fit to be printed.
        line: where, from 1; 0 if no line can be named.
    """

    def __init__(self, code: str, *, line: int = 0, **params: str | int) -> None:
        super().__init__(code)
        self.code = code
        self.line = line
        self.params = {name: shown(value) if isinstance(value, str) else value for name, value in params.items()}

    def __eq__(self, other: object) -> bool:
        mine = self.code, self.line, self.params
        return isinstance(other, FileError) and (other.code, other.line, other.params) == mine

    def __hash__(self) -> int:
        return hash((self.code, self.line))

    def __repr__(self) -> str:
        return f"<FileError {self.code} line {self.line} {self.params}>"

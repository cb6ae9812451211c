"""A record of a game as plain values, whatever file it came from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.rules import Options, Outcome, Seat, Variant, variant

MAX_PLIES = 50_000
"""Longer records are refused: the longest known game has fewer than 4,000 plies."""

MAX_NAME = 80

CODES: dict[str, tuple[str, ...]] = {
    # a file
    "unreadable": ("reason",),
    "special-file": (),
    "link-out": (),
    "folder-deep": ("allowed",),
    "too-large": ("allowed",),
    "too-many": ("allowed",),
    "form-unknown": (),
    "encoding": (),
    "zip-broken": ("reason",),
    "zip-members": ("found", "allowed"),
    "zip-directory": ("allowed",),
    "zip-method": (),
    "zip-encrypted": (),
    "zip-nested": (),
    "zip-bomb": (),
    "xml-broken": ("line", "column"),
    "xml-forbidden": (),
    "xml-deep": ("allowed",),
    "xml-large": ("allowed",),
    "xml-long": ("allowed",),
    "json-broken": ("line", "column"),
    "json-deep": (),
    "json-large": ("allowed",),
    "json-repeated": ("key",),
    "no-games": (),
    # a record of the archive
    "type-unknown": ("type",),
    "variant-unsupported": ("variant",),
    "gsn-version": ("found",),
    "line-too-long": ("allowed",),
    "too-many-lines": ("allowed",),
    "setup-missing": (),
    "setup-twice": (),
    "field-length": ("found", "needed"),
    "field-letter": ("square", "letter"),
    "move-broken": ("ply",),
    "rescue-unsupported": ("ply",),
    "too-long": ("allowed",),
    "result-unknown": ("type", "winner"),
    # our own record
    "no-record": (),
    "version-unknown": ("found", "known"),
    "value-missing": ("path",),
    "value-type": ("path", "expected"),
    "value-unknown": ("path",),
    "edition-unknown": ("variant", "found", "known"),
    "seats": ("needed",),
    # a record that a form cannot hold
    "type-missing": ("variant",),
    "free-missing": ("variant",),
    "turn-unsupported": ("ply",),
    "result-missing": ("kind",),
    "setup-unsupported": ("seat",),
    "origin-unsupported": (),
}
"""Every code of a `RecordError`, with the names of its parameters. docs/record-format.md says what they mean."""


@dataclass(frozen=True, slots=True)
class Record:
    """A game from a file, not judged by the rules yet.

    Args:
        variant: slug of the rule book; edition: which edition of it the game was played by.
        setups: for each seat one character a home square (`games.rules.start`). Secret until the game is revealed.
        turns: the submissions in text notation, docs/notation.md, choices too; that of a shuffle with its order. They
            may reveal secrets until the game is revealed.
        result: how the game ended, as the record claims; None for an unfinished one.
        players: for each seat the name as written; a seat may be missing.
        options: what the game chose on top of its rule book.
        times: when each turn was played, in microseconds since the epoch, or None.
        chance: where cards were dealt, for each seat the order of its deck at the start, the top card first. Secret
            until the game is revealed.
        source: `gravon-xml`, `gsn` or `json`.
        noted: the plies that break a repetition rule and the rule's slug, as the record claims.
        proof: commitments, what opens them, and the log, of a record that this service exported; see docs/verifying.md.

    Two records are equal if they describe the same game: the form they came in, marks and proofs do not count.
    """

    variant: str
    setups: Mapping[Seat, str] = field(repr=False)
    turns: tuple[str, ...] = field(repr=False)
    result: Outcome | None = None
    players: Mapping[Seat, str] = field(default_factory=dict)
    options: Options = field(default_factory=Options)
    times: tuple[int, ...] | None = None
    chance: Mapping[Seat, str] = field(default_factory=dict, repr=False)
    edition: int = 1
    source: str = field(default="json", compare=False)
    noted: tuple[tuple[int, str], ...] = field(default=(), compare=False)
    proof: Mapping[str, Any] | None = field(default=None, compare=False, repr=False)

    @property
    def origin(self) -> int | None:
        """The ply of another game from which it was played on, or None: then it is a game of its own."""
        origin = (self.proof or {}).get("origin")
        return None if origin is None else int(origin["ply"])

    @property
    def rules(self) -> Variant:
        """The rule book in the record's edition. Raises `KeyError` if there is none such."""
        return variant(self.variant, self.edition)


class RecordError(ValueError):
    """A file or a record in it that cannot be read, or a record that a form cannot hold.

    `code`, one of `CODES`, and `params` are turned into words at the edge. What `params` quotes from a file is
    `shown`: fit to be printed.
    """

    def __init__(self, code: str, **params: str | int) -> None:
        super().__init__(code)
        self.code = code
        self.params = params

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RecordError) and (self.code, self.params) == (other.code, other.params)

    def __hash__(self) -> int:
        return hash(self.code)

    def __str__(self) -> str:
        text = ", ".join(f"{name} {value}" for name, value in self.params.items())
        return f"{self.code} ({text})" if text else self.code

    def __repr__(self) -> str:
        return f"<RecordError {self}>"


def clean_name(name: str) -> str:
    """A player's name without control characters and surplus space, at most 80 characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in name[: 16 * MAX_NAME]).split())[:MAX_NAME].strip()


def shown(text: str, longest: int = 40) -> str:
    """The beginning of a text from a file, with a mark for what would not print: a control character could drive a
    terminal, and half a surrogate pair could not be encoded.
    """
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text[:longest])

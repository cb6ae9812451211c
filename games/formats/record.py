"""A record of a game as plain values, whatever file it came from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.rules import Options, Outcome, Seat

__all__ = ["Record", "RecordError", "clean_name"]

MAX_PLIES = 50_000
"""Longer records are refused: the longest known game has fewer than 4,000 plies."""

MAX_NAME = 80


@dataclass(frozen=True, slots=True)
class Record:
    """A game as a file tells it; nothing in it has been judged by the rules yet.

    Args:
        variant: slug of the rule book.
        setups: for each seat one character a home square (`games.rules.start`). Secret until the game is revealed.
        turns: the submissions in text notation, docs/notation.md.
        result: how the game ended, as the record claims; None for an unfinished one.
        players: for each seat the name as written; a seat may be missing.
        options: what the game chose on top of its rule book.
        times: when each ply was played, in microseconds since the epoch, or None.
        source: `gravon-xml`, `gsn` or `json`.
        proof: commitments, salts and the log, of a record that this service exported; see docs/verifying.md.
    """

    variant: str
    setups: Mapping[Seat, str] = field(repr=False)
    turns: tuple[str, ...]
    result: Outcome | None = None
    players: Mapping[Seat, str] = field(default_factory=dict)
    options: Options = field(default_factory=Options)
    times: tuple[int, ...] | None = None
    source: str = field(default="json", compare=False)
    proof: Mapping[str, Any] | None = field(default=None, compare=False, repr=False)


class RecordError(ValueError):
    """A file or a record in it that cannot be read. `code` and `params` are turned into words at the edge."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params = params

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RecordError) and (self.code, self.params) == (other.code, other.params)

    def __hash__(self) -> int:
        return hash(self.code)

    def __str__(self) -> str:
        told = ", ".join(f"{name} {value}" for name, value in self.params.items())
        return f"{self.code} ({told})" if told else self.code


def clean_name(name: str) -> str:
    """A player's name without control characters and surplus space, at most 80 characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())[:MAX_NAME].strip()

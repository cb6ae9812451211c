"""All records of an event's games that are open to everybody, as one zip that is written while it is sent.

A game that is not revealed is not in it (RULES section 9). The same games give the same bytes: members are in the order
of rounds and boards and all have the same date.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple
from uuid import UUID

from games.domain.command_handler import NoGame
from games.domain.queries import names_of
from games.domain.records import NotRevealed, record_of
from games.notation import to_json
from web.zips import packed


class Member(NamedTuple):
    """A game and the name of its file, without the ending."""

    name: str
    game: UUID


def record_in(member: Member) -> bytes | None:
    """The record of a game; None if there is no such game, or it is not open."""
    try:
        return to_json(record_of(member.game, names=names_of(member.game)))
    except (NoGame, NotRevealed):
        return None


def zipped(members: Iterable[Member]) -> Iterator[bytes]:
    """The zip of records, in pieces. One game is in memory at a time."""
    result = ((f"{member.name}.json", record_in(member)) for member in members)
    return packed((name, record) for name, record in result if record is not None)

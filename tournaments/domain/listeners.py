"""Listeners, which run after a change of a tournament: open pages, notices, the calendar of tasks.

    @listener
    def tell_the_page(happened: Happened) -> None: ...

Listeners are called after the commit of a command, in the process that ran it, and are told public values only. A
notice may be lost with its process, so nothing may depend on one alone: a sweep or the next look makes good for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple
from uuid import UUID

from django.db import transaction

from eventlog.listeners import listen, tell_each
from eventlog.registry import type_of
from games.models import key_of
from tournaments.domain.event_parts import AtBoard
from tournaments.domain.events import BoardsAdded
from tournaments.domain.state import TournamentFold, published


class TournamentUpdated(NamedTuple):
    """A tournament has moved on.

    Args:
        tournament, key: its id and its public address.
        version: the version that it stands at now, as everybody may know it.
        news: something in it is for everybody; else it tells of a pairing that is not published.
        status: as `tournaments.domain.state.Status`.
        kinds: the types of the events that were appended, such as `round-paired`.
        acting: in an event with many entries, who acted and whose entries or boards it was about; never shown.
    """

    tournament: UUID
    key: str
    version: int
    status: str
    kinds: tuple[str, ...]
    news: bool = True
    acting: frozenset[UUID] = frozenset()


Listener = Callable[[TournamentUpdated], object]

_listeners: list[Listener] = []


def listener(function: Listener) -> Listener:
    """Registers a function that is told of each command's events after they are committed. An error in it fails
    nothing."""
    return listen(_listeners, function)


MANY = 100
"""From more entries on it is told who acted: what others see of such an event may be a moment old."""

FEW = 50
"""Events of one command; more than these are the rounds of a file."""


def tell(
    tournament: UUID,
    before: TournamentFold | None,
    after: TournamentFold,
    events: Sequence[object],
    by: UUID | None = None,
) -> None:
    """Tells the listeners, once what was appended is committed.

    Args:
        tournament: its id.
        before: how it stood before them; None if it begins.
        after: how it stands after the events.
        events: what was appended.
        by: who acted; None for the service.
    """
    many = before is not None and len(after.entries) > MANY and len(events) <= FEW
    happened = TournamentUpdated(
        tournament=tournament,
        key=key_of(tournament),
        version=published(after).version,
        status=after.status.value,
        kinds=tuple(type_of(event).name for event in events),
        news=before is None or published(before).version != published(after).version,
        acting=frozenset(_acting(after, events, by)) if many else frozenset(),
    )
    transaction.on_commit(lambda: tell_each(_listeners, happened))


def _acting(now: TournamentFold, events: Sequence[object], by: UUID | None) -> Iterator[UUID]:
    """Who acted, and the players of the entries and boards that events are about."""
    if by is not None:
        yield by
    entries: set[int] = set()
    for event in events:
        if isinstance(event, AtBoard) and (board := now.board(event.round, event.board)) is not None:
            entries.update(board.entries)
        elif isinstance(event, BoardsAdded):
            entries.update(event.red, event.blue)
        elif isinstance(number := getattr(event, "entry", None), int):
            entries.add(number)
    for number in entries & now.entries.keys():
        yield from now.entries[number].people

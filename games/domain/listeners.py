"""Listeners to games: notices, bots, open pages.

    @listener
    def tell_the_page(happened: Happened) -> None: ...

    @written_with_events
    def rows(happened: Happened) -> Sequence[Statement]: ...

Listeners are called after the commit of a command, in the process that ran it. They get only public values. A
call may be lost with its process, so nothing may depend on it alone: a sweep or the next look makes good for
it. What nobody makes good for is written with the events: in their transaction, so it is there if they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType
from typing import NamedTuple
from uuid import UUID

from django.db import transaction

from eventlog.listeners import listen, tell_each
from eventlog.registry import type_of
from eventlog.statements import Statement
from games.domain.events import GameCreated
from games.domain.state import GameFold
from games.models import key_of
from games.rules import Seat, seat_of_slug


class GameUpdated(NamedTuple):
    """A game has moved on. (A named tuple, as it is made with every move.)

    Args:
        game, key: its id and its public address.
        version: the present public version.
        status: `waiting`, `playing` or `over`.
        to_move: the seat to move, or None outside play.
        waiting_for: the seats that must act: those that have yet to set up, or the one to move.
        over: it has ended, and everybody may know that.
        kinds: the types of the events that were appended, such as `turn-played`.
        players: the player of each seat; an empty seat is missing.
        tournament: the tournament that it is part of, or None.
        closed: nobody but its two sides may know anything of it yet.
        actor: the account whose doing it was; None for the service itself.
        unplayed: it ended before play began.
    """

    game: UUID
    key: str
    version: int
    status: str
    to_move: Seat | None
    waiting_for: tuple[Seat, ...]
    over: bool
    kinds: tuple[str, ...]
    players: Mapping[Seat, UUID]
    tournament: UUID | None = None
    closed: bool = False
    actor: UUID | None = None
    unplayed: bool = False


Listener = Callable[[GameUpdated], object]
Writer = Callable[[GameUpdated], Sequence[Statement]]

_listeners: list[Listener] = []
_writers: list[Writer] = []
_unheard: ContextVar[bool] = ContextVar("unheard", default=False)


def listener(function: Listener) -> Listener:
    """Registers a function that gets each command's events after their commit. An error in it fails nothing."""
    return listen(_listeners, function)


def written_with_events(function: Writer) -> Writer:
    """Registers a function that returns rows to be written with a command's events, once they are certain and before
    they are committed. It reads nothing. Its statements are parts of the one that writes the events
    (`eventlog.statements.write`): each changes a table of its own, which no projection of games changes, and costs no
    round trip. An error in it is one of the command. A reveal has none: the revealing code sends its notices.
    """
    return listen(_writers, function)


def written_with(happened: GameUpdated | None) -> Sequence[Statement]:
    """The rows to be written with these events."""
    return () if happened is None else [statement for function in _writers for statement in function(happened)]


@contextmanager
def unheard() -> Iterator[None]:
    """Tells nobody of what happens inside the `with` block: games of the past that are played again are no news."""
    token = _unheard.set(True)
    try:
        yield
    finally:
        _unheard.reset(token)


def tell(happened: GameUpdated | None) -> None:
    """Tells the listeners, once what was appended is committed; nobody if it is None."""
    if happened is not None:
        transaction.on_commit(lambda: tell_each(_listeners, happened))


class _Table(NamedTuple):
    """What stays the same from a game's first event to its last."""

    created: GameCreated
    key: str
    players: Mapping[Seat, UUID]
    tournament: UUID | None


MOST = 512  # games; some 1 kB each
_tables: dict[UUID, _Table] = {}


def _table(game: UUID, created: GameCreated) -> _Table:
    """The address and the players of a game. A process that folded a game lately has the same event again, so with each
    move they are only looked up.
    """
    table = _tables.get(game)
    if table is None or table.created is not created:
        players = {seat_of_slug(slug): UUID(player) for slug, player in created.seats.items() if player}
        table = _Table(
            created, key_of(game), MappingProxyType(players), UUID(created.tournament) if created.tournament else None
        )
        if len(_tables) >= MOST:
            _tables.clear()
        _tables[game] = table
    return table


def happening(game: UUID, after: GameFold, events: Sequence[object], actor: UUID | None = None) -> GameUpdated | None:
    """The message about appended events for listeners; None if there are none.

    Args:
        game: its id.
        after: the game after the events.
        events: what is appended, in order; at least one.
        actor: the account whose doing it is; None for the service itself.
    """
    if _unheard.get():
        return None
    table, waiting_for, status = _table(game, after.created), after.waiting_for, after.public_status
    over = status == "over"
    return GameUpdated(
        game=game,
        key=table.key,
        version=after.public_version,
        status=status,
        to_move=waiting_for[0] if after.state is not None and waiting_for else None,
        waiting_for=waiting_for,
        over=over,
        kinds=tuple([type_of(event).name for event in events]),
        players=table.players,
        tournament=table.tournament,
        closed=not over and after.created.spectators != "live",
        actor=actor,
        unplayed=over and after.unplayed is not None,
    )

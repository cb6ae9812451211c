"""Playing on from a position of a game that is open to everybody: a game of its own, marked as such, never rated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from uuid import UUID

from eventlog.registry import Broken
from eventlog.sources import new_nonce, new_seed, random_below
from eventlog.verify import read_chain
from games.domain.clocks import TimeControl, most_plies
from games.domain.command_handler import NoGame
from games.domain.commitments import TREE
from games.domain.creation import NewGame, new_game, write_games
from games.domain.events import CardsDealt, GameCreated, GameEvent, SetupMade, submitted
from games.domain.origins import Beginning, Origin, beginning, prove
from games.knowledge import retold
from games.rules import Illegal, Refusal, Seat, State

FURTHEST = 3_000
"""The last ply from which a game can be continued: all plies up to there are repeated."""


def play_on(
    *,
    source: UUID,
    ply: int,
    players: Mapping[Seat, UUID],
    view: Seat | None = None,
    time: TimeControl | None = None,
    actor: UUID | None = None,
) -> UUID:
    """Creates a game that continues from a position of another one. It has the earlier plies as its own, so repetition,
    quiet plies and what each side has seen go on as they stood. It is unrated, and opened at its end.

    Side effects: appends all events up to that position at once; the game is in the lists, marked with its origin.

    Args:
        source: the other game, which is revealed.
        ply: after so many plies of it.
        players: the id of each seat's player.
        view: the seat from whose view it is played on: one of all worlds that look the same to that seat up to there is
            drawn, each as likely as any other. None for the game as it was.
        time: the time control; one that gives time for each turn, since the plies up to there took none.
        actor: the account that does this.

    Returns:
        The id of the new game.

    Raises:
        NoGame: there is no such game.
        Illegal: `origin-closed`, if the other game is not revealed; `origin-broken`, if its log does not hold what was
            once appended; `origin-ply` with `last`, if it has no such ply; `origin-far` with `most`; `origin-over`, if
            the game is over on the board there.
    """
    then = _position(source, ply)
    new = new_game(variant=then.rules, players=players, options=then.options, time=time, actor=actor)
    created = new.events[0]
    assert isinstance(created, GameCreated)
    origin = Origin(source, ply, then.hash.hex(), view)
    own = _taken_over(then, replace(created, source="whatif", **origin.fields()), view)
    prove(origin, then, own)
    write_games([NewGame(new.id, tuple(_events(own)), actor)])
    return new.id


def _position(source: UUID, ply: int) -> Beginning:
    """The position of another game to continue from. Raises as `play_on`."""
    try:
        then = beginning(read_chain(source), max(ply, 0))
    except Broken as error:
        raise Illegal(Refusal("origin-broken")) from error
    if then is None:
        raise NoGame(source)
    if not then.revealed:
        raise Illegal(Refusal("origin-closed"))
    if not 0 <= ply <= then.last:
        raise Illegal(Refusal("origin-ply", {"ply": ply, "last": then.last}))
    most = min(FURTHEST, most_plies(then.rules, then.options) - 1)
    if ply > most:
        raise Illegal(Refusal("origin-far", {"most": most}))
    if _last_state(then).outcome is not None:
        raise Illegal(Refusal("origin-over"))
    return then


def _last_state(then: Beginning) -> State:
    try:
        return then.states[-1]
    except Illegal as error:
        raise Illegal(Refusal("origin-broken")) from error


def _taken_over(then: Beginning, created: GameCreated, view: Seat | None) -> Beginning:
    """The first plies of the new game: as they were, or in a world that is drawn for a seat."""
    if view is None:
        return replace(then, created=created)
    result = retold(then.views(view), then.plies, then.options, random_below)
    return replace(then, created=created, orders=result.orders, setups=result.setups, plies=result.plies)


def _events(own: Beginning) -> list[GameEvent]:
    orders = {seat.slug: order for seat, order in own.orders.items()}
    dealt = CardsDealt(orders=orders, nonce=new_nonce(), seed=new_seed().hex())
    return [
        own.created,
        *([dealt] if orders else []),
        *(SetupMade(seat.slug, own.setups[seat], new_nonce(), TREE) for seat in own.rules.seats),
        *(
            submitted(text, choice=place > 0, secret=own.rules.secret_turns)
            for texts in own.plies
            for place, text in enumerate(texts)
        ),
    ]

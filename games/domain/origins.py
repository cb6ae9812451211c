"""Games that are played on from a position of another one: what they take over, and the proof of it.

Such a game has the first plies of the other as its own, as they were or as they went in a world that one seat could not
tell from it (`games.knowledge.retold`). So it is folded from its own log alone; its first event says
where it comes from, and `prove` holds both logs together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from uuid import UUID

from eventlog.registry import Stored
from games.domain.events import CardsDealt, ChoiceMade, GameCreated, GameRevealed, SetupMade, TurnPlayed, TurnsTakenBack
from games.domain.state import options_of, rules_of
from games.rules import Options, Seat, State, Variant, View, Viewer, advance, seat_of_slug, start


@dataclass(frozen=True, slots=True)
class Origin:
    """The position from which a game is played on.

    Args:
        game: the other game.
        ply: after so many plies of it.
        hash: of the event of its log with which that ply ends, in hex.
        view: the seat from whose view it is played on; None for the truth.
    """

    game: UUID
    ply: int
    hash: str
    view: Seat | None

    def fields(self) -> dict[str, Any]:
        """As `GameCreated` has them."""
        return {
            "origin": str(self.game),
            "origin_ply": self.ply,
            "origin_hash": self.hash,
            "origin_view": None if self.view is None else self.view.slug,
        }


def origin_of(created: GameCreated) -> Origin | None:
    """Where a game comes from, if it is played on from another one."""
    if created.origin is None or created.origin_ply is None or created.origin_hash is None:
        return None
    view = None if created.origin_view is None else seat_of_slug(created.origin_view)
    return Origin(UUID(created.origin), created.origin_ply, created.origin_hash, view)


class NotFromThere(ValueError):
    """A game is not played on from where it says; the message says what differs, and nothing secret."""


@dataclass(frozen=True)
class Beginning:
    """The first plies of a game as its log has them. Secret while the game is not revealed.

    Args:
        created: its first event.
        orders: where cards were dealt, by seat the order of the deck.
        setups: by seat, a character a home square.
        plies: the submissions of each ply, as many as requested or available.
        hash: of the event with which they end.
        last: how many plies there are in all.
        revealed: the game is open by now.
    """

    created: GameCreated
    orders: Mapping[Seat, str] = field(repr=False)
    setups: Mapping[Seat, str] = field(repr=False)
    plies: tuple[tuple[str, ...], ...] = field(repr=False)
    hash: bytes
    last: int
    revealed: bool

    @property
    def rules(self) -> Variant:
        """The rule book, in the edition of the game."""
        return rules_of(self.created)

    @property
    def options(self) -> Options:
        return options_of(self.created.options)

    @property
    def begun(self) -> bool:
        """Whether all set-ups are made."""
        return len(self.setups) == len(self.rules.seats)

    @cached_property
    def states(self) -> tuple[State, ...]:
        """The game before its first ply and after each. Raises `Illegal` if the rules refuse a set-up or a turn."""
        states = [start(self.rules, self.setups, self.options, self.orders or None)]
        for texts in self.plies:
            states.append(advance(states[-1], texts))
        return tuple(states)

    def views(self, seat: Seat) -> list[View]:
        """What a seat saw, from before the first ply on, one a ply."""
        return [state.view(Viewer.of(seat)) for state in self.states]


def beginning(events: Iterable[tuple[Stored, bytes]], plies: int) -> Beginning | None:
    """The first plies of a game; None if there are no events of a game.

    Args:
        events: the game's, in order, each with its hash.
        plies: so many at most.
    """
    created: GameCreated | None = None
    orders: dict[Seat, str] = {}
    setups: dict[Seat, str] = {}
    texts: list[tuple[str, ...]] = []
    end, last, revealed = b"", 0, False
    for stored, own in events:
        event = stored.event
        if isinstance(event, GameCreated):
            created = event
        elif isinstance(event, CardsDealt):
            orders = {seat_of_slug(slug): order for slug, order in event.orders.items()}
        elif isinstance(event, GameRevealed):
            revealed = True
        elif isinstance(event, SetupMade):
            setups[seat_of_slug(event.seat)] = event.placement
            end = own
        elif isinstance(event, TurnPlayed):
            last += 1
            if last <= plies:
                texts.append((event.turn,))
                end = own
        elif isinstance(event, TurnsTakenBack):
            last -= event.plies
            del texts[last:]
        elif isinstance(event, ChoiceMade) and 0 < last <= plies:
            texts[-1] = (*texts[-1], event.choice)
            end = own
    return None if created is None else Beginning(created, orders, setups, tuple(texts), end, last, revealed)


def prove(origin: Origin, source: Beginning | None, own: Beginning) -> None:
    """Proves that a game is played on from where it says: the other log is as it was then, the rules are the same, and
    so are its plies; from a seat's view, all that this seat saw is the same.

    Args:
        origin: what the game says.
        source: the first plies of the other game; None if there is none.
        own: the first plies of the game.

    Raises:
        NotFromThere: it is not.
        Illegal: the rules refuse one of them.
    """
    if source is None or not source.begun:
        raise NotFromThere("the game that it is played on from is not there")
    if not source.revealed:
        raise NotFromThere("the game that it is played on from is not revealed")
    if not len(source.plies) == len(own.plies) == origin.ply or source.hash.hex() != origin.hash:
        raise NotFromThere("the game that it is played on from was another one at that ply")
    if _terms(source) != _terms(own):
        raise NotFromThere("it is played on by other rules")
    if origin.view is None:
        same = (source.setups, source.orders, source.plies) == (own.setups, own.orders, own.plies)
    else:
        same = source.setups[origin.view] == own.setups[origin.view] and _seen_alike(source, own, origin.view)
    if not same:
        raise NotFromThere("it is not played on from that position")


def _terms(game: Beginning) -> tuple[str, int, Options]:
    return game.rules.slug, game.rules.edition, game.options


def _seen_alike(source: Beginning, own: Beginning, seat: Seat) -> bool:
    """Whether a seat saw the same of both: each turn as it was shown, and its result."""
    viewer = Viewer.of(seat)
    pairs: Sequence[tuple[State, State]] = list(zip(source.states, own.states, strict=True))
    ends = (pairs[0], pairs[-1])
    return all(pair.last_turn(viewer) == other.last_turn(viewer) for pair, other in pairs) and all(
        end.view(viewer) == other.view(viewer) for end, other in ends
    )

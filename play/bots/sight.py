"""What a bot is given: its own seat's view, its legal turns as texts, and the turns so far as its seat saw them.

A bot is an opponent like any other, so it must know no more than RULES section 9 allows. It never gets a state: a
`Sight` is made of views, is frozen, and is all that the thinking in this room takes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.rules import LastTurn, Seat, State, View, Viewer, legal_turns


@dataclass(frozen=True, slots=True)
class Sight:
    """A game as one seat knows it.

    Args:
        view: the position, as that seat may know it.
        legal: the submissions legal now, as texts (docs/notation.md); none for a seat that is not to move.
        turns: the plies so far, each as that seat saw it; the last may still wait for a choice.
    """

    view: View
    legal: tuple[str, ...]
    turns: tuple[LastTurn, ...]

    def __repr__(self) -> str:
        """The moment alone: a view holds the seat's own ranks."""
        return f"<Sight {self.view.variant} ply {self.view.ply}, {self.view.viewer}>"


def sight_of(state: State, turns: Iterable[LastTurn], seat: Seat | None = None) -> Sight:
    """What a seat may know of `state`: the one place where a bot's input is taken from a state.

    Args:
        turns: the plies so far as that seat saw them, from `State.last_turn` or a timeline.
        seat: the seat to move, if no other is named; any other has no legal turns.
    """
    seat = state.to_move if seat is None else seat
    legal = tuple(turn.text for turn in legal_turns(state)) if seat is state.to_move else ()
    return Sight(state.view(Viewer.of(seat)), legal, tuple(turns))

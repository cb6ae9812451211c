"""What a bot is given: its own seat's view, its legal turns as texts, and the turns so far as its seat saw them.

A bot is an opponent like any other, so it must know no more than RULES section 9 allows. It never gets a state: a
`Sight` is made of views, is frozen, and is all that the thinking in this room takes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.rules import LastTurn, State, View, Viewer, legal_turns

__all__ = ["Sight", "sight_of"]


@dataclass(frozen=True, slots=True)
class Sight:
    """A game as the seat to move knows it.

    Args:
        view: the position, as that seat may know it.
        legal: the submissions legal now, as texts (docs/notation.md).
        turns: the plies so far, each as that seat saw it; the last may still wait for a choice.
    """

    view: View
    legal: tuple[str, ...]
    turns: tuple[LastTurn, ...]

    def __repr__(self) -> str:
        """The moment alone: a view holds the seat's own ranks."""
        return f"<Sight {self.view.variant} ply {self.view.ply}, {self.view.viewer}>"


def sight_of(state: State, turns: Iterable[LastTurn]) -> Sight:
    """What the seat to move may know of `state`: the one place where a bot's input is taken from a state.

    Args:
        turns: the plies so far as that seat saw them, from `State.last_turn` or a timeline.
    """
    view = state.view(Viewer.of(state.to_move))
    return Sight(view, tuple(turn.text for turn in legal_turns(state)), tuple(turns))

"""Lines that were not played: plies from a position of a game that is open to all, judged by its own rules.

What is hidden plays no part here: a branch begins at the true position, so attacks go as they would have gone. States
stay inside; views come out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from games.domain.state import order_in
from games.rules import (
    Illegal,
    LastTurn,
    Refusal,
    State,
    View,
    Viewer,
    advance,
    legal_turns,
    parse_turn,
    shuffle_label,
    shuffled,
    to_shuffle,
    with_order,
)

Plies = Sequence[Sequence[str]]
"""For each ply its turn, and the choices that belong to it."""

NO_SEED = bytes(32)
"""What shuffles follow from in a record, which has no seed of its own."""


class Branch:
    """A line of plies from a position. A ply that the rules refuse ends it; `broken` says so.

    Args:
        begin: the position from which it goes.
        plies: what is played, ply by ply.
        seed: of the game's shuffles; what is shuffled here comes as the game's own next shuffle would have come.
        shuffles: how often each seat's cards were shuffled in play before.
    """

    def __init__(self, begin: State, plies: Plies, seed: bytes | None = None, shuffles: Sequence[int] = ()) -> None:
        self._states = [begin]
        self._plies: list[tuple[str, ...]] = []
        self._seed = seed
        self._shuffles = shuffles
        self.broken = False
        for ply in plies:
            try:
                state = advance(self._states[-1], ply)
            except Illegal:
                self.broken = True
                return
            self._states.append(state)
            self._plies.append(tuple(ply))

    def __repr__(self) -> str:
        return f"<Branch from ply {self.first} to {self.last}>"

    @property
    def first(self) -> int:
        """The ply of the position from which it goes."""
        return self._states[0].ply

    @property
    def last(self) -> int:
        return self.first + len(self._plies)

    def submissions(self, ply: int) -> tuple[str, ...]:
        """What was played at a ply; nothing for one that the line does not have."""
        return self._plies[ply - self.first - 1] if self.first < ply <= self.last else ()

    def view(self, ply: int) -> View:
        """The position after a ply of it, everything open. Raises `IndexError` if it has no such ply."""
        return self._state(ply).view(Viewer.ALL)

    def turns(self) -> Iterator[tuple[int, LastTurn]]:
        """Its plies, each as everybody sees it once all is open."""
        for ply in range(self.first + 1, self.last + 1):
            turn = self._state(ply).last_turn(Viewer.ALL)
            assert turn is not None
            yield ply, turn

    def legal(self, ply: int) -> list[str]:
        """What may be played after a ply of it, or the choices if the last battle has opened one; without orders of
        cards."""
        return [turn.text for turn in legal_turns(self._state(ply))]

    def played(self, ply: int, text: str) -> tuple[str, bool]:
        """Judge a turn or a choice after a ply of the line; the line itself stays as it is.

        Args:
            ply: after which.
            text: in notation, without an order of cards.

        Returns:
            It as it is kept, and whether it begins a new ply; if not, it is a choice that belongs to this one.

        Raises:
            Illegal: the rules refuse it.
        """
        state = self._state(ply)
        turn = parse_turn(state.variant, text)
        if order_in(turn.text):
            raise Illegal(Refusal("notation", {"text": text[:40]}))
        cards = to_shuffle(state, turn)
        if cards is not None:
            label = shuffle_label(state.to_move.slug, self._shuffled_by(state, ply) + 1)
            turn = with_order(state, turn, shuffled(self._seed or NO_SEED, label, cards))
        try:
            advance(state, (turn,))
        except Illegal as error:
            raise Illegal(error.refusal) from None
        return turn.text, state.pending is None

    def branch(self, ply: int, plies: Plies) -> Branch:
        """Another line from a ply of this one. Raises `IndexError` if it has no such ply.

        Args:
            ply: the last one that both have.
            plies: what is played instead of what follows here.
        """
        own = self._plies[: ply - self.first]
        begin = self._states[0]
        counts = shuffles_in(own, len(begin.variant.seats), first=self.first)
        before = self._shuffles or [0] * len(counts)
        return Branch(
            self._state(ply), plies, self._seed, [number + more for number, more in zip(before, counts, strict=True)]
        )

    def _shuffled_by(self, state: State, ply: int) -> int:
        """How often the cards of the seat to move were shuffled in play."""
        seats = state.variant.seats
        place = seats.index(state.to_move)
        before = self._shuffles[place] if self._shuffles else 0
        return before + shuffles_in(self._plies[: ply - self.first], len(seats), first=self.first)[place]

    def _state(self, ply: int) -> State:
        if not self.first <= ply <= self.last:
            raise IndexError(ply)
        return self._states[ply - self.first]


def shuffles_in(plies: Iterable[Sequence[str]], seats: int, *, first: int = 0) -> list[int]:
    """How often each seat shuffled in a line.

    Args:
        plies: the line.
        seats: how many there are.
        first: plies played before it.
    """
    counts = [0] * seats
    for ply, submissions in enumerate(plies, first):
        counts[ply % seats] += sum(order_in(text) != "" for text in submissions)
    return counts

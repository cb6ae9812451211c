"""The engine as its callers see it: states that never change, and functions from one to the next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from . import card_knowledge as _cards
from .engine import Position, play_all
from .knowledge import (
    SEATS,
    Holding,
    LastTurn,
    LostPiece,
    Pending,
    Shown,
    View,
    facts_of,
    holdings_of,
    last_turn_of,
    losses_of,
    shown_of,
    view_of,
)
from .marks import Noted
from .outcome import End, Fact, Illegal, Outcome, Refusal
from .pieces import Seat, Viewer
from .turn import Turn
from .variant import Options, Variant

ENGINE = 8
"""The version of a dumped state and of the rules behind it. A snapshot of another version is dropped and made again."""


class State:
    """A game at one moment. Nothing changes it, and its `repr` shows no rank.

    >>> from games.rules import variant
    >>> setups = {Seat.RED: "MF9" + "." * 37, Seat.BLUE: "." * 37 + "FM9"}
    >>> state = start(variant("barrage"), setups, Options(free_setup=True))
    >>> state
    <State barrage ply 0, red to move>
    >>> state, facts = apply(state, parse_turn(state.variant, "a1-a2"))
    >>> state.to_move.slug, facts[0].code
    ('blue', 'moved')
    """

    __slots__ = ("_position",)

    def __init__(self, position: Position) -> None:
        self._position = position

    @property
    def variant(self) -> Variant:
        return self._position.variant

    @property
    def options(self) -> Options:
        """What the game chose on top of it."""
        return self._position.options

    @property
    def ply(self) -> int:
        """Plies played so far."""
        return self._position.ply

    @property
    def to_move(self) -> Seat:
        """The seat whose turn it is; of a finished game, the seat that would have been next."""
        return Seat(self._position.to_move)

    @property
    def pending(self) -> Pending | None:
        """The choice that the last battle opened, if the turn still waits for one: it is for the seat to move, and
        each answer is a submission of its own.
        """
        position = self._position
        return Pending(position.pending, Seat(position.to_move)) if position.pending else None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None during the game."""
        return self._position.outcome

    @property
    def noted(self) -> Sequence[Noted]:
        """The plies that break a repetition rule, in a game with `repetition: noted`."""
        return self._position.noted

    def view(self, viewer: Viewer) -> View:
        """What `viewer` may know of this game now (RULES section 9)."""
        return view_of(self._position, viewer)

    def last_turn(self, viewer: Viewer) -> LastTurn | None:
        """The `last` of `viewer`'s view, at a small part of its price."""
        return last_turn_of(self._position, viewer)

    def losses(self, viewer: Viewer) -> tuple[LostPiece, ...]:
        """The pieces that are off the board for good, in order of capture, as `viewer` may know them."""
        return losses_of(self._position, viewer)

    def shown(self) -> Shown | None:
        """The last ply, to be kept before the next; None before the first. Secret."""
        return shown_of(self._position)

    def __repr__(self) -> str:
        position = self._position
        text = f"{position.outcome.kind}" if position.outcome else f"{self.to_move.slug} to move"
        return f"<State {self.variant.slug} ply {position.ply}, {text}>"


class Cursor:
    """A game that is played on in place: the rules of `apply` without a new state for every turn.

    For who plays whole games and keeps none of the states between, such as a simulation. It begins at a state and
    leaves that as it was.
    """

    __slots__ = ("_holdings_of", "_last_turn_of", "_position")

    def __init__(self, state: State) -> None:
        self._position = state._position.copy()
        # Looked up once, as it is needed at every ply.
        self._last_turn_of = last_turn_of.dispatch(type(self._position))
        self._holdings_of = holdings_of.dispatch(type(self._position))

    @property
    def ply(self) -> int:
        """Plies played so far."""
        return self._position.ply

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None during the game."""
        return self._position.outcome

    @property
    def to_move(self) -> Seat:
        """As of a `State`."""
        return SEATS[self._position.to_move]

    @property
    def pending(self) -> Pending | None:
        """As of a `State`."""
        position = self._position
        return Pending(position.pending, SEATS[position.to_move]) if position.pending else None

    def view(self, viewer: Viewer) -> View:
        """What `viewer` may know of this game now (RULES section 9)."""
        return view_of(self._position, viewer)

    def last_turn(self, viewer: Viewer) -> LastTurn | None:
        """The `last` of `viewer`'s view, at a small part of its price."""
        return self._last_turn_of(self._position, viewer)

    def holdings(self, viewer: Viewer) -> tuple[Holding, ...]:
        """The `holdings` of `viewer`'s view, likewise."""
        return self._holdings_of(self._position, viewer)

    def copy(self) -> Cursor:
        """An independent copy."""
        return Cursor(State(self._position))

    @property
    def state(self) -> State:
        """The present game, which later turns do not change."""
        return State(self._position.copy())

    def legal_turns(self) -> list[Turn]:
        """The submissions legal now; empty once the game is over."""
        return self._position.turns()

    def play(self, turn: Turn) -> None:
        """Plays `turn`. Raises `Illegal`, and changes nothing, if the rules refuse it."""
        self._position.play(turn)

    def to_shuffle(self, turn: Turn) -> str | None:
        """As the function of that name."""
        return self._position.to_shuffle(turn)

    def __repr__(self) -> str:
        return f"<Cursor at {State(self._position)!r}>"


def start(
    variant: Variant,
    setups: Mapping[Seat, str],
    options: Options | None = None,
    chance: Mapping[Seat, str] | None = None,
) -> State:
    """The state before the first ply.

    Args:
        variant: the rule book, in the edition that the game is played by.
        options: those of the game; None for the defaults.
        setups: for each seat one character a home square, row by row as the board lies; `.` for an empty square.
        chance: for each seat the order of its shuffled deck, the top card first, if the variant `deals`.

    Raises:
        Illegal: `set-up`, if a set-up does not fit the army or the home squares (RULES section 2); `shuffle`, if an
            order is not one of the seat's cards.
    """
    return State((variant.position or Position)(variant, setups, options or Options(), chance))


def parse_turn(variant: Variant, text: str) -> Turn:
    """The turn that `text` writes, docs/notation.md. Raises `Illegal` with `notation` or `off-board`."""
    return variant.turn(text)


def apply(state: State, turn: Turn) -> tuple[State, tuple[Fact, ...]]:
    """The state after `turn`, and what it did.

    Raises:
        Illegal: the rules refuse the turn; its `refusal` names the rule and says what would be allowed.
    """
    position = state._position.copy()
    number = len(position.last.deeds) if position.pending and position.last is not None else None
    position.play(turn)
    return State(position), facts_of(position, number)


def advance(state: State, turns: Iterable[str | Turn]) -> State:
    """The state after several turns, each judged like a live one, at the speed of `replay`.

    Raises:
        IllegalAt: a turn is refused; `ply` says which, counted from the start of the game.
    """
    position = state._position.copy()
    play_all(position, turns)
    return State(position)


def advance_keeping(
    state: State, turns: Sequence[str | Turn], most: int, *, back: bool = False
) -> tuple[State, tuple[Shown, ...], tuple[State, ...]]:
    """As `advance`, with the last of the plies as they were shown, at most so many, and the states before them.

    Args:
        state: where it begins; it stays as it is.
        turns: turns, or their texts.
        most: so many plies at most are kept, the last ones.
        back: keep the states before them, from after the last one that showed something hidden.

    Raises:
        IllegalAt: as `advance`.
    """
    position = state._position.copy()
    cut = max(len(turns) - most, 0)
    if cut:
        play_all(position, turns[:cut])
    kept: list[Shown] = []
    earlier: list[State] = []
    before = State(position.copy()) if back and cut else state
    for number, turn in enumerate(turns[cut:], cut + 1):
        play_all(position, (turn,))
        if shown := shown_of(position):
            kept.append(shown)
        if back and _shows_nothing(before._position, position):
            earlier.append(before)
        else:
            earlier.clear()
        if back and number < len(turns):
            before = State(position.copy())
    return State(position), tuple(kept), tuple(earlier)


def _shows_nothing(before: Position, after: Position) -> bool:
    """Whether a ply was a move alone that proved no rank, as everybody saw it: what only a partner saw is no reason."""
    last = last_turn_of(after, Viewer.SPECTATOR)
    if last is None or last.attack is not None or last.parts:
        return False
    return last.revealed is None or before.known[last.piece] & 1 == 1


def refusal(state: State, turn: Turn) -> Refusal | None:
    """Why `turn` may not be played now, or None if it may: the judgement of `apply` without the playing."""
    try:
        state._position.copy().play(turn)
    except Illegal as error:
        return error.refusal
    return None


def legal_turns(state: State) -> list[Turn]:
    """The submissions legal now; empty once the game is over."""
    return state._position.turns()


def conclude(state: State, outcome: Outcome) -> State:
    """The state ended by what the board does not show (RULES section 7): agreement, a clock, an arbiter.

    Raises:
        Illegal: `game-over`, if it had ended already.
    """
    if state.outcome is not None:
        raise Illegal(Refusal("game-over", {"kind": state.outcome.kind.value}))
    position = state._position.copy()
    position.outcome = outcome
    position.pending = ""  # nobody waits for a choice any more
    return State(position)


def to_shuffle(state: State, turn: Turn) -> str | None:
    """The cards that `turn` shuffles, if it is legal now and its order has yet to be drawn: a character a card,
    lowest rank first. Secret: it never leaves the server.

    `apply` refuses such a turn with `order-missing`; `with_order` completes it.
    """
    return state._position.to_shuffle(turn)


def with_order(state: State, turn: Turn, order: str) -> Turn:
    """`turn` with the order that chance gave, the top card first: what the log holds and `apply` takes.

    Args:
        state: the state before the turn; its rule book reads the text.
        turn: a turn that `to_shuffle` has cards for.
        order: these cards, a character a card, the top card first.
    """
    return parse_turn(state.variant, f"{turn.text}{order}")


def resign(state: State, seat: Seat) -> State:
    """`seat` gives up and its side loses."""
    return conclude(state, Outcome(End.RESIGNATION, 1 - seat.side))


def time_out(state: State, seat: Seat) -> State:
    """`seat` has run out of time and its side loses."""
    return conclude(state, Outcome(End.TIME_OUT, 1 - seat.side))


def replay(
    variant: Variant,
    setups: Mapping[Seat, str],
    turns: Iterable[str | Turn],
    options: Options | None = None,
    chance: Mapping[Seat, str] | None = None,
) -> State:
    """The state after all of `turns`, each judged like a live one.

    Args:
        variant, setups, options, chance: as for `start`.
        turns: turns, or their texts, from the first ply on.

    Raises:
        Illegal: a set-up is refused.
        IllegalAt: a turn is refused; `ply` says which.
    """
    return advance(start(variant, setups, options, chance), turns)


def first_attack(
    variant: Variant,
    setups: Mapping[Seat, str],
    turns: Iterable[str | Turn],
    options: Options | None = None,
    chance: Mapping[Seat, str] | None = None,
) -> int | None:
    """The ply of the first attack, or None if there was none: the game is replayed as far as that.

    Args:
        variant, setups, options, chance: as for `start`.
        turns: turns, or their texts, from the first ply on.

    Raises:
        Illegal, IllegalAt: as `replay`.
    """
    position = start(variant, setups, options, chance)._position
    for turn in turns:
        play_all(position, (turn,))
        if position.last is not None and position.last.result is not None:
            return position.ply
    return None


def first_attack_of(
    state: State, setups: Mapping[Seat, str], turns: Iterable[str | Turn], chance: Mapping[Seat, str] | None = None
) -> int | None:
    """The ply of the first attack before a state, or None if there was none. Of two pieces that meet one falls at least
    (RULES section 3): so where none comes back it is the ply of the first loss; else the game is replayed.

    Args:
        state: the present game.
        setups, turns, chance: what led there, as for `first_attack`.
    """
    if state.variant.rescues or len(state.variant.seats) > 2:
        return first_attack(state.variant, setups, turns, state.options, chance)
    return min((loss.ply for loss in state.losses(Viewer.SPECTATOR)), default=None)


def dump(state: State) -> dict[str, Any]:
    """The state as a JSON value, for a snapshot. It holds every rank: it never leaves the server."""
    return state._position.dump()


def load(variant: Variant, options: Options, value: dict[str, Any]) -> State:
    """The state that `dump` wrote.

    Args:
        variant, options: those of the game: they are not part of the value.
        value: what `dump` wrote, or the same after a journey through JSON.
    """
    return State((variant.position or Position).load(variant, options, value))


def load_shown(variant: Variant, value: Sequence[Any]) -> Shown:
    """What `Shown.dump` wrote."""
    return (_cards.CardsShown if variant.deals else Shown).load(variant, value)

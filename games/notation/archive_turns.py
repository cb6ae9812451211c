"""What the archive omits of a turn, found by playing: where a Captain turned, and that a rescue was declined.

A move of the archive names where a piece started and where it ended, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from games.rules import (
    Illegal,
    Options,
    Repetition,
    Seat,
    State,
    Turn,
    Variant,
    apply,
    legal_turns,
    parse_turn,
    start,
)

from .record import RecordError

_DECLINED = "*0"


def follow(
    book: Variant, setups: Mapping[Seat, str], turns: Iterable[str], options: Options, *, rescues_told: bool
) -> tuple[str, ...]:
    """The turns of a record of the archive in full.

    A Captain that turned may have had two ways; the first of them that was open is taken, by name. Both lead to the
    same position. Where the rules refuse a turn the rest is left as it is: whoever judges the record will find it.

    Args:
        setups: by seat, row by row as the board lies.
        turns: as the archive writes them.
        options: those of the record.
        book: the rule book, in the record's edition.
        rescues_told: the form writes rescues, so where none is written it was declined.

    Raises:
        RecordError: `rescue-unsupported`, if a rescue was possible and the form cannot show it.
    """
    texts = tuple(turns)
    if not book.rescues:
        return texts
    full: list[str] = []
    ply = 0
    try:
        # Whether the record breaks a repetition rule is for the judge to say.
        state = start(book, setups, replace(options, repetition=Repetition.NOTED))
        for ply, text in enumerate(texts, 1):
            turn = _with_its_way(book, state, text)
            if not rescues_told and _may_rescue(state, turn):
                raise RecordError("rescue-unsupported", ply=ply)
            state, _facts = apply(state, turn)
            full.append(str(turn))
            if state.pending:
                if not rescues_told:
                    raise RecordError("rescue-unsupported", ply=ply)
                state, _facts = apply(state, parse_turn(book, _DECLINED))
                full.append(_DECLINED)
    except Illegal:
        full += texts[max(ply - 1, 0) :]
    return tuple(full)


def _with_its_way(book: Variant, state: State, text: str) -> Turn:
    """The turn between two squares that the rules allow, if there is one: straight, or else around a corner."""
    turn = parse_turn(book, text)
    if turn.gait:
        return turn
    ends = turn.source, turn.target
    ways = [turn for turn in legal_turns(state) if turn.gait and (turn.source, turn.target) == ends]
    return min(ways, key=str, default=turn)


def _may_rescue(state: State, turn: Turn) -> bool:
    """Whether `turn` could have been sent with a rescue, which takes a move to a back row."""
    board = state.variant.board
    at_an_end = turn.target // board.columns in (0, board.rows - 1)
    return at_an_end and any(str(item).startswith(f"{turn}*") for item in legal_turns(state))

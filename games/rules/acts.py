"""Submissions with a part beyond a move: rescue, entry, stockade, a freed Flag, claim (RULES sections 3 and 8;
docs/notation.md).
"""

from __future__ import annotations

import re
from functools import cache

from .board import Board
from .outcome import Illegal, Refusal
from .pieces import RANK_OF_SYMBOL, Rank
from .squares import SQUARE_NAME as _SQUARE
from .turn import Turn

NOWHERE = -1

_FORM = re.compile(
    rf"(?P<move>{_SQUARE}(?:[-x]{_SQUARE}){{1,2}})?"
    rf"(?:(?P<rescue>\*(?:0|(?P<piece>[1-9][0-9]{{0,2}})@(?P<back>{_SQUARE})))"
    rf"|(?P<entry>\+(?:0|(?P<rank>[FS2-9MBC])@(?P<to>{_SQUARE})))"
    rf"|>(?P<stockade>{_SQUARE})"
    rf"|=(?P<freed>{_SQUARE}))?"
    rf"(?:\?(?P<claim>{_SQUARE}))?"
)
_LONGEST = 24


class Act(Turn):
    """A submission with a part beyond a move.

    Args:
        kind: the part: `rescue`, `entry`, `stockade`, `freed`, or `claim` if that is all.
        base: the move or attack before it, or None.
        piece: the piece rescued.
        rank: the rank that enters.
        square: where it goes; -1 for an option declined.
        claim: the square of the piece claimed, or -1.
    """

    __slots__ = ("base", "claim", "kind", "piece", "rank", "square")

    def __init__(
        self,
        *,
        text: str,
        kind: str,
        base: Turn | None = None,
        piece: int = 0,
        rank: int = -1,
        square: int = NOWHERE,
        claim: int = NOWHERE,
    ) -> None:
        # No gait: the engine's loop takes it for no plain move, whatever lies on a1, and passes it on.
        super().__init__(text=text if base is None else f"{base.text}{text}", source=0, target=0)
        self.kind = kind
        self.base = base
        self.piece = piece
        self.rank = rank
        self.square = square
        self.claim = claim

    def __repr__(self) -> str:
        """What kind it is. Its text may name a rank or a claim, so it is not printed."""
        return f"<Act {self.kind}>"

    @property
    def path(self) -> tuple[int, ...]:
        """The squares of the move, or the one square of an entry."""
        return (self.square,) if self.base is None else self.base.path


class Acts:
    """What a board's acts share: made once, because an entry is listed at every ply."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.entries = tuple(
            tuple(
                Act(text=f"+{rank.symbol}@{board.names[square]}", kind="entry", rank=int(rank), square=square)
                for square in range(board.size)
            )
            for rank in Rank
        )
        """By rank and square."""
        self.no_entry = Act(text="+0", kind="entry")
        self.no_rescue = Act(text="*0", kind="rescue")
        self.stockades = tuple(
            Act(text=f">{board.names[square]}", kind="stockade", square=square) for square in range(board.size)
        )

    def rescue(self, piece: int, square: int, base: Turn | None = None) -> Act:
        """The rescue of `piece` to `square`, with a move or alone.

        Args:
            piece: the number of the piece that comes back.
            square: where it comes back, by index.
            base: the move that it goes with; None where it answers alone.
        """
        return Act(text=f"*{piece}@{self.board.names[square]}", kind="rescue", base=base, piece=piece, square=square)

    def freed(self, square: int, base: Turn | None = None, claim: int = NOWHERE) -> Act:
        """The rescued Flag goes to `square`.

        Args:
            square: by index.
            base: the move that it goes with; None where it answers alone.
            claim: the square of a claim that is made with it (RULES section 8), or `NOWHERE`.
        """
        result = "" if claim == NOWHERE else f"?{self.board.names[claim]}"
        text = f"={self.board.names[square]}{result}"
        return Act(text=text, kind="freed", base=base, square=square, claim=claim)

    def claim(self, square: int, base: Turn) -> Act:
        """The move with the claim that the partner's Flag is on `square`."""
        return Act(text=f"?{self.board.names[square]}", kind="claim", base=base, claim=square)


@cache
def acts_of(board: Board) -> Acts:
    """All submissions beyond moves that a board may need, made once for each board."""
    return Acts(board)


def read_act(board: Board, text: str) -> Turn:
    """The submission that `text` writes, a move or an `Act`.

    Raises:
        Illegal: `notation`, if it is no submission; `off-board`, if a square is not on this board.

    >>> from games.rules.variants.boards import TEN_BY_TEN
    >>> read_act(TEN_BY_TEN, "d8xd10*17@e3").text, read_act(TEN_BY_TEN, "+7@d3").path
    ('d8-d10*17@e3', (23,))
    """
    known = board.shared_turns.get(text)
    if known is not None:
        return known
    match = _FORM.fullmatch(text) if len(text) <= _LONGEST else None
    if match is None:
        return board.turn(text)
    part = match.groupdict()
    base = None if part["move"] is None else board.turn(part["move"])
    acts = acts_of(board)
    alone = base is None
    claim = NOWHERE if part["claim"] is None else board.square(part["claim"])
    wrong = Illegal(Refusal("notation", {"text": text[:40]}))
    if part["claim"] is not None and (alone or part["rescue"] or part["entry"] or part["stockade"]):
        raise wrong
    if part["rescue"]:
        if part["piece"] is None:
            if alone:
                return acts.no_rescue
            raise wrong
        return acts.rescue(int(part["piece"]), board.square(part["back"]), base)
    if part["entry"] or part["stockade"]:
        if not alone:
            raise wrong
        if part["stockade"]:
            return acts.stockades[board.square(part["stockade"])]
        if part["rank"] is None:
            return acts.no_entry
        return acts.entries[RANK_OF_SYMBOL[part["rank"]]][board.square(part["to"])]
    if part["freed"]:
        return acts.freed(board.square(part["freed"]), base, claim)
    if claim != NOWHERE and base is not None:
        return acts.claim(claim, base)
    if base is None:
        raise wrong
    return base

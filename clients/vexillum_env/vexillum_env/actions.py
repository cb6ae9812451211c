"""The actions of a rule book: one number for each part of a turn (the README has the list).

All squares in an action are those that its seat sees (`seats.turned`), so that one number means the same to every seat:
"the piece on my left goes forward".
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations
from typing import NamedTuple

from games.rules import RANK_OF_SYMBOL, Rank, Reserve, Seat, Turn, Variant, parse_turn
from games.rules.readings import NEVER_RESCUED
from games.rules.turn import GAIT_BENT, GAIT_FAR, GAIT_SHOT, GAIT_STEP, GAIT_TWO

from .seats import unturned

CARD_KINDS = frozenset({"attack", "hand-look", "line-look", "shuffle", "name", "lay"})


class Action(NamedTuple):
    """One action, as its seat sees the board.

    Args:
        kind: `place`, `move`, `rescue`, `entry`, `stockade`, `freed`, `claim`, `nothing`, or one of `CARD_KINDS`.
        squares: what it names, by index, first to last.
        rank: that of the piece placed, rescued, entered, laid or named; None where there is none, and for `place` of an
            empty square.
        number: for `rescue`, which of the captured pieces of that rank, in the order of their numbers.
    """

    kind: str
    squares: tuple[int, ...] = ()
    rank: Rank | None = None
    number: int = 0


class Actions:
    """All actions of a rule book, and what they are for each seat.

    Args:
        book: the rule book.
        spotter: the Spotter is among the cards.
    """

    def __init__(self, book: Variant, *, spotter: bool) -> None:
        self.book = book
        self.ranks = tuple(sorted(book.army)) + ((Rank.SPOTTER,) if spotter else ())
        self.all = tuple(self._placements() + (self._cards() if book.deals else self._moves_and_parts()))
        self.count = len(self.all)
        self.number = {action: number for number, action in enumerate(self.all)}
        self.nothing = self.number.get(Action("nothing"), -1)
        self.index: tuple[dict[str, int], ...] = tuple(self._index_of(seat) for seat in book.seats)
        """For each seat the number of every submission, or part of one, that a text alone says."""
        self.turns: tuple[tuple[Turn | None, ...], ...] = tuple(self._turns_of(seat) for seat in book.seats)
        """For each seat and number the submission that it is by itself."""

    def text(self, seat: Seat, number: int) -> str:
        """What an action is, in words of docs/notation.md and squares of the board.

        Args:
            seat: who acts.
            number: of the action.
        """
        action = self.all[number]
        names = [self.book.board.name(unturned(self.book, seat)[square]) for square in action.squares]
        symbol = "." if action.rank is None else action.rank.symbol
        return _TEXTS[action.kind](names, symbol, action.number)

    # -- the list ---------------------------------------------------------------------------------

    def _placements(self) -> list[Action]:
        return [Action("place", rank=rank) for rank in self.ranks] + [Action("place")]

    def _moves_and_parts(self) -> list[Action]:
        book = self.book
        actions = [Action("move", turn.path) for turn in self._paths()]
        home = book.board.homes[Seat.RED]
        if book.rescues:
            armies = 2 if book.reserve is Reserve.SECOND_ARMY else 1
            half = range(book.board.rows // 2 * book.board.columns)
            actions += [
                Action("rescue", (square,), rank, number)
                for rank in self.ranks
                if rank not in NEVER_RESCUED
                for number in range(book.army[rank] * armies)
                for square in half
            ]
        if book.reserve is not Reserve.NONE:
            actions += [Action("entry", (square,), rank) for rank in self.ranks for square in home]
        if book.board.stockades:
            actions += [Action("stockade", (square,)) for square in book.board.stockades]
            camps = sorted(square for seat in book.seats if seat.side == 0 for square in book.board.homes[seat])
            actions += [Action("freed", (square,)) for square in camps]
            actions += [Action("claim", (square,)) for square in self._open_squares()]
        return [*actions, Action("nothing")]

    def _open_squares(self) -> list[int]:
        board = self.book.board
        return [square for square in range(board.size) if not board.wall_mask >> square & 1]

    def _paths(self) -> list[Turn]:
        """The paths that some piece of the book may take, by their squares."""
        book, board = self.book, self.book.board
        gaits = 0
        for table in (book.gaits, book.strikes or {}):
            for gait in table.values():
                gaits |= gait
        results = []
        for turn in set(board.shared_turns.values()):
            if turn.source in board.stockades:
                fits = turn.gait == GAIT_STEP and board.near[turn.source] >> turn.target & 1
            elif board.wall_mask & (1 << turn.source | 1 << turn.target):
                fits = 0
            else:
                shot = gaits & GAIT_SHOT and turn.gait == GAIT_FAR and turn.between.bit_count() == 2
                fits = shot or (turn.gait & gaits and not turn.between & board.wall_mask)
            if fits:
                results.append(turn)
        return sorted(results, key=lambda turn: (turn.source, _length(turn), turn.path))

    def _cards(self) -> list[Action]:
        mine, theirs = self.book.board.homes
        pairs = [*((place,) for place in theirs), *combinations(theirs, 2)]
        actions = [Action("attack", (place, target)) for place in mine for target in theirs]
        actions += [Action("hand-look", (place,)) for place in mine]
        actions += [Action("line-look", (place, *looked)) for place in mine for looked in pairs]
        actions += [Action("shuffle", (place,)) for place in mine]
        actions += [Action("lay", (place,), rank) for rank in self.ranks for place in mine]
        if Rank.SPOTTER in self.ranks:
            actions += [
                Action("name", (place, target), rank) for place in mine for target in theirs for rank in self.ranks
            ]
        return actions

    # -- for each seat ----------------------------------------------------------------------------

    def _index_of(self, seat: Seat) -> dict[str, int]:
        index = {
            self._submission(seat, number): number
            for number, action in enumerate(self.all)
            if action.kind not in ("place", "rescue", "nothing")
        }
        if self.nothing >= 0:
            index |= {"+0": self.nothing, "*0": self.nothing}
        return index

    def _submission(self, seat: Seat, number: int) -> str:
        """Its text, with the places that a Scout looks at in the order of the board."""
        action = self.all[number]
        text = self.text(seat, number)
        if action.kind == "line-look":
            text = str(parse_turn(self.book, text))
        return text

    def _turns_of(self, seat: Seat) -> tuple[Turn | None, ...]:
        alone = CARD_KINDS | {"move", "entry", "stockade", "freed"}
        return tuple(
            parse_turn(self.book, self._submission(seat, number)) if action.kind in alone else None
            for number, action in enumerate(self.all)
        )


_TEXTS: dict[str, Callable[[list[str], str, int], str]] = {
    "place": lambda names, symbol, number: f"place {symbol}",
    "move": lambda names, symbol, number: "-".join(names),
    "rescue": lambda names, symbol, number: f"*{symbol}{number + 1}@{names[0]}",
    "entry": lambda names, symbol, number: f"+{symbol}@{names[0]}",
    "stockade": lambda names, symbol, number: f">{names[0]}",
    "freed": lambda names, symbol, number: f"={names[0]}",
    "claim": lambda names, symbol, number: f"?{names[0]}",
    "nothing": lambda names, symbol, number: "nothing",
    "attack": lambda names, symbol, number: "-".join(names),
    "hand-look": lambda names, symbol, number: f"{names[0]}?0",
    "line-look": lambda names, symbol, number: f"{names[0]}?{','.join(names[1:])}",
    "shuffle": lambda names, symbol, number: f"{names[0]}!",
    "name": lambda names, symbol, number: f"{names[0]}={names[1]}:{symbol}",
    "lay": lambda names, symbol, number: f"+{symbol}@{names[0]}",
}


def _length(turn: Turn) -> int:
    return 3 if turn.gait == GAIT_BENT else 2 if turn.gait & (GAIT_TWO | GAIT_FAR) else 1


@cache
def actions_of(book: Variant, *, spotter: bool = False) -> Actions:
    """The actions of a rule book, made once.

    Args:
        book: the rule book.
        spotter: the Spotter is among the cards.
    """
    return Actions(book, spotter=spotter)


def ranks_in(placement: str) -> list[Rank]:
    """The ranks of a placement, a character a square, without its empty squares."""
    return [RANK_OF_SYMBOL[symbol] for symbol in placement if symbol != "."]

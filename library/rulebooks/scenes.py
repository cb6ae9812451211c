"""Small positions for the pages of rules, played by the engine, so that what they show is what it enforces.

A scene plays a rule book with nothing but its board exchanged for a smaller one. Flags and seats that the picture does
not need are kept out of sight behind water; there the other seats move while the picture waits for its turn.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Final

from games.domain.random_play import random_start
from games.presentation.board_svg import Sketch
from games.rules import (
    Board,
    Options,
    PieceView,
    Rank,
    Seat,
    State,
    Turn,
    Variant,
    View,
    Viewer,
    apply,
    legal_turns,
    parse_turn,
    refusal,
    start,
)
from games.rules.squares import column_and_row, name_of

ASIDE: Final = "."
"""In the turns of a scene: a seat moves out of sight."""

_SEATS: Final = {"r": Seat.RED, "b": Seat.BLUE, "R": Seat.RED2, "B": Seat.BLUE2}
_NOOKS: Final = ("abcde", "ghijk")  # columns of the corners out of sight, two seats in a row
_LEAST_COLUMNS: Final = 11  # that they need


def aside(rules: Variant, *turns: str, foes: Iterable[str] = ()) -> tuple[str, ...]:
    """Red's turns with those of the other seats between: blue's as given, all others out of sight."""
    answers = iter(foes)
    results = []
    for turn in turns:
        results += [turn, next(answers, ASIDE), *[ASIDE] * (len(rules.seats) - 2)]
    return tuple(results)


@dataclass(frozen=True)
class Scene:
    """A position of a rule book, after some turns.

    Args:
        rules: the rule book.
        art: the board, highest row first: for a piece its seat's letter (`r b R B`) and its symbol, `..` for an empty
            square, `~~` for a lake, with blanks between.
        turns: of all seats in their order, with the answers to choices; `ASIDE` for a move out of sight. `{lost}` in a
            turn is the number of the piece captured last; `+0` is left out where no entry is open.
        allowed: turns drawn as arrows: they are legal then.
        barred: turns drawn crossed out, each with the code of its refusal.
        reach: the square of a piece whose legal moves are marked.
        viewer: whose knowledge is drawn.
        whole: the art is the board of the rule book itself, with every Flag; nothing is out of sight.
    """

    rules: Variant
    art: str
    turns: tuple[str, ...] = ()
    allowed: tuple[str, ...] = ()
    barred: Mapping[str, str] = field(default_factory=dict)
    reach: str = ""
    viewer: Viewer = Viewer.RED
    whole: bool = False

    @cached_property
    def _cells(self) -> dict[str, str]:
        """The content of each drawn square."""
        rows = [line.split() for line in self.art.split("\n") if line.strip()]
        return {
            name_of(column, len(rows) - 1 - row): cell
            for row, line in enumerate(rows)
            for column, cell in enumerate(line)
        }

    @cached_property
    def _size(self) -> tuple[int, int]:
        places = [column_and_row(name) for name in self._cells]
        return len({column for column, _row in places}), len({row for _column, row in places})

    @cached_property
    def board(self) -> Board:
        if self.whole and self._real:
            return self.rules.board
        columns, rows = self._size
        lakes = [name for name, cell in self._cells.items() if cell == "~~"]
        return Board(columns=columns, rows=rows, lakes=lakes, homes=[[], []])

    @property
    def _real(self) -> bool:
        """Whether the art has the size of the rule book's own board."""
        return self._size == (self.rules.board.columns, self.rules.board.rows)

    @cached_property
    def played_on(self) -> Variant:
        """The rule book on the board that the scene is played on: every square may be set up."""
        drawn, seats = self.board, len(self.rules.seats)
        if self.whole:
            free = [name for name, cell in self._cells.items() if cell != "~~"]
            names = [name for name in free if drawn.square(name) not in drawn.stockades]
            board = Board(
                columns=drawn.columns,
                rows=drawn.rows,
                lakes=[drawn.name(square) for square in drawn.lakes],
                homes=[names] * seats,
                stockades=[drawn.name(square) for square in drawn.stockades],
            )
        else:
            rows = drawn.rows + 2 * ((seats + 1) // 2)
            land = {name for name, cell in self._cells.items() if cell != "~~"}
            land |= {name for seat in range(seats) for name in self._nook(seat)}
            columns = max(drawn.columns, _LEAST_COLUMNS)
            everywhere = [name_of(column, row) for row in range(rows) for column in range(columns)]
            board = Board(
                columns=columns,
                rows=rows,
                lakes=[name for name in everywhere if name not in land],
                homes=[sorted(land)] * seats,
            )
        return replace(self.rules, board=board)

    def _nook(self, seat: int) -> list[str]:
        row = self._size[1] + 2 + 2 * (seat // 2)
        return [f"{column}{row}" for column in _NOOKS[seat % 2]]

    def _setups(self) -> dict[Seat, str]:
        rules = self.played_on
        setups = {}
        for seat in rules.seats:
            pieces = {name: cell[1] for name, cell in self._cells.items() if _SEATS.get(cell[0]) is seat}
            if not self.whole:
                nook = self._nook(seat)
                if "F" not in pieces.values():
                    pieces[nook[0]] = "F"
                pieces[nook[2]] = _idle(rules, pieces.values())
            setups[seat] = "".join(pieces.get(rules.board.name(square), ".") for square in rules.board.homes[seat])
        return setups

    @cached_property
    def state(self) -> State:
        """The game that is drawn."""
        rules = self.played_on
        state = start(rules, self._setups(), Options(free_setup=True))
        used: Counter[int] = Counter()
        for text in self.turns:
            if text == "+0" and (state.pending is None or state.pending.kind != "entry"):
                continue
            if text == ASIDE:
                turn = self._move_aside(state, used)
                used[turn.target] += 1
            else:
                lost = state.view(Viewer.ALL).captured
                turn = parse_turn(rules, text.format(lost=lost[-1].id if lost else 0))
            state, _facts = apply(state, turn)
        return state

    def _move_aside(self, state: State, used: Counter[int]) -> Turn:
        """A step of the seat to move in its nook, to and fro so that it never stands in its own way."""
        nook = {state.variant.board.square(name) for name in self._nook(state.to_move)[1:]}
        steps = [turn for turn in legal_turns(state) if turn.source in nook and abs(turn.source - turn.target) == 1]
        return min(steps, key=lambda turn: (used[turn.target], turn.text))

    @cached_property
    def view(self) -> View:
        """What is drawn of it, on the squares of `board`."""
        view = self.state.view(self.viewer)
        played, drawn = self.played_on.board, self.board
        squares = {played.square(name): drawn.square(name) for name in self._cells}

        def moved(piece: PieceView) -> PieceView:
            return piece._replace(square=squares[piece.square])

        last = view.last
        if last is not None and all(square in squares for square in last.path):
            attack = last.attack
            last = replace(
                last,
                path=tuple(squares[square] for square in last.path),
                attack=attack and replace(attack, attacker=moved(attack.attacker), defender=moved(attack.defender)),
                parts=tuple(
                    replace(part, squares=tuple(squares[square] for square in part.squares)) for part in last.parts
                ),
            )
        else:
            last = None
        pieces = tuple(moved(piece) for piece in view.pieces if piece.square in squares)
        return replace(view, pieces=pieces, captured=(), last=last)

    @cached_property
    def sketch(self) -> Sketch:
        """What is drawn on top: where a piece may go, and where not."""
        at = {piece.square for piece in self.state.view(Viewer.ALL).pieces}
        played = self.played_on.board
        dots: list[int] = []
        arrows = [self._way(text) for text in self.allowed]
        if self.reach:
            source = played.square(self.reach)
            moves = [turn for turn in legal_turns(self.state) if turn.source == source and turn.source != turn.target]
            dots = sorted({self._drawn(turn.target) for turn in moves if turn.target not in at})
            arrows += [self._way(turn.text) for turn in moves if turn.target in at]
        arrows = [way for place, way in enumerate(arrows) if way not in arrows[:place]]
        return Sketch(arrows=arrows, barred=[self._way(text) for text in self.barred], dots=dots)

    def _drawn(self, square: int) -> int:
        return self.board.square(self.played_on.board.name(square))

    def _way(self, text: str) -> list[int]:
        return [self._drawn(square) for square in parse_turn(self.played_on, text).path]

    def judged(self) -> dict[str, str]:
        """For each turn that is drawn as an arrow the code that refuses it, or nothing: what a test compares."""
        result = {}
        for text in (*self.allowed, *self.barred):
            wrong = refusal(self.state, parse_turn(self.played_on, text))
            result[text] = "" if wrong is None else wrong.code
        return result


def _idle(rules: Variant, used: Iterable[str]) -> str:
    """A piece of the army that moves and is not used otherwise."""
    taken = Counter(used)
    ranks = (Rank.SCOUT, Rank.GENERAL, Rank.MARSHAL, Rank.MINER)
    return next(rank.symbol for rank in ranks if taken[rank.symbol] < rules.army.get(rank, 0))


@dataclass(frozen=True)
class EntryScene:
    """Where a piece of the reserve may enter, on the rule book's own board."""

    rules: Variant

    @cached_property
    def _before(self) -> State:
        """Red to move with room on its home squares: after some rounds of moves away from them."""
        state = opening(self.rules)
        home = {seat: set(self.rules.board.homes[seat]) for seat in self.rules.seats}
        while state.ply < 3 * len(self.rules.seats):
            mine = home[state.to_move]
            away = [turn for turn in legal_turns(state) if turn.source in mine and turn.target not in mine]
            state, _facts = apply(state, min(away, key=lambda turn: (turn.gait, turn.text)))
        return state

    @cached_property
    def view(self) -> View:
        """Red's view."""
        return replace(self._before.view(Viewer.RED), last=None)

    @cached_property
    def sketch(self) -> Sketch:
        """The squares that red may enter on."""
        board = self.rules.board
        entries = [turn.text for turn in legal_turns(self._before) if turn.text.startswith("+")]
        return Sketch(dots=sorted({board.square(text.split("@")[1]) for text in entries}))


@dataclass(frozen=True)
class CardScene:
    """A card table after some turns.

    Args:
        lines: for red and for blue the front line and the hand behind it, a character a card; the decks hold the rest.
        turns: in order.
        viewer: whose knowledge is drawn.
    """

    rules: Variant
    lines: tuple[str, str]
    turns: tuple[str, ...] = ()
    viewer: Viewer = Viewer.RED
    options: Options = field(default_factory=Options)

    @cached_property
    def view(self) -> View:
        rules = self.rules
        cards = Counter({rank.symbol: count for rank, count in rules.army.items()})
        if self.options.spotter:
            cards[Rank.SPOTTER.symbol] += 1
        orders = {
            seat: drawn + "".join((cards - Counter(drawn)).elements())
            for seat, drawn in zip(rules.seats, self.lines, strict=True)
        }
        places = len(rules.board.homes[0])
        setups = {seat: order[:places] for seat, order in orders.items()}
        state = start(rules, setups, self.options, orders)
        for text in self.turns:
            state, _facts = apply(state, parse_turn(rules, text))
        return state.view(self.viewer)


@cache
def opening(rules: Variant) -> State:
    """A game before its first ply, set up as a careful player might: the Flags on the back rows."""
    for seed in range(10_000):
        state = random_start(rules, Options(), random.Random(seed))  # noqa: S311 - an example, no secret
        pieces = state.view(Viewer.ALL).pieces
        flags = {piece.square for piece in pieces if piece.rank is Rank.FLAG}
        if rules.deals or all(_at_the_back(rules, square) for square in flags):
            return state
    raise AssertionError("no random set-up has its Flags at the back")


def _at_the_back(rules: Variant, square: int) -> bool:
    row, column = divmod(square, rules.board.columns)
    edges = {0, rules.board.rows - 1}
    return row in edges or (len(rules.seats) > 2 and column in edges)

"""The card game: front lines, hands, decks, looks, shuffles, and the Spotter (RULES section 8, cards).

The places of the front lines are squares of a board of two rows, so that a card on the table is a piece like any other:
it has a number, a square, and a rank that some know. A card in a hand or a deck has no number; it is given a new one
when it is laid, so that nothing links it to a card that was known before.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, Self

from .board import Board
from .combat import Result
from .engine import EMPTY, FIRST_PIECE, NOWHERE, Capture, Deed, Played, check_setup
from .marks import Marks
from .outcome import End, Illegal, Outcome, Refusal
from .pieces import RANK_OF_SYMBOL, Rank, Seat
from .readings import SHUFFLING_IS_NO_ATTACK
from .squares import SQUARE_NAME as _SQUARE
from .turn import Turn
from .variant import Options, Variant

HAND = 3
"""Cards that a hand is drawn up to."""

_ATTACKERS = frozenset(Rank) - {Rank.FLAG, Rank.BOMB}
_FORM = re.compile(
    rf"(?P<source>{_SQUARE})(?:[-x](?P<attacked>{_SQUARE})|\?(?P<looked>0|{_SQUARE}(?:,{_SQUARE})?)"
    rf"|!(?P<order>[FS2-9MBP]{{0,24}})|=(?P<aimed>{_SQUARE}):(?P<named>[FS2-9MBP]))"
    rf"|\+(?P<laid>[FS2-9MBP])@(?P<place>{_SQUARE})"
)
_LONGEST = 27


class CardTurn(Turn):
    """A submission at cards.

    Args:
        kind: `attack`, `hand-look`, `line-look`, `shuffle`, `name` or `lay`.
        squares: the places looked at.
        rank: the rank named or laid, or -1.
        order: of a shuffle, the order that chance gave; empty until it is drawn. Secret.
    """

    __slots__ = ("kind", "order", "rank", "squares")

    def __init__(
        self,
        *,
        text: str,
        kind: str,
        source: int,
        target: int,
        squares: tuple[int, ...] = (),
        rank: int = -1,
        order: str = "",
    ) -> None:
        super().__init__(text=text, source=source, target=target)
        self.kind = kind
        self.squares = squares
        self.rank = rank
        self.order = order

    @property
    def path(self) -> tuple[int, ...]:
        """The card's place, and that of the card it attacks or names."""
        return (self.source,) if self.source == self.target else (self.source, self.target)

    @property
    def public_text(self) -> str:
        """The text without the order of a shuffle, which nobody may know."""
        return self.text[: len(self.text) - len(self.order)]

    def __repr__(self) -> str:
        return f"<CardTurn {self.kind}>"


def read_card_turn(board: Board, text: str) -> Turn:
    """The submission that `text` writes (docs/notation.md).

    Raises:
        Illegal: `notation`, if it is no submission; `off-board`, if a place is not in the front lines.

    >>> from games.rules.variants.cards import VARIANT
    >>> read_card_turn(VARIANT.board, "b1xd2").text
    'b1-d2'
    """
    match = _FORM.fullmatch(text) if len(text) <= _LONGEST else None
    if match is None:
        raise Illegal(Refusal("notation", {"text": text[:40]}))
    part = match.groupdict()
    if part["laid"]:
        return _lay(board, RANK_OF_SYMBOL[part["laid"]], board.square(part["place"]))
    source = board.square(part["source"])
    if part["attacked"]:
        return _attack(board, source, board.square(part["attacked"]))
    if part["aimed"]:
        return _name(board, source, board.square(part["aimed"]), RANK_OF_SYMBOL[part["named"]])
    if part["looked"] == "0":
        return _look_at_hand(board, source)
    if part["looked"]:
        places = sorted(board.square(name) for name in part["looked"].split(","))
        return _look_at_line(board, source, tuple(places))
    return _shuffle(board, source, part["order"])


# The same few hundred submissions are listed at every ply; a board's turns are shared like those of other boards. Not a
# shuffle: its order is a secret of one game.
_shared = lru_cache(maxsize=4096)


@_shared
def _attack(board: Board, source: int, target: int) -> CardTurn:
    return CardTurn(text=f"{board.names[source]}-{board.names[target]}", kind="attack", source=source, target=target)


@_shared
def _name(board: Board, source: int, target: int, rank: Rank) -> CardTurn:
    text = f"{board.names[source]}={board.names[target]}:{rank.symbol}"
    return CardTurn(text=text, kind="name", source=source, target=target, rank=int(rank))


@_shared
def _look_at_hand(board: Board, source: int) -> CardTurn:
    return CardTurn(text=f"{board.names[source]}?0", kind="hand-look", source=source, target=source)


@_shared
def _look_at_line(board: Board, source: int, places: tuple[int, ...]) -> CardTurn:
    text = f"{board.names[source]}?{','.join(board.names[square] for square in places)}"
    return CardTurn(text=text, kind="line-look", source=source, target=source, squares=places)


def _shuffle(board: Board, source: int, order: str) -> CardTurn:
    text = f"{board.names[source]}!{order}"
    return CardTurn(text=text, kind="shuffle", source=source, target=source, order=order)


@_shared
def _lay(board: Board, rank: Rank, square: int) -> CardTurn:
    text = f"+{rank.symbol}@{board.names[square]}"
    return CardTurn(text=text, kind="lay", source=square, target=square, rank=int(rank))


class Looked(NamedTuple):
    """What a look showed to the seat that looked.

    `at` says what was seen: the cards on the places, or for a hand how many cards were left in the deck. Until
    its next shuffle a seat's hand is the same whenever as many cards are in both.
    """

    ply: int
    seat: int
    kind: str
    squares: tuple[int, ...]
    ranks: tuple[int, ...]
    at: tuple[int, ...]

    def __repr__(self) -> str:
        """Its kind alone: what it showed is secret."""
        return f"<Looked {self.kind}>"


class CardTable:
    """A card game at one moment, changed in place by `run`; the card game's `Position`.

    `at` has the card on each place; `hands` and `decks` have ranks, a deck's top card first. Drawing is no chance: the
    order of a deck was given when it was shuffled. `where`, `rank`, `seat` and `known` have the cards on the table and
    those captured, by number; one that was shuffled away is forgotten, and its number, below `laid`, is not given
    again. `looks` has those that still say something.
    """

    __slots__ = (
        "at",
        "board",
        "captured",
        "decks",
        "hands",
        "known",
        "laid",
        "last",
        "looks",
        "noted",
        "options",
        "outcome",
        "pending",
        "ply",
        "quiet_since",
        "rank",
        "seat",
        "to_move",
        "variant",
        "where",
    )

    def __init__(
        self,
        variant: Variant,
        setups: Mapping[Seat, str],
        options: Options,
        chance: Mapping[Seat, str] | None = None,
    ) -> None:
        """Lays the front lines.

        Raises:
            Illegal: `shuffle`, if an order is not of the seat's cards; `set-up`, if a line is not of the eight drawn.
        """
        self.variant = variant
        self.options = options
        self.board = variant.board
        self.at = [EMPTY] * self.board.size
        self.where: dict[int, int] = {}
        self.rank: dict[int, int] = {}
        self.seat: dict[int, int] = {}
        self.known: dict[int, int] = {}
        self.laid = FIRST_PIECE
        self.hands: list[list[int]] = []
        self.decks: list[list[int]] = []
        for seat in variant.seats:
            order = (chance or {}).get(seat, "")
            if sorted(order) != sorted(_cards(variant, options)):
                raise Illegal(Refusal("shuffle", {"seat": seat.slug}))
            placement = setups.get(seat, "")
            check_setup(variant, seat, placement)
            hand = list(order[: variant.drawn])
            for square, symbol in zip(self.board.homes[seat], placement, strict=True):
                if symbol not in hand:
                    raise Illegal(
                        Refusal(
                            "set-up", {"reason": "not-drawn", "seat": seat.slug, "rank": int(RANK_OF_SYMBOL[symbol])}
                        )
                    )
                hand.remove(symbol)
                self._lay_down(int(RANK_OF_SYMBOL[symbol]), square, int(seat))
            self.hands.append(sorted(int(RANK_OF_SYMBOL[symbol]) for symbol in hand))
            self.decks.append([int(RANK_OF_SYMBOL[symbol]) for symbol in order[variant.drawn :]])
        self.captured: list[Capture] = []
        self.looks: list[Looked] = []
        self.noted = Marks()
        self.last: Played | None = None
        self.outcome: Outcome | None = None
        self.pending = ""
        self.ply = 0
        self.quiet_since = 0
        self.to_move = 0
        self._begin_turn()

    def copy(self) -> Self:
        """An independent table in the same state."""
        other = object.__new__(type(self))
        for name in CardTable.__slots__:
            setattr(other, name, getattr(self, name))
        for name in ("at", "captured", "known", "looks", "rank", "seat", "where"):
            setattr(other, name, getattr(self, name).copy())
        other.hands = [hand[:] for hand in self.hands]
        other.decks = [deck[:] for deck in self.decks]
        return other

    @property
    def quiet(self) -> int:
        """Plies since the last attack."""
        return self.ply - self.quiet_since

    # -- playing ----------------------------------------------------------------------------------

    def play(self, turn: Turn) -> None:
        """Judges and plays `turn`. Raises `Illegal`; the table is as it was."""
        self.run((turn,))

    def run(self, turns: Iterable[Turn]) -> None:
        """Judges and plays turns one after the other. Raises `Illegal`; those before it are played."""
        for turn in turns:
            if not isinstance(turn, CardTurn):
                raise Illegal(Refusal("notation", {"text": turn.text}))
            wrong = self._why_not(turn)
            if wrong is not None:
                raise Illegal(wrong)
            if turn.kind == "lay":
                self._lay_card(turn)
            else:
                self._act(turn)

    def to_shuffle(self, turn: Turn) -> str | None:
        """The cards whose order `turn` waits for, lowest rank first, if it is a legal shuffle without one."""
        if not isinstance(turn, CardTurn) or turn.kind != "shuffle" or turn.order:
            return None
        wrong = self._why_not(turn)
        return "".join(self._all_cards(self.to_move)) if wrong is not None and wrong.code == "order-missing" else None

    def _act(self, turn: CardTurn) -> None:
        me, piece = self.to_move, self.at[turn.source]
        if self.last is not None and isinstance(self.last.turn, CardTurn) and self.last.turn.kind == "shuffle":
            self._forget(self.last.piece)
        self.ply += 1
        self.known[piece] |= 1
        self.last = Played(turn, me, piece, 0, None, None)
        if turn.kind == "attack":
            self._battle(turn, piece)
        elif turn.kind == "name":
            self._guess(turn, piece)
        elif turn.kind == "shuffle":
            self._shuffle_in(turn, piece)
        else:
            self._look(turn, piece)
        if self.outcome is None:
            self._fill_or_pass()
        else:
            # As on a board: a finished game names the seat that would have been next.
            self.to_move = 1 - me

    def _battle(self, turn: CardTurn, piece: int) -> None:
        """Both cards are shown; winners go back to their places, losers leave gaps."""
        defender = self.at[turn.target]
        result = self.variant.combat.table[self.rank[piece] << 4 | self.rank[defender]]
        self.known[defender] |= 1
        self.quiet_since = self.ply
        self.last = Played(turn, self.to_move, piece, defender, result, None)
        if result != Result.LOSS:
            self._take(defender)
        if result != Result.WIN:
            self._take(piece)

    def _take(self, piece: int) -> None:
        square = self.where[piece]
        self.at[square] = EMPTY
        self.where[piece] = NOWHERE
        self.captured.append(Capture(piece, square, self.ply))
        self._forget_looks()
        if self.rank[piece] == Rank.FLAG:
            self.outcome = Outcome(End.FLAG_CAPTURED, 1 - self.seat[piece])

    def _guess(self, turn: CardTurn, piece: int) -> None:
        """A Spotter names a card. If it is right, the card is out and it counts as an attack; if not, nothing."""
        aimed = self.at[turn.target]
        if self.rank[aimed] != turn.rank:
            self._tell(Deed("missed", 0, (turn.target,), "", "", ranks=(turn.rank,)))
            return
        self.known[aimed] |= 1
        self.quiet_since = self.ply
        self.last = Played(turn, self.to_move, piece, aimed, int(Result.WIN), None)
        self._take(aimed)

    def _look(self, turn: CardTurn, piece: int) -> None:
        me = self.to_move
        if turn.kind == "hand-look":
            ranks = tuple(sorted(self.hands[1 - me], reverse=True))
        else:
            cards = [self.at[square] for square in turn.squares]
            ranks = tuple(self.rank[card] for card in cards)
            for card in cards:
                self.known[card] |= 2 << me
        kind = "hand" if turn.kind == "hand-look" else "line"
        at = (len(self.decks[1 - me]),) if kind == "hand" else tuple(self.at[square] for square in turn.squares)
        look = Looked(self.ply, me, kind, turn.squares, ranks, at)
        # A later look that shows the same replaces the earlier one.
        self.looks = [*(looked for looked in self.looks if looked[1:] != look[1:]), look]
        self._tell(Deed(turn.kind, piece, turn.squares, "", "", 1 << me, ranks))

    def _shuffle_in(self, turn: CardTurn, piece: int) -> None:
        """All cards of the seat are shuffled and eight drawn; five of them are then laid like any others."""
        me = self.to_move
        for square in self._line(me):
            card = self.at[square]
            self.at[square] = EMPTY
            self.where[card] = NOWHERE
            if card != piece:  # that one is told of until the next turn
                self._forget(card)
        self._forget_looks(me)
        order = [int(RANK_OF_SYMBOL[symbol]) for symbol in turn.order]
        self.hands[me] = sorted(order[: self.variant.drawn])
        self.decks[me] = order[self.variant.drawn :]
        self._tell(Deed("shuffle", piece, (turn.source,), "", ""))

    def _lay_card(self, turn: CardTurn) -> None:
        me = self.to_move
        self.hands[me].remove(turn.rank)
        piece = self._lay_down(turn.rank, turn.source, me)
        public = f"+@{self.board.names[turn.source]}"
        self._tell(Deed("lay", piece, (turn.source,), turn.text, public, 1 << me, (turn.rank,)))
        self._fill_or_pass()

    def _lay_down(self, rank: int, square: int, seat: int) -> int:
        """Lays a card, unknown, under a new number, which it returns."""
        piece = self.laid
        self.laid += 1
        self.at[square] = piece
        self.where[piece], self.rank[piece], self.seat[piece], self.known[piece] = square, rank, seat, 0
        return piece

    def _forget(self, card: int) -> None:
        for kept in (self.where, self.rank, self.seat, self.known):
            del kept[card]

    def _forget_looks(self, shuffled: int = -1) -> None:
        """Drops looks that say nothing any more: at cards that are all gone from the table, or at the hand of the seat
        that has `shuffled`.
        """
        self.looks = [
            look
            for look in self.looks
            if (
                look.seat == shuffled or shuffled < 0
                if look.kind == "hand"
                else any(card in self.at for card in look.at)
            )
        ]

    def _tell(self, deed: Deed) -> None:
        assert self.last is not None
        self.last = self.last._replace(deeds=(*self.last.deeds, deed))

    def _fill_or_pass(self) -> None:
        """Gaps are filled as far as the hand goes; then the turn passes."""
        me = self.to_move
        if self.hands[me] and any(self.at[square] == EMPTY for square in self.board.homes[me]):
            self.pending = "lay"
            return
        self.pending = ""
        self.to_move = 1 - me
        if self.options.no_attack_limit is not None and self.quiet >= self.options.no_attack_limit:
            self.outcome = Outcome(End.NO_ATTACK_LIMIT)
        else:
            self._begin_turn()

    def _begin_turn(self) -> None:
        """The seat to move draws, and loses if no card of its front line can attack (RULES section 10, reading 8)."""
        me = self.to_move
        hand, deck = self.hands[me], self.decks[me]
        drawn = max(0, min(HAND - len(hand), len(deck)))
        self.hands[me] = sorted(hand + deck[:drawn])
        self.decks[me] = deck[drawn:]
        if not self._attackers() and (SHUFFLING_IS_NO_ATTACK or not self.turns()):
            self.outcome = Outcome(End.NO_LEGAL_TURN, 1 - me)

    # -- judging ----------------------------------------------------------------------------------

    def _line(self, seat: int) -> list[int]:
        return [square for square in self.board.homes[seat] if self.at[square] != EMPTY]

    def _attackers(self) -> list[int]:
        return [square for square in self._line(self.to_move) if self.rank[self.at[square]] in _ATTACKERS]

    def _all_cards(self, seat: int) -> list[str]:
        line = [self.rank[self.at[square]] for square in self._line(seat)]
        return [Rank(rank).symbol for rank in sorted(line + self.hands[seat] + self.decks[seat])]

    def _why_not(self, turn: CardTurn) -> Refusal | None:
        """Why the rules refuse `turn` now, or None."""
        if self.outcome is not None:
            return Refusal("game-over", {"kind": self.outcome.kind.value})
        if turn.kind == "lay":
            return self._why_not_lay(turn)
        if self.pending:
            return Refusal("choice-first", {"kind": self.pending})
        me = self.to_move
        names = {"source": self.board.names[turn.source], "target": self.board.names[turn.target]}
        piece = self.at[turn.source]
        if piece == EMPTY or self.seat[piece] != me:
            return Refusal("not-your-piece", names | {"empty": piece == EMPTY})
        rank = self.rank[piece]
        if turn.kind == "attack" and rank not in _ATTACKERS:
            return Refusal("immovable", names | {"rank": rank})
        if turn.kind in _DOER and rank != _DOER[turn.kind]:
            return Refusal("card", {"reason": turn.kind} | names)
        if turn.kind == "hand-look" and not self.hands[1 - me]:
            return Refusal("card", {"reason": "no-hand"} | names)
        if turn.kind == "shuffle":
            if not turn.order:
                return Refusal("order-missing")
            if sorted(turn.order) != sorted(self._all_cards(me)):
                return Refusal("shuffle", {"seat": Seat(me).slug})
        return self._why_not_aim(turn, names)

    def _why_not_aim(self, turn: CardTurn, names: dict[str, str]) -> Refusal | None:
        me = self.to_move
        line = self._line(1 - me)
        aims = turn.squares if turn.kind == "line-look" else (turn.target,) if turn.target != turn.source else ()
        for square in aims:
            if square not in line:
                return Refusal("card", {"reason": "nobody", **names, "target": self.board.names[square]})
        if turn.kind == "line-look" and not len(set(turn.squares)) == len(turn.squares) == min(2, len(line)):
            return Refusal("card", {"reason": "two", **names})
        if turn.kind in ("attack", "name") and not aims:
            return Refusal("card", {"reason": "nobody", **names})
        return None

    def _why_not_lay(self, turn: CardTurn) -> Refusal | None:
        if self.pending != "lay":
            return Refusal("no-choice", {"kind": "lay"})
        name = self.board.names[turn.source]
        if turn.source not in self.board.homes[self.to_move] or self.at[turn.source] != EMPTY:
            return Refusal("lay", {"reason": "place", "square": name})
        if turn.rank not in self.hands[self.to_move]:
            return Refusal("lay", {"reason": "hand", "square": name})
        return None

    # -- listing ----------------------------------------------------------------------------------

    def turns(self) -> list[Turn]:
        """The submissions legal now. A shuffle is listed without its order, which has yet to be drawn."""
        if self.outcome is not None:
            return []
        me, board = self.to_move, self.board
        if self.pending:
            gaps = [square for square in board.homes[me] if self.at[square] == EMPTY]
            return [_lay(board, Rank(rank), square) for rank in sorted(set(self.hands[me])) for square in gaps]
        theirs = self._line(1 - me)
        pairs = _pairs(theirs)
        result: list[Turn] = []
        for square in self._line(me):
            rank = self.rank[self.at[square]]
            if rank in _ATTACKERS:
                result += [_attack(board, square, target) for target in theirs]
            if rank == Rank.SPY and self.hands[1 - me]:
                result.append(_look_at_hand(board, square))
            if rank == Rank.SCOUT:
                result += [_look_at_line(board, square, places) for places in pairs]
            if rank == Rank.FLAG:
                result.append(_shuffle(board, square, ""))
            if rank == Rank.SPOTTER:
                ranks = sorted({*self.variant.army, Rank.SPOTTER})
                result += [_name(board, square, target, named) for target in theirs for named in ranks]
        return result

    # -- writing down -----------------------------------------------------------------------------

    def dump(self) -> dict[str, Any]:
        """The table as a JSON value. It holds every card: it never leaves the server."""
        last = self.last
        return {
            "numbers": list(self.where),
            "where": list(self.where.values()),
            "rank": list(self.rank.values()),
            "seat": list(self.seat.values()),
            "known": list(self.known.values()),
            "laid": self.laid,
            "hands": self.hands,
            "decks": self.decks,
            "captured": [list(capture) for capture in self.captured],
            "looks": [list(look) for look in self.looks],
            "last": None if last is None else [last.turn.text, *last[1:-1], [list(deed) for deed in last.deeds]],
            "outcome": None if self.outcome is None else [self.outcome.kind.value, self.outcome.winner],
            "pending": self.pending,
            "ply": self.ply,
            "quiet_since": self.quiet_since,
            "to_move": self.to_move,
        }

    @classmethod
    def load(cls, variant: Variant, options: Options, value: dict[str, Any]) -> Self:
        """The table that `dump` wrote for the same variant and options.

        Args:
            variant: the rule book, in the edition of the game.
            options: those of the game.
            value: what `dump` wrote, or the same after a journey through JSON.
        """
        table = object.__new__(cls)
        table.variant, table.options, table.board = variant, options, variant.board
        numbers = value["numbers"]
        table.where = dict(zip(numbers, value["where"], strict=True))
        table.rank = dict(zip(numbers, value["rank"], strict=True))
        table.seat = dict(zip(numbers, value["seat"], strict=True))
        table.known = dict(zip(numbers, value["known"], strict=True))
        table.laid = value["laid"]
        table.at = [EMPTY] * variant.board.size
        for piece, square in table.where.items():
            if square != NOWHERE:
                table.at[square] = piece
        table.hands = [list(hand) for hand in value["hands"]]
        table.decks = [list(deck) for deck in value["decks"]]
        table.captured = [Capture(*capture) for capture in value["captured"]]
        table.looks = [
            Looked(ply, seat, kind, tuple(squares), tuple(ranks), tuple(at))
            for ply, seat, kind, squares, ranks, at in value["looks"]
        ]
        table.noted = Marks()
        last, outcome = value["last"], value["outcome"]
        table.last = None if last is None else Played.of(variant, last)
        table.outcome = None if outcome is None else Outcome(End(outcome[0]), outcome[1])
        table.pending = value["pending"]
        table.ply = value["ply"]
        table.quiet_since = value["quiet_since"]
        table.to_move = value["to_move"]
        return table


_DOER = {"hand-look": Rank.SPY, "line-look": Rank.SCOUT, "shuffle": Rank.FLAG, "name": Rank.SPOTTER}
"""The rank of each action besides the attack."""


def _cards(variant: Variant, options: Options) -> str:
    spotters = Rank.SPOTTER.symbol if options.spotter else ""
    return "".join(rank.symbol * count for rank, count in variant.army.items()) + spotters


def _pairs(squares: list[int]) -> list[tuple[int, ...]]:
    """The two places that a Scout may look at together; the one, if there is only one."""
    if len(squares) < 2:
        return [tuple(squares)] if squares else []
    return [(square, other) for place, square in enumerate(squares) for other in squares[place + 1 :]]

"""What a viewer has been shown of a game, ply by ply: all that concerns hidden ranks.

`Seen` is computed from views alone (RULES section 9). It is immutable; the next ply makes another, sharing
what stayed the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from games.rules import LastTurn, Options, Rank, Seat, Variant, View, Viewer, variant


@dataclass(frozen=True, slots=True)
class HandLook:
    """A Spy's look at a hand.

    Args:
        ranks: what was in it.
        deck: how many cards the deck of the same seat had then.
        newest: the highest number of a card on the table by then.
        laid: how many of the seat's cards had been laid since its first look, by then.
    """

    ranks: tuple[Rank, ...]
    deck: int
    newest: int
    laid: int

    def __repr__(self) -> str:
        return f"<HandLook at {len(self.ranks)} cards>"


@dataclass(frozen=True, slots=True)
class Hand:
    """What the viewer has seen of a hand since its owner last shuffled (RULES section 8, cards).

    Args:
        looks: in order.
        lays: the cards laid from it since the first look, each with how many cards the deck had by then.
    """

    looks: tuple[HandLook, ...] = ()
    lays: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Seen:
    """What a viewer knows of a game after some plies, besides the view of that moment.

    Args:
        book, options, viewer: of the game, and its viewer.
        ply: the plies so far.
        placed: the pieces that were set up.
        gaits: by piece, how it has gone without showing its rank, as a mask.
        never: by piece, ranks that it cannot have, as a mask: a rescuer is no Scout, a card that a Spotter named in
            vain is not that one.
        entered: by piece that entered from a reserve, how many pieces of its seat had returned there before.
        returned: by seat, the ranks that returned to its reserve, in order.
        gone: the pieces that returned, each with its seat and rank.
        streaks: by seat, the piece of its last turn, and the borders that each of its last turns in a row crossed.
        trail: the last moves without attack, as source and target, up to four.
        decks: by seat, how many cards its deck had at the last ply.
        hands: by seat, what the viewer saw of its hand.
    """

    book: Variant
    options: Options
    viewer: Viewer
    ply: int
    placed: frozenset[int]
    gaits: Mapping[int, int] = field(default_factory=dict)
    never: Mapping[int, int] = field(default_factory=dict)
    entered: Mapping[int, int] = field(default_factory=dict)
    returned: tuple[tuple[Rank, ...], ...] = ()
    gone: tuple[tuple[int, Seat, Rank], ...] = ()
    streaks: tuple[tuple[int, tuple[int, ...]], ...] = ()
    trail: tuple[tuple[int, int], ...] = ()
    decks: tuple[int, ...] = ()
    hands: Mapping[Seat, Hand] = field(default_factory=dict)

    def __repr__(self) -> str:
        """Whose it is; what a seat knows is its own."""
        return f"<Seen by {self.viewer} up to ply {self.ply}>"

    @classmethod
    def first(cls, view: View, options: Options) -> Seen:
        """What a viewer knows before the first ply.

        Args:
            view: of that moment.
            options: those of the game, which are public.

        Raises:
            ValueError: the view is of a later moment.
        """
        if view.ply:
            raise ValueError("what was seen begins before the first ply")
        book = variant(view.variant, view.edition)
        return cls.of(book, view, options)

    @classmethod
    def of(cls, book: Variant, view: View, options: Options) -> Seen:
        """What is seen in the first `view`, as `first` has it, for a rule book that is given."""
        return cls(
            book,
            options,
            view.viewer,
            view.ply,
            frozenset(piece.id for piece in view.pieces),
            returned=((),) * len(book.seats),
            streaks=((0, ()),) * len(book.seats),
            decks=_decks(view),
        )

    def after(self, view: View) -> Seen:
        """What the viewer knows after the next ply.

        Args:
            view: the same viewer's, once the choices of that ply are made.

        Raises:
            ValueError: it is another ply's, or another viewer's.
        """
        last = view.last
        if view.ply != self.ply + 1 or view.viewer is not self.viewer or last is None:
            raise ValueError(f"ply {self.ply} of {self.viewer} is followed by another view")
        seen = replace(self, ply=view.ply, decks=_decks(view))
        seen = self._with_cards(seen, view, last) if self.book.deals else seen._with_move(last)
        attacker = None if last.attack is None else last.attack.attacker
        if self.book.cannon_returns and attacker is not None and attacker.rank is Rank.CANNON:
            seen = seen._with_return(attacker.id, last.seat, Rank.CANNON)
        for part in last.parts:
            piece = part.piece
            if part.kind == "entry" and piece is not None:
                epoch = len(seen.returned[last.seat])
                seen = replace(seen, entered={**seen.entered, piece.id: epoch})
            elif part.kind == "rescue":
                # A Scout rescues nobody. A hidden piece that went two squares to do so is a Captain.
                seen = replace(seen, trail=())._without(last.piece, Rank.SCOUT)
        return seen

    def _without(self, piece: int, rank: Rank) -> Seen:
        mask = self.never.get(piece, 0) | 1 << rank
        return self if mask == self.never.get(piece) else replace(self, never={**self.never, piece: mask})

    def _with_return(self, piece: int, seat: Seat, rank: Rank) -> Seen:
        returned = [*self.returned]
        returned[seat] = (*returned[seat], rank)
        return replace(self, returned=tuple(returned), gone=(*self.gone, (piece, seat, rank)))

    # -- moves ------------------------------------------------------------------------------------

    def _with_move(self, last: LastTurn) -> Seen:
        streaks = [*self.streaks]
        if len(last.path) < 2:  # an entry alone breaks the row (RULES section 4)
            streaks[last.seat] = (0, ())
            return replace(self, streaks=tuple(streaks), trail=())
        board = self.book.board
        turn = board.turn("-".join(board.names[square] for square in last.path))
        before = streaks[last.seat]
        borders = before[1][1 - self.book.two_squares :] if before[0] == last.piece else ()
        streaks[last.seat] = (last.piece, (*borders, turn.borders))
        if last.attack is not None:
            return replace(self, streaks=tuple(streaks), trail=())
        gaits, known = self.gaits, self.gaits.get(last.piece, 0)
        if turn.gait & ~known:
            gaits = {**gaits, last.piece: known | turn.gait}
        trail = (*self.trail[-3:], (turn.source, turn.target))
        return replace(self, gaits=gaits, streaks=tuple(streaks), trail=trail)

    def crossed(self, seat: Seat, piece: int) -> int:
        """The borders that `piece` may not cross in the next turn of its seat (RULES section 4), as a mask."""
        last, borders = self.streaks[seat]
        if last != piece or len(borders) < self.book.two_squares:
            return 0
        common = -1
        for border in borders:
            common &= border
        return common

    @property
    def chased(self) -> int:
        """The squares on which the next move without attack may not end (RULES section 6), as a mask."""
        if not self.book.chase_limit or len(self.trail) < 4:
            return 0
        near = self.book.board.near
        first, flight, second, turn = self.trail
        fled = flight[1] == turn[0] and near[first[1]] >> flight[0] & 1 and near[second[1]] >> turn[0] & 1
        return near[turn[1]] if fled else 0

    # -- cards ------------------------------------------------------------------------------------

    def _with_cards(self, seen: Seen, view: View, last: LastTurn) -> Seen:
        """What a ply of a card game says; `self` is what was seen before it."""
        hands = dict(seen.hands)
        for part in last.parts:
            hand = hands.get(last.seat)
            if part.kind == "shuffle":
                hands.pop(last.seat, None)
            elif part.kind == "lay" and part.piece is not None and hand is not None:
                lays = (*hand.lays, (part.piece.id, self.decks[last.seat]))
                hands[last.seat] = replace(hand, lays=lays)
            elif part.kind == "hand-look" and part.ranks is not None:
                looked = Seat(1 - last.seat)
                hand = hands.get(looked, Hand())
                newest = max((card.id for card in (*view.pieces, *view.captured) if card.seat is looked), default=0)
                look = HandLook(part.ranks, self.decks[looked], newest, len(hand.lays))
                hands[looked] = replace(hand, looks=(*hand.looks, look))
            elif part.kind == "missed" and part.ranks is not None:
                aimed = [card.id for card in view.pieces if card.square == part.squares[0]]
                seen = seen._without(aimed[0], part.ranks[0])
        return replace(seen, hands=hands)


def _decks(view: View) -> tuple[int, ...]:
    return tuple(holding.count for holding in view.holdings if holding.kind == "deck")

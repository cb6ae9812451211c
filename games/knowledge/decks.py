"""Orders of decks that fit what a viewer saw of a card game: which cards were laid, which a look at a hand showed, and
how many had been drawn by then (RULES section 8, cards).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from games.rules import Options, Rank, Seat, Variant, View

Below = Callable[[int], int]
"""Draws a whole number from 0 on, below the one that it is given, each as likely as any other."""

Orders = Mapping[tuple[Seat, int], str]
"""By seat and ply, 0 for the deal, the order of a shuffle, the top card first."""


def orders_of(
    views: Sequence[View], ranks: Mapping[int, Rank], book: Variant, options: Options, below: Below
) -> Orders:
    """Draws orders for the decks of all seats at the deal, and for the shuffles in the game.

    Args:
        views: a viewer's, from before the first ply on, one a ply.
        ranks: of every card that ever lay on the table, by number.
        book, options: of the game: they say which cards there are.
        below: chance.

    Raises:
        ValueError: the ranks are not those of cards that the viewer can have seen so.
    """
    cards = Counter(book.army) + Counter({Rank.SPOTTER: int(options.spotter)})
    orders: dict[tuple[Seat, int], str] = {}
    for seat in book.seats:
        deck = _Deck(cards, book.drawn, below)
        begun = 0
        for before, view in zip([views[0], *views], views, strict=False):
            last = view.last
            if last is None:
                for piece in view.pieces:
                    if piece.seat is seat:
                        deck.lay(ranks[piece.id])
            elif last.seat is seat:
                deck.draw(_undrawn(before, seat))
                for part in last.parts:
                    if part.kind == "shuffle":
                        orders[seat, begun] = deck.order()
                        captured = Counter(ranks[piece.id] for piece in view.captured if piece.seat is seat)
                        deck, begun = _Deck(cards - captured, book.drawn, below), view.ply
                    elif part.kind == "lay" and part.piece is not None:
                        deck.lay(ranks[part.piece.id])
            else:
                for part in last.parts:
                    if part.kind == "hand-look" and part.ranks is not None:
                        deck.draw(_undrawn(before, seat))
                        deck.look(Counter(part.ranks))
            if view.viewer.seat is seat:
                deck.draw(_undrawn(view, seat))
                deck.look(_own_hand(view, seat))
        orders[seat, begun] = deck.order()
    return orders


def _undrawn(view: View, seat: Seat) -> int:
    return next(holding.count for holding in view.holdings if holding.seat is seat and holding.kind == "deck")


def _own_hand(view: View, seat: Seat) -> Counter[Rank]:
    (ranks,) = (holding.ranks for holding in view.holdings if holding.seat is seat and holding.kind == "hand")
    return Counter(dict(ranks or ()))


class _Deck:
    """The cards of a seat since a shuffle, whose order is being found.

    A card that was laid is among those drawn by then; so is what a look at the hand showed, and nothing else was: up to
    there it is settled which cards were drawn. Where a laid card lies among them is drawn by lot, those that must come
    first before others, and then the rest: so no order is likelier than another that has the same cards at such places.

    Args:
        cards: all of them, by rank.
        drawn: how many are drawn at once.
        below: chance.
    """

    def __init__(self, cards: Counter[Rank], drawn: int, below: Below) -> None:
        self._cards, self._below = cards, below
        self._order: list[Rank | None] = [None] * cards.total()
        self._drawn = min(drawn, len(self._order))
        self._settled = 0
        self._hand: Counter[Rank] = Counter()  # what is left of the hand that was last looked at
        self._laid: list[tuple[Rank, int]] = []  # drawn since, with how many had been drawn when it was laid

    def draw(self, undrawn: int) -> None:
        """So many cards are left."""
        self._drawn = len(self._order) - undrawn

    def lay(self, rank: Rank) -> None:
        """A card is laid from the hand."""
        if self._hand[rank]:
            self._hand[rank] -= 1
        else:
            self._laid.append((rank, self._drawn))

    def look(self, hand: Counter[Rank]) -> None:
        self._settle(self._drawn, hand - self._hand)
        self._hand = Counter(hand)

    def order(self) -> str:
        """All of it, the top card first."""
        placed = Counter(rank for rank in self._order if rank is not None)
        self._settle(len(self._order), self._cards - placed - Counter(rank for rank, _by in self._laid))
        return "".join(rank.symbol for rank in self._order if rank is not None)

    def _settle(self, end: int, rest: Counter[Rank]) -> None:
        """Places the cards up to a place: those laid since, and the rest."""
        free = list(range(self._settled, end))
        for rank, drawn in self._laid:  # in the order in which they were laid
            place = free[self._below(sum(number < drawn for number in free))]
            free.remove(place)
            self._order[place] = rank
        left = sorted(rest.elements())
        if len(left) != len(free):
            raise ValueError("the cards that were seen do not fit")
        for place in free:
            self._order[place] = left.pop(self._below(len(left)))
        self._settled, self._laid = end, []

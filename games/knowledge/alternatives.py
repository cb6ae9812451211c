"""A retold game: as it may have been, by what one viewer saw of it.

What was public of each submission stays as it was. Whatever the viewer did not see is taken from a world that is drawn:
the set-ups, the ranks that entered or were laid, the orders of decks; a claim that the viewer did not see was not
made. So the result depends only on the viewer's views and on chance.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from games.rules import Options, Rank, Seat, Variant, View
from games.rules.squares import SQUARE_NAME

from .decks import Below, Orders, orders_of
from .numbered_worlds import numbered_world
from .seen import Seen
from .worlds import known_at

_COMING = re.compile(rf"\+[FS2-9MBCP]@(?P<square>{SQUARE_NAME})")
_CLAIM = re.compile(rf"\?{SQUARE_NAME}$")
_COMES = frozenset({"entry", "lay"})
_ORDER = re.compile(r"!.*$")


@dataclass(frozen=True, slots=True, repr=False)
class Retold:
    """A possible game. All of it is secret, like the game itself.

    Args:
        setups: for each seat a character a home square.
        orders: for each seat its shuffled deck, the top card first, if the rule book deals.
        plies: for each ply its submissions.
    """

    setups: Mapping[Seat, str]
    orders: Mapping[Seat, str]
    plies: tuple[tuple[str, ...], ...]

    def __repr__(self) -> str:
        return f"<Retold {len(self.plies)} plies>"


def retold(
    views: Sequence[View],
    plies: Sequence[Sequence[str]],
    options: Options,
    below: Below,
    book: Variant | None = None,
) -> Retold:
    """Retells a game as its viewer saw it, in a random one of all worlds that look the same.

    Each world of the last ply is equally likely (`known_at` counts them). At cards hands and decks are no part of a
    world: they are dealt at random so that all fits which the viewer saw of them.

    Args:
        views: a seat's, from before the first ply on, one a ply.
        plies: the submissions of each ply; only their public parts are used.
        options: those of the game.
        below: chance.
        book: the rule book, if it is not one of `games.rules.VARIANTS`.

    Raises:
        ValueError: a ply is left out, or the viewer changes.
    """
    first = views[0]
    seens = [Seen.first(first, options) if book is None else Seen.of(book, first, options)]
    for view in views[1:]:
        seens.append(seens[-1].after(view))
    ranks = _known(seens[-1], views)
    for seen, view, following in zip(seens, views, views[1:], strict=False):
        if _shuffles(following):  # that front line is not seen again
            known = _with_shuffler(view, following)
            world = numbered_world(seen, known, below(known_at(seen, known).worlds))
            ranks |= {
                piece.id: world[piece.id] for piece in view.pieces if piece.seat is view.to_move and piece.id in world
            }
    ranks |= numbered_world(seens[-1], views[-1], below(known_at(seens[-1], views[-1]).worlds))
    rules = seens[0].book
    orders = orders_of(views, ranks, rules, options, below) if rules.deals else {}
    return Retold(
        setups={seat: _placement(rules, first, seat, ranks) for seat in rules.seats},
        orders={seat: order for (seat, ply), order in orders.items() if not ply},
        plies=tuple(
            tuple(_submission(rules, text, view, ranks, orders) for text in texts)
            for view, texts in zip(views[1:], plies, strict=True)
        ),
    )


def _known(seen: Seen, views: Sequence[View]) -> dict[int, Rank]:
    """The ranks of all pieces that the viewer knew at one time or another, by number."""
    ranks = {piece: rank for piece, _seat, rank in seen.gone}
    for view in views:
        ranks |= {piece.id: piece.rank for piece in (*view.pieces, *view.captured) if piece.rank is not None}
        if view.last is not None and view.last.revealed is not None:
            ranks[view.last.piece] = view.last.revealed
    return ranks


def _shuffles(view: View) -> bool:
    return view.last is not None and any(part.kind == "shuffle" for part in view.last.parts)


def _with_shuffler(view: View, following: View) -> View:
    """The view before a shuffle, of a viewer who does not know which card shuffles: it is shown only as it leaves."""
    assert following.last is not None
    card, rank = following.last.piece, following.last.revealed
    return replace(
        view, pieces=tuple(piece._replace(rank=rank) if piece.id == card else piece for piece in view.pieces)
    )


def _placement(book: Variant, view: View, seat: Seat, ranks: Mapping[int, Rank]) -> str:
    there = {piece.square: ranks[piece.id].symbol for piece in view.pieces if piece.seat is seat}
    return "".join(there.get(square, ".") for square in book.board.homes[seat])


def _submission(book: Variant, text: str, view: View, ranks: Mapping[int, Rank], orders: Orders) -> str:
    """A submission as it was in the world of these ranks and orders.

    Args:
        book: the rule book.
        text: as it is in the log.
        view: of its ply, as the viewer saw it.
        ranks: of every piece, by number.
        orders: at cards, by seat and ply, those of shuffles.
    """
    last = view.last
    assert last is not None
    if (last.seat, view.ply) in orders:
        text = _ORDER.sub("!" + orders[last.seat, view.ply], text)
    if not book.deals and all(part.kind != "claim" for part in last.parts):
        text = _CLAIM.sub("", text)
    coming = _COMING.search(text)
    if coming is None:
        return text
    square = book.board.square(coming["square"])
    came = {part.squares[-1]: part.piece.id for part in last.parts if part.piece and part.kind in _COMES}
    return text[: coming.start() + 1] + ranks[came[square]].symbol + text[coming.start() + 2 :]

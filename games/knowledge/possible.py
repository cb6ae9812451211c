"""What the hidden pieces of one seat may be, and in how many ways together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod

from games.rules import End, PieceView, Rank, Reserve, Seat, View
from games.rules.turn import GAIT_NONE

from .seen import Hand, Seen
from .standstill import ALL_RANKS
from .world_counts import JointBound, Suit, Surplus, WorldCount, tally

PLACED = -1
NO_HAND = Hand()

RankCounts = Mapping[Rank, int]


@dataclass(frozen=True, slots=True)
class Army:
    """Hidden pieces that share what is left of an army.

    Args:
        pieces: by number, the ranks that each may have, as a mask.
        epochs: of those that entered, how many pieces had returned to the reserve before; of others `PLACED`.
        left: what they may be given: each rank with how many at least and at most.
        ladder: for a rank that returned to the reserve and each epoch, how many of the pieces placed or entered by the
            end of it may have that rank.
        hand: what was seen of the hand that they came from, at cards.
        shown: by card that was laid from it and is known, its rank.
        told: by rank and look at that hand, how many cards were known by now that were laid or captured by then.
        full: at cards, how many cards of each rank there are.
    """

    pieces: Mapping[int, int]
    epochs: Mapping[int, int]
    left: tuple[tuple[Rank, int, int], ...]
    ladder: Mapping[Rank, tuple[int, ...]]
    hand: Hand = NO_HAND
    shown: Mapping[int, Rank] | None = None
    full: Mapping[Rank, int] | None = None

    def __repr__(self) -> str:
        return f"<Army of {len(self.pieces)} hidden pieces>"


def armies_of(seen: Seen, view: View, seat: Seat) -> tuple[Army, ...]:
    """The hidden pieces of a seat, by the army that they come from; empty if none is hidden.

    Args:
        seen: what the viewer knows up to this ply.
        view: of this ply.
        seat: whose pieces.
    """
    hidden = [piece for piece in view.pieces if piece.seat is seat and piece.rank is None]
    if not hidden:
        return ()
    known = {
        piece.id: piece.rank
        for piece in (*view.captured, *view.pieces)
        if piece.seat is seat and piece.rank is not None
    }
    known |= {piece: rank for piece, owner, rank in seen.gone if owner is seat}
    masks = {piece.id: _possible(seen, piece.id) for piece in hidden}
    for claim in view.claims:
        if claim.named in masks:
            masks[claim.named] &= ~(1 << Rank.FLAG)
    _take_united(seen, view, seat, hidden, masks)
    if seen.book.deals:
        return (_cards(seen, seat, masks, known),)
    if seen.book.reserve is Reserve.SECOND_ARMY:
        return tuple(army for army in _two_armies(seen, masks, known) if army.pieces)
    return (_one_army(seen, seat, masks, known),)


def _possible(seen: Seen, piece: int) -> int:
    """The ranks that a piece may have by what it has done, as a mask."""
    gaits, never = seen.gaits.get(piece, GAIT_NONE), seen.never.get(piece, 0)
    if not gaits:
        return ALL_RANKS & ~never
    goes = seen.book.gaits
    return sum(1 << rank for rank in Rank if not gaits & ~goes.get(rank, GAIT_NONE) and not never >> rank & 1)


def _take_united(seen: Seen, view: View, seat: Seat, hidden: list[PieceView], masks: dict[int, int]) -> None:
    """Flags that united without being shown: the piece that moved is one, the other is next to it."""
    last = view.last
    if view.outcome is None or view.outcome.kind is not End.FLAGS_UNITED or last is None:
        return
    near = seen.book.board.near[last.path[-1]]
    for piece in hidden:
        flag = piece.id == last.piece if seat is last.seat else bool(near >> piece.square & 1)
        if seat is last.seat:
            masks[piece.id] &= 1 << Rank.FLAG if flag else ~(1 << Rank.FLAG)
        elif seat == last.seat ^ 2 and not flag:
            masks[piece.id] &= ~(1 << Rank.FLAG)


def _one_army(seen: Seen, seat: Seat, masks: Mapping[int, int], known: Mapping[int, Rank]) -> Army:
    returned = seen.returned[seat]
    full = {rank: seen.book.army.get(rank, 0) for rank in Rank}
    there = _counts(known.values())
    left = tuple(
        (rank, int(rank is Rank.FLAG and full[rank] > there[rank]), full[rank] + returned.count(rank) - there[rank])
        for rank in Rank
    )
    epochs = {piece: seen.entered.get(piece, PLACED) for piece in masks}
    # What is in a reserve is no Flag: the Flag is among the pieces that are set up.
    pieces = {piece: mask if epochs[piece] == PLACED else mask & ~(1 << Rank.FLAG) for piece, mask in masks.items()}
    ladder = {
        rank: tuple(
            full[rank] + returned[:epoch].count(rank) - _known_by(seen, known, rank, epoch)
            for epoch in range(len(returned) + 1)
        )
        for rank in dict.fromkeys(returned)
    }
    return Army(pieces, epochs, left, ladder)


def _known_by(seen: Seen, known: Mapping[int, Rank], rank: Rank, epoch: int) -> int:
    return sum(item is rank and seen.entered.get(piece, PLACED) <= epoch for piece, item in known.items())


def _two_armies(seen: Seen, masks: Mapping[int, int], known: Mapping[int, Rank]) -> Iterator[Army]:
    """The army that was set up, and the one that enters, its Flag first and shown."""
    for entered in (False, True):
        pieces = {piece: mask for piece, mask in masks.items() if (piece in seen.entered) is entered}
        there = _counts(rank for piece, rank in known.items() if (piece in seen.entered) is entered)
        left = tuple(
            (
                rank,
                int(not entered and rank is Rank.FLAG and count > there[rank]),
                count - there[rank] if not (entered and rank is Rank.FLAG and seen.book.flag_first) else 0,
            )
            for rank, count in seen.book.army.items()
        )
        yield Army(pieces, dict.fromkeys(pieces, PLACED), left, {})


def _cards(seen: Seen, seat: Seat, masks: Mapping[int, int], known: Mapping[int, Rank]) -> Army:
    """Cards that lie face down: any of those that are neither captured nor known on the table."""
    full = {rank: seen.book.army.get(rank, 0) for rank in Rank}
    full[Rank.SPOTTER] += seen.options.spotter
    there = _counts(known.values())
    left = tuple((rank, 0, full[rank] - there[rank]) for rank in Rank)
    hand = seen.hands.get(seat, Hand())
    return Army(masks, dict.fromkeys(masks, PLACED), left, {}, hand, known, full)


def _counts(ranks: object) -> dict[Rank, int]:
    counts = dict.fromkeys(Rank, 0)
    for rank in ranks:  # type: ignore[attr-defined]
        counts[rank] += 1
    return counts


# -- counting -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, repr=False)
class Ways:
    """In how many ways hidden pieces may have their ranks, and in how many a piece has each.

    Args:
        worlds: how many in all.
        classes: by piece, the number of its class; pieces of one class share their knowledge.
        ranks: by class, each rank with the ways in which a piece of it has that rank.
    """

    worlds: int
    classes: Mapping[int, int]
    ranks: tuple[RankCounts, ...]

    def of_piece(self, piece: int) -> RankCounts:
        """The possible ranks of a piece; nothing if no world is possible."""
        return self.ranks[self.classes[piece]] if self.ranks else {}


def ways_of(armies: Sequence[Army], within: Mapping[int, int] | None = None) -> Ways:
    """In how many ways the hidden pieces of several armies may have their ranks.

    Args:
        armies: those of one seat.
        within: by piece, the ranks that it may have besides, as a mask; None for no further condition.
    """
    parts = [_ways_of_army(army, within) for army in armies]
    if len(parts) == 1:
        return parts[0]
    worlds = prod(part.worlds for part in parts)
    classes: dict[int, int] = {}
    ranks: list[RankCounts] = []
    for part in parts if worlds else ():
        classes |= {piece: len(ranks) + number for piece, number in part.classes.items()}
        others = worlds // part.worlds
        ranks += [{rank: number * others for rank, number in numbers.items()} for numbers in part.ranks]
    return Ways(worlds, classes, tuple(ranks))


def _ways_of_army(army: Army, within: Mapping[int, int] | None) -> Ways:
    kinds: dict[tuple[int, ...], list[int]] = {}
    offered = sum(1 << rank for rank, _least, most in army.left if most > 0)
    for piece, mask in army.pieces.items():
        ranks = mask & offered & (ALL_RANKS if within is None else within[piece])
        if not ranks:
            return Ways(0, {}, ())
        # With looks at a hand each card is a separate class: the time of laying counts.
        alone = (piece,) if army.hand.looks else ()
        kinds.setdefault((ranks, army.epochs[piece], *alone), []).append(piece)
    ordered = sorted(kinds)
    members = [kinds[kind] for kind in ordered]
    count = _tally(army, ordered, members)
    classes = {piece: place for place, pieces in enumerate(members) for piece in pieces}
    return Ways(count.worlds, classes, count.ranks)


def _tally(army: Army, kinds: list[tuple[int, ...]], members: list[list[int]]) -> WorldCount:
    by_classes: dict[tuple[int, ...], list[tuple[Rank, int, int]]] = {}
    suits = []
    surpluses: tuple[int, ...] = ()
    for rank, least, most in army.left:
        classes = tuple(place for place, kind in enumerate(kinds) if kind[0] >> rank & 1)
        if most <= 0 and least <= 0 and not army.hand.looks:
            continue
        if army.hand.looks:
            place_of = {piece: place for place, pieces in enumerate(members) for piece in pieces}
            limits, surplus, surpluses = _from_hand(army, rank, place_of)
            if classes or any(limit.least > 0 for limit in limits) or any(item.base > 0 for item in surplus):
                suits.append(Suit(((rank, least, most),), classes, limits, surplus))
        elif rank in army.ladder:
            suits.append(Suit(((rank, least, most),), classes, _ladder(army.ladder[rank], kinds)))
        else:
            by_classes.setdefault(classes, []).append((rank, least, most))
    suits += [Suit(tuple(bounds), classes) for classes, bounds in by_classes.items()]
    return tally(tuple(map(len, members)), tuple(suits), surpluses)


def _ladder(bounds: tuple[int, ...], kinds: list[tuple[int, ...]]) -> tuple[JointBound, ...]:
    return tuple(
        JointBound(tuple(place for place, kind in enumerate(kinds) if kind[1] <= epoch), 0, most)
        for epoch, most in enumerate(bounds)
    )


def _from_hand(
    army: Army, rank: Rank, place_of: Mapping[int, int]
) -> tuple[tuple[JointBound, ...], tuple[Surplus, ...], tuple[int, ...]]:
    """What the looks at a hand say of one rank.

    A card laid was in the hand, or was drawn since. So of the cards laid after a look, by each moment, no more were
    not among those seen than had been drawn; what a hand held and holds no more was laid; and what it held was not on
    the table.

    Returns:
        Limits, surpluses, and what all surpluses together may come to.
    """
    looks, lays, shown = army.hand.looks, army.hand.lays, army.shown or {}
    assert army.full is not None
    limits, surplus, most = [], [], []
    for place, look in enumerate(looks):
        there = tuple(place_of[card] for card in army.pieces if card <= look.newest)
        known = sum(item is rank for card, item in shown.items() if card <= look.newest)
        held = look.ranks.count(rank)
        limits.append(JointBound(there, 0, army.full[rank] - held - known))
        end = looks[place + 1].laid if place + 1 < len(looks) else len(lays)
        laid: list[int] = []
        known = 0
        for card, deck in lays[look.laid : end]:
            if card in place_of:
                laid.append(place_of[card])
            else:
                known += shown[card] is rank
            surplus.append(Surplus(tuple(laid), known - held))
            most.append(look.deck - deck)
        if place + 1 < len(looks):
            gone = held - looks[place + 1].ranks.count(rank) - known
            limits.append(JointBound(tuple(laid), max(gone, 0), len(army.pieces)))
            drawn = look.deck - looks[place + 1].deck
            # The cards that one look shows and the one before did not were drawn between them.
            surplus.append(Surplus(tuple(laid), known + looks[place + 1].ranks.count(rank) - held))
            most.append(drawn)
    return tuple(limits), tuple(surplus), tuple(most)

"""Chance in games: decks are shuffled from one seed a game, committed when the game is made and opened at its reveal
(RULES section 8, cards; docs/verifying.md).

Nothing here draws the seed or writes an event; `commands` does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from eventlog.sources import commit
from games.domain.events import CardsDealt, GameEvent, TurnPlayed
from games.domain.state import GameFold, order_in
from games.rules import (
    RANK_OF_SYMBOL,
    Illegal,
    Options,
    Rank,
    Refusal,
    Seat,
    Turn,
    Variant,
    shuffle_label,
    shuffled,
    to_shuffle,
    with_order,
)


def deck(variant: Variant, options: Options) -> str:
    """The cards of a seat, a character each, before any shuffle."""
    spotters = Rank.SPOTTER.symbol if options.spotter else ""
    return "".join(rank.symbol * count for rank, count in variant.army.items()) + spotters


def deal(variant: Variant, options: Options, seed: bytes) -> dict[str, str]:
    """For each seat's slug the order of its deck at the start, the top card first, as `seed` gives it.

    Args:
        variant, options: what says which cards there are.
        seed: 32 random bytes of the game. Secret until it is revealed.
    """
    cards = deck(variant, options)
    return {seat.slug: shuffled(seed, shuffle_label(seat.slug, 0), cards) for seat in variant.seats}


def drawn(now: GameFold, seat: Seat) -> str:
    """The cards that a seat has drawn and chooses its set-up from, a character a card, lowest rank first; empty once
    play has begun, and where nothing is dealt. For that seat alone.
    """
    return "".join(sorted(now.decks.get(seat, "")[: now.variant.drawn], key=RANK_OF_SYMBOL.__getitem__))


def check_choice(now: GameFold, seat: Seat, placement: str) -> None:
    """Checks that a set-up is chosen from the cards that the seat has drawn (RULES section 8, cards).

    Args:
        now: the game, whose cards are dealt.
        seat: who chooses.
        placement: a character a home square.

    Raises:
        Illegal: `set-up`, with `not-drawn` and a card that was not.
    """
    surplus = Counter(placement) - Counter(drawn(now, seat))
    if surplus:
        raise Illegal(Refusal("set-up", {"reason": "not-drawn", "seat": seat.slug, "symbol": min(surplus)}))


def complete(now: GameFold, turn: Turn) -> Turn:
    """`turn` with the order that the game's seed gives, if it is one that shuffles; otherwise as it is.

    Raises:
        ValueError: the game has no seed, because it comes from a record.
    """
    assert now.state is not None
    cards = to_shuffle(now.state, turn)
    if cards is None:
        return turn
    if now.seed is None:
        raise ValueError("an imported game has no seed to shuffle by")
    seat = now.state.to_move
    label = shuffle_label(seat.slug, now.shuffles[now.variant.seats.index(seat)] + 1)
    return with_order(now.state, turn, shuffled(bytes.fromhex(now.seed), label, cards))


def commitment_of_seed(dealt: CardsDealt) -> str | None:
    """The commitment to the seed: SHA-256 over the nonce's bytes and the seed in hex, as hex; None without a seed."""
    return None if dealt.seed is None else commit(bytes.fromhex(dealt.nonce), dealt.seed)


@dataclass(frozen=True, slots=True)
class Shuffle:
    """One shuffle of a game, as the log has it.

    Args:
        ply: plies played before it.
        label: its label (`games.rules.shuffle_label`).
        order: the top card first. Secret until the reveal.
        computed: the order that the seed gives, or None without a seed, and where it comes from the game from which
            this one is played on. Secret.
        version: of the event that holds it.
    """

    ply: int
    seat: Seat
    label: str
    order: str = field(repr=False)
    computed: str | None = field(repr=False)
    version: int

    @property
    def fair(self) -> bool | None:
        """Whether it is the order that the seed gives; None if it need not be."""
        return None if self.computed is None else self.order == self.computed


def shuffles_of(
    variant: Variant, events: Iterable[tuple[int, GameEvent]], since: int | None = None
) -> Iterator[Shuffle]:
    """The shuffles among a game's events, each with its version, recomputed from the seed.

    Args:
        variant: the rule book.
        events: the game's, with their versions.
        since: of a game that is played on from another one, how many plies it has from there (`origin_ply`): the orders
            up to there are that game's, and do not follow from the seed.
    """
    seats = variant.seats
    seed: bytes | None = None
    numbers: dict[Seat, int] = dict.fromkeys(seats, 0)
    ply = 0

    def shuffle(seat: Seat, order: str, version: int, *, follows: bool) -> Shuffle:
        label = shuffle_label(seat.slug, numbers[seat])
        numbers[seat] += 1
        # The cards are sorted before they are shuffled, so the order shows which cards they were.
        computed = None if seed is None or not follows else shuffled(seed, label, order)
        return Shuffle(ply, seat, label, order, computed, version)

    for version, event in events:
        if isinstance(event, CardsDealt):
            seed = None if event.seed is None else bytes.fromhex(event.seed)
            for seat in seats:
                yield shuffle(seat, event.orders[seat.slug], version, follows=since is None)
        elif isinstance(event, TurnPlayed):
            if order := order_in(event.turn):
                yield shuffle(seats[ply % len(seats)], order, version, follows=since is None or ply >= since)
            ply += 1

"""Shuffles that can be checked afterwards: an order follows from a seed that was committed before the game (RULES
section 8, cards; docs/verifying.md).

The engine draws nothing. The service draws one seed a game, publishes its commitment at the start, and opens it at
the reveal; anybody can then work out every order with `shuffled`.
"""

from __future__ import annotations

from hashlib import sha256

from .pieces import RANK_OF_SYMBOL

SEED_BYTES = 32


def shuffle_label(seat: str, number: int) -> str:
    """The label of a shuffle within its game.

    Args:
        seat: slug of the seat whose cards are shuffled.
        number: 0 for the deal, 1 for that seat's first shuffle in play, and so on.

    >>> shuffle_label("red", 0)
    'red-0'
    """
    return f"{seat}-{number}"


def shuffled(seed: bytes, label: str, cards: str) -> str:
    """The order of `cards` that `seed` gives: a Fisher–Yates shuffle over a stream of SHA-256 blocks.

    The cards are first sorted by rank, lowest first, so that the order they came in does not matter. For each place
    from the last to the second, a place up to and including it is drawn and the two cards change places. A place is
    drawn from the next four bytes of the stream, read as a big-endian number: numbers from the largest multiple of
    the count of places on are skipped, so that every place is equally likely, and the rest is taken modulo that
    count. Block k of the stream is the SHA-256 of seed, label as ASCII, and k in eight bytes, k from 0.

    Args:
        seed: 32 bytes.
        label: see `shuffle_label`.
        cards: a character a card.

    Raises:
        ValueError: the seed has another length.

    >>> shuffled(bytes(32), "red-0", "FS23456789MB")
    '895237MB6SF4'
    """
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
    order = sorted(cards, key=lambda symbol: RANK_OF_SYMBOL[symbol])
    block, place = 0, 0
    stream = b""
    for last in range(len(order) - 1, 0, -1):
        count = last + 1
        while True:
            if place + 4 > len(stream):
                stream = sha256(seed + label.encode("ascii") + block.to_bytes(8, "big")).digest()
                block, place = block + 1, 0
            drawn = int.from_bytes(stream[place : place + 4], "big")
            place += 4
            if drawn < (1 << 32) // count * count:
                break
        chosen = drawn % count
        order[last], order[chosen] = order[chosen], order[last]
    return "".join(order)

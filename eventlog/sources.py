"""Where time, chance and commitments come from: three things a test has to be able to hold still.

Everything in the log and the domain that draws a random number, reads the clock or commits to a secret does it through
`SOURCES`. `injected` puts other sources in its place for a test.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

SALT_BYTES = 32
NONCE_BYTES = 32
SEED_BYTES = 32


def commitment(salt: bytes, placement: str) -> str:
    """Return the commitment to a set-up: SHA-256 over the salt's bytes and then the placement in UTF-8, as hex.

    Args:
        salt: 32 random bytes, kept secret until the reveal.
        placement: one character a home square.
    """
    return hashlib.sha256(salt + placement.encode()).hexdigest()


@dataclass(slots=True)
class Sources:
    """The sources in force.

    Attributes:
        random: gives that many random bytes.
        commit: `commitment`, or a test's stand-in.
        clock: `None` for the clock of the database, else a function that gives an aware time.
        seed: `None` to draw seeds at random, else a function that gives the seed of a game's shuffles.
    """

    random: Callable[[int], bytes] = secrets.token_bytes
    commit: Callable[[bytes, str], str] = commitment
    clock: Callable[[], datetime] | None = None
    seed: Callable[[], bytes] | None = None


SOURCES = Sources()


def random_bytes(count: int) -> bytes:
    return SOURCES.random(count)


def random_below(count: int) -> int:
    """Draw a whole number from 0 on, below `count`, each as likely as any other."""
    bits = (count - 1).bit_length()
    size = (bits + 7) // 8
    while True:
        number = int.from_bytes(SOURCES.random(size), "big") >> (8 * size - bits)
        if number < count:
            return number


def new_id() -> UUID:
    """Draw a random id (UUID version 4) for a stream or a row."""
    return UUID(bytes=SOURCES.random(16), version=4)


def new_nonce() -> str:
    """Draw 32 random bytes as hexadecimal."""
    return SOURCES.random(NONCE_BYTES).hex()


def new_salt() -> bytes:
    """Draw the 32 random bytes that salt a commitment."""
    return SOURCES.random(SALT_BYTES)


def new_seed() -> bytes:
    """Draw the 32 random bytes that all shuffles of a game follow from."""
    return SOURCES.random(SEED_BYTES) if SOURCES.seed is None else SOURCES.seed()


def commit(salt: bytes, placement: str) -> str:
    """Commit to a placement by the function in force, see `commitment`."""
    return SOURCES.commit(salt, placement)


@contextmanager
def injected(
    *,
    random: Callable[[int], bytes] | None = None,
    commit: Callable[[bytes, str], str] | None = None,
    clock: Callable[[], datetime] | None = None,
    seed: Callable[[], bytes] | None = None,
) -> Iterator[Sources]:
    """Use other sources inside the `with` block; those not given stay as they are. For tests; not thread-safe.

    Args:
        random: gives so many random bytes.
        commit: gives the hash that a salt and a text are committed by.
        clock: gives the time now, aware.
        seed: gives the seed of a game that deals.
    """
    before = SOURCES.random, SOURCES.commit, SOURCES.clock, SOURCES.seed
    SOURCES.random, SOURCES.commit = random or before[0], commit or before[1]
    SOURCES.clock, SOURCES.seed = clock or before[2], seed or before[3]
    try:
        yield SOURCES
    finally:
        SOURCES.random, SOURCES.commit, SOURCES.clock, SOURCES.seed = before

"""`python -m tests.two_worlds.fuzz --pairs N`: pairs of games in two worlds, far more than a test has time for.

It uses all cores and goes on where it was stopped: `.build/two-worlds.json` has how far it came. If the rules or this
test have changed since, it begins anew. Named pairs (`… classic-100007-2`) are played once more and told in full.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
import time
import traceback
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from multiprocessing import get_context
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROGRESS = ROOT / ".build" / "two-worlds.json"
FIRST_SEED = 1_000_000
"""Seeds from here on are nobody else's: the tests count from 0."""

GAMES_AT_ONCE = 64
MOST_LEAKS = 100  # kept and shown; the count goes on


@dataclass
class Tally:
    """What was seen so far.

    Args:
        source: digest of the rules and of this test.
        games: random games done, of all rule books in turn.
        views: moments at which the views of two worlds were compared.
        without: forks for which there was no other world.
    """

    source: str
    games: int = 0
    pairs: int = 0
    views: int = 0
    without: int = 0
    leaking: int = 0
    seconds: float = 0.0
    leaks: list[str] = field(default_factory=list)

    @classmethod
    def resumed(cls) -> Tally:
        """The tally of the last run, if it was of the same source; else an empty one."""
        source = digest()
        try:
            kept = cls(**json.loads(PROGRESS.read_text()))
        except (OSError, ValueError, TypeError):
            return cls(source)
        return kept if kept.source == source else cls(source)

    def save(self) -> None:
        PROGRESS.parent.mkdir(exist_ok=True)
        fresh = PROGRESS.with_suffix(f".{os.getpid()}")
        fresh.write_text(json.dumps(asdict(self), indent=1))
        fresh.replace(PROGRESS)

    def add(self, result: Found) -> None:
        self.games += 1
        self.pairs += result.pairs
        self.views += result.views
        self.without += result.without
        self.leaking += len(result.leaks)
        self.leaks = (self.leaks + result.leaks)[:MOST_LEAKS]

    def __str__(self) -> str:
        leaks = "no leak" if not self.leaking else f"{self.leaking:,} LEAKING"
        return f"{self.pairs:,} pairs, {self.views:,} views, {leaks}, {self.seconds:,.0f} s"


@dataclass(frozen=True, slots=True)
class Found:
    pairs: int
    views: int
    without: int
    leaks: list[str]


def digest() -> str:
    """What the result depends on: the source of the rules, of their words, and of this test."""
    sha256 = hashlib.sha256()
    for room in (ROOT / "games" / "rules", ROOT / "games" / "presentation" / "words.py", Path(__file__).parent):
        for path in sorted(room.rglob("*.py")) if room.is_dir() else [room]:
            sha256.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return sha256.hexdigest()[:16]


def set_up() -> None:
    """Readies a process: words need Django, nothing needs a server."""
    os.environ["VEXILLUM_ROLE"] = "none"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()


def play(number: int) -> Found:
    """Plays the pairs of one random game. The rule books take turns."""
    from games.rules import VARIANTS
    from tests.two_worlds.compare import leaks, misjudged
    from tests.two_worlds.worlds import pairs

    slug = list(VARIANTS)[number % len(VARIANTS)]
    seed = FIRST_SEED + number // len(VARIANTS)
    count = views = without = 0
    wrong = []
    try:
        for pair in pairs(slug, seed):
            if pair is None:
                without += 1
                continue
            whats = sorted({what for _played, what in leaks(pair)} | set(misjudged(pair)))
            wrong += [f"{pair.name} for {pair.viewer}: {', '.join(whats)}"] if whats else []
            count += 1
            views += len(pair.here.steps) - pair.fork + 1
    except Exception:
        wrong.append(f"{slug}-{seed}: {traceback.format_exc(limit=-3)}")
    return Found(count, views, without, wrong)


def run(wanted: int) -> Tally:
    tally = Tally.resumed()
    print(f"{'Going on from' if tally.games else 'Beginning at'} {tally}", flush=True)
    begun, before = time.monotonic(), tally.seconds
    cores = os.cpu_count() or 1
    with ProcessPoolExecutor(cores, mp_context=get_context("spawn"), initializer=set_up) as pool:
        try:
            while tally.pairs < wanted:
                for result in pool.map(play, range(tally.games, tally.games + GAMES_AT_ONCE)):
                    tally.add(result)
                    for leak in result.leaks:
                        print(leak, flush=True)
                tally.seconds = before + time.monotonic() - begun
                tally.save()
                print(f"{tally} of {wanted:,} pairs", flush=True)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return tally


def told_in_full(name: str) -> Iterator[str]:
    """One pair, played once more: both worlds, and what tells them apart."""
    from tests.two_worlds.compare import leaks
    from tests.two_worlds.worlds import pairs

    slug, seed, number = name.rsplit("-", 2)
    pair = list(pairs(slug, int(seed)))[int(number)]
    if pair is None:
        yield f"{name}: there is no other world"
        return
    result = list(leaks(pair))
    yield f"{name} for {pair.viewer}, forked after {pair.fork}, ended: {pair.ended}"
    for world in (pair.here, pair.there):
        yield f"  set-ups {dict(world.ledger.setups)} decks {dict(world.ledger.chance)}"
        yield f"  {' '.join(step.text for step in world.steps)}"
    yield from (f"  after {played}: {what}" for played, what in result)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.two_worlds.fuzz", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="pairs to be told in full")
    parser.add_argument("--pairs", type=int, default=5_000, help="how many pairs in all (default: %(default)s)")
    arguments = parser.parse_args()
    if arguments.names:
        set_up()
        for name in arguments.names:
            print(*told_in_full(name), sep="\n")
        return 0
    try:
        tally = run(arguments.pairs)
    except KeyboardInterrupt:
        print("Stopped; the next run goes on from here.", file=sys.stderr)
        return 130
    print(*tally.leaks, tally, sep="\n")
    return 1 if tally.leaking else 0


if __name__ == "__main__":
    sys.exit(main())

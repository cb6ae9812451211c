"""What a benchmark says."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Bar:
    """A figure of a benchmark and the bound it has to keep: `at_least`, or `at_most`."""

    figure: str
    at_least: float | None = None
    at_most: float | None = None

    def kept(self, value: float) -> bool:
        return (self.at_least is None or value >= self.at_least) and (self.at_most is None or value <= self.at_most)

    def __str__(self) -> str:
        return f"at least {self.at_least:g}" if self.at_least is not None else f"at most {self.at_most:g}"


@dataclass(frozen=True, slots=True)
class Result:
    """One benchmark.

    Attributes:
        ours, peer: the two figures that `ratio` compares, in the unit that `unit` names.
        ratio: how well we do against the peer; more is better.
        parts: further figures by name.
        bars: the bounds that the project has set itself, for `ratio` and for parts.
    """

    name: str
    ours: float
    peer: float
    ratio: float
    unit: str = ""
    parts: Mapping[str, Any] = field(default_factory=dict)
    bars: tuple[Bar, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the object that `--json` prints."""
        value = asdict(self)
        return {key: value[key] for key in ("name", "ours", "peer", "ratio", "parts")}


def seconds(work: Callable[[], object]) -> float:
    """Return how long `work` takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def in_turns(*works: Callable[[], object], rounds: int, warm: int = 1) -> list[float]:
    """Run several works in turns and return the median seconds of each.

    Args:
        rounds: how often each is measured.
        warm: how often each is run before, unmeasured.
    """
    for _round in range(warm):
        for work in works:
            work()
    taken: list[list[float]] = [[] for _work in works]
    for number in range(rounds):
        order = list(zip(works, taken, strict=True))
        for work, times in order if number % 2 == 0 else reversed(order):
            times.append(seconds(work))
    return [statistics.median(times) for times in taken]

"""The process that pairs: native code may crash or hang, and must take no game server with it.

One process for each of ours that asks, started at the first question and recycled after TASKS rounds or IDLE seconds
without one. It is told one crosstable a line as JSON and answers in one line. It has no settings, no secrets and no
connections: `python -m tournaments.pairing.engine` imports nothing of Django. A plain subprocess, because Celery's
daemonic processes may not have children of `multiprocessing`.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tournaments.pairing.rounds import CannotPair, Choice, PairedRound, Pairing
from tournaments.scoring.crosstable import Colour, Crosstable, RoundResult, Row
from tournaments.scoring.points import Mark, Scoring

TIMEOUT = 60.0
"""Seconds for one round of up to 300 players, who take one or two."""

MORE = 0.2
"""Seconds more for each player beyond these: 2,000 may take four hundred, and take less than sixty."""

TASKS = 100
"""Rounds until the process is replaced: what native code leaks goes with it."""

IDLE = 120.0
"""Seconds without a question until the process ends by itself."""

ROOT = Path(__file__).resolve().parents[2]


def time_limit(players: int) -> float:
    """The seconds that a round of so many players may take."""
    return TIMEOUT + MORE * max(0, players - 300)


def pair_in_worker(table: Crosstable, timeout: float | None = None, rules: str = "2026") -> PairedRound:
    """`swiss.pair_round` in the worker process.

    Args:
        table, rules: as there.
        timeout: seconds; None for as many as so many players may take.

    Raises:
        CannotPair: as there, or `engine-failed` with `how`: `crash` or `timeout`.
    """
    answer = _asked({"do": "pair", "table": table_value(table), "rules": rules}, timeout)
    return PairedRound(tuple(Pairing(red, blue) for red, blue in answer["pairings"]))


def why_not_in_worker(table: Crosstable, timeout: float | None = None) -> tuple[Choice, ...]:
    """`choices.why_not` in the worker process; arguments and errors as in `pair_in_worker`."""
    answer = _asked({"do": "why", "table": table_value(table)}, timeout)
    return tuple(Choice(item["code"], _params(item["params"])) for item in answer["choices"])


# -- this side ------------------------------------------------------------------------------------


class _Worker:
    """The other process, as seen from this one. Not for two threads at once."""

    def __init__(self) -> None:
        self.owner = os.getpid()
        self.left = TASKS
        self.process = subprocess.Popen(  # noqa: S603 - our own module
            [sys.executable, "-m", "tournaments.pairing.engine", str(IDLE)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env={"PATH": os.defpath, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1"},
        )

    @property
    def usable(self) -> bool:
        """Whether it is ours (not that of the process we were forked from), alive, and not worn out."""
        return self.owner == os.getpid() and self.left > 0 and self.process.poll() is None

    def ask(self, question: bytes, timeout: float) -> bytes:
        """One line for one line.

        Raises:
            TimeoutError, OSError: no answer; the process is of no use any more.
        """
        assert self.process.stdin is not None
        self.left -= 1
        self.process.stdin.write(question + b"\n")
        self.process.stdin.flush()
        return self._line(time.monotonic() + timeout)

    def _line(self, until: float) -> bytes:
        assert self.process.stdout is not None
        descriptor = self.process.stdout.fileno()
        content = b""
        with selectors.DefaultSelector() as selector:
            selector.register(descriptor, selectors.EVENT_READ)
            while not content.endswith(b"\n"):
                if not selector.select(max(0.0, until - time.monotonic())):
                    raise TimeoutError
                part = os.read(descriptor, 1 << 16)
                if not part:
                    raise BrokenPipeError
                content += part
        return content

    def ended_by_itself(self) -> bool:
        """Whether it had nothing to do for so long that it ended, just before it was asked."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self.process.wait(timeout=1.0) == 0
        return False

    def close(self) -> None:
        if self.owner != os.getpid():
            return
        self.process.kill()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            with contextlib.suppress(OSError):  # what was not written to it is of no use
                pipe.close()
        self.process.wait()


_worker: _Worker | None = None
_lock = threading.Lock()
os.register_at_fork(after_in_child=lambda: globals().update(_worker=None, _lock=threading.Lock()))


def _asked(question: Mapping[str, Any], timeout: float | None) -> dict[str, Any]:
    line = json.dumps(question).encode()
    timeout = time_limit(len(question["table"]["rows"])) if timeout is None else timeout
    with _lock:
        try:
            answer = json.loads(_answered(line, timeout))
        except (OSError, ValueError) as error:
            how = "timeout" if isinstance(error, TimeoutError) else "crash"
            raise CannotPair("engine-failed", {"how": how}) from None
    if "code" in answer:
        raise CannotPair(answer["code"], _params(answer["params"]))
    assert isinstance(answer, dict)
    return answer


def _answered(line: bytes, timeout: float, *, again: bool = True) -> bytes:
    """The answer of our process, or of a new one. One that fails is ended."""
    global _worker
    if _worker is None or not _worker.usable:
        if _worker is not None:
            _worker.close()
        _worker = _Worker()
    asked = _worker
    try:
        return asked.ask(line, timeout)
    except OSError as error:
        _worker = None
        idle = again and not isinstance(error, TimeoutError) and asked.ended_by_itself()
        asked.close()
        if idle:
            return _answered(line, timeout, again=False)
        raise


def _params(value: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters as they were before JSON made lists of their tuples."""
    return {key: _tuple(result) for key, result in value.items()}


def _tuple(value: Any) -> Any:
    return tuple(_tuple(item) for item in value) if isinstance(value, list) else value


# -- crosstables as JSON --------------------------------------------------------------------------


def table_value(table: Crosstable) -> dict[str, Any]:
    return {
        "rounds": table.rounds,
        "scoring": table.scoring.value(),
        "forbidden": sorted(sorted(pair) for pair in table.forbidden),
        "first": table.first_colour.value,
        "team_colours": table.team_colours,
        "rows": [
            {
                "rating": row.rating,
                "results": [
                    [result.mark, result.opponent, result.colour, result.board_points] for result in row.results
                ],
                "acceleration": row.acceleration,
                "absent": row.absent,
            }
            for row in table.rows
        ],
    }


def table_from_value(value: Mapping[str, Any]) -> Crosstable:
    rows = (
        Row(
            number=number,
            rating=row["rating"],
            results=tuple(_result(*result) for result in row["results"]),
            acceleration=tuple(row["acceleration"]),
            absent=row["absent"],
        )
        for number, row in enumerate(value["rows"], start=1)
    )
    return Crosstable(
        rows=tuple(rows),
        rounds=value["rounds"],
        scoring=Scoring.from_value(value["scoring"]),
        forbidden=frozenset(frozenset(pair) for pair in value["forbidden"]),
        first_colour=Colour(value["first"]),
        team_colours=value["team_colours"],
    )


def _result(mark: str | None, opponent: int | None, colour: str | None, board_points: int) -> RoundResult:
    known = None if colour is None else Colour(colour)
    return RoundResult(None if mark is None else Mark(mark), opponent, known, board_points)

"""The other side of `tournaments.pairing.worker`: the process that loads the engine and answers, a line for a line."""

from __future__ import annotations

import json
import resource
import selectors
import sys
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from tournaments.pairing import choices, swiss
from tournaments.pairing.rounds import CannotPair
from tournaments.pairing.worker import table_from_value

MEMORY = 1 << 30
"""Bytes that the process may have: 2,000 players take a tenth of it."""


def main() -> None:
    """Answers questions until there are none, or none for so many seconds as the first argument says."""
    idle = float(sys.argv[1])
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with selectors.DefaultSelector() as selector:
        selector.register(sys.stdin.buffer, selectors.EVENT_READ)
        while selector.select(idle):
            line = sys.stdin.buffer.readline()
            if not line:
                return
            sys.stdout.write(json.dumps(_answer(json.loads(line))) + "\n")
            sys.stdout.flush()


def _answer(question: Mapping[str, Any]) -> dict[str, Any]:
    table = table_from_value(question["table"])
    try:
        if question["do"] == "why":
            return {"choices": [asdict(choice) for choice in choices.why_not(table)]}
        paired = swiss.pair_round(table, question["rules"])
        return {"pairings": [(pairing.red, pairing.blue) for pairing in paired.pairings]}
    except CannotPair as refused:
        return {"code": refused.code, "params": refused.params}


if __name__ == "__main__":
    main()

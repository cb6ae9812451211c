"""The rules of Stratego, pure: no Django, no I/O, no clock, no chance (docs/architecture.md)."""

from .board import Board
from .combat import Combat, Result
from .engine import check_setup
from .knowledge import Attack, Caution, LastTurn, Noted, Pending, PieceView, View
from .outcome import End, Fact, Illegal, IllegalAt, Outcome, Refusal
from .pieces import RANK_OF_SYMBOL, Rank, Seat, Viewer
from .snapshot import ENGINE
from .state import (
    State,
    advance,
    apply,
    conclude,
    dump,
    legal_turns,
    load,
    parse_turn,
    refusal,
    replay,
    resign,
    start,
    time_out,
)
from .turn import Turn
from .variant import Options, Repetition, Variant
from .variants import VARIANTS, variant

__all__ = [
    "ENGINE",
    "RANK_OF_SYMBOL",
    "VARIANTS",
    "Attack",
    "Board",
    "Caution",
    "Combat",
    "End",
    "Fact",
    "Illegal",
    "IllegalAt",
    "LastTurn",
    "Noted",
    "Options",
    "Outcome",
    "Pending",
    "PieceView",
    "Rank",
    "Refusal",
    "Repetition",
    "Result",
    "Seat",
    "State",
    "Turn",
    "Variant",
    "View",
    "Viewer",
    "advance",
    "apply",
    "check_setup",
    "conclude",
    "dump",
    "legal_turns",
    "load",
    "parse_turn",
    "refusal",
    "replay",
    "resign",
    "start",
    "time_out",
    "variant",
]

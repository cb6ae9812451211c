"""The rules of Stratego, pure: no Django, no I/O, no clock, no chance (docs/architecture.md)."""

from .board import Board
from .chance import shuffle_label, shuffled
from .combat import Combat, Result
from .engine import check_setup, pieces_at_start
from .knowledge import Attack, Caution, Claim, Holding, LastTurn, Look, Part, Pending, PieceView, Shown, View
from .marks import Noted
from .outcome import End, Fact, Illegal, IllegalAt, Outcome, Refusal
from .pieces import RANK_OF_SYMBOL, Rank, Seat, Viewer
from .state import (
    ENGINE,
    Cursor,
    State,
    advance,
    advance_keeping,
    apply,
    conclude,
    dump,
    legal_turns,
    load,
    load_shown,
    parse_turn,
    refusal,
    replay,
    resign,
    start,
    time_out,
    to_shuffle,
    with_order,
)
from .turn import Turn
from .variant import Options, Repetition, Reserve, Variant
from .variants import VARIANTS, variant

__all__ = [
    "ENGINE",
    "RANK_OF_SYMBOL",
    "VARIANTS",
    "Attack",
    "Board",
    "Caution",
    "Claim",
    "Combat",
    "Cursor",
    "End",
    "Fact",
    "Holding",
    "Illegal",
    "IllegalAt",
    "LastTurn",
    "Look",
    "Noted",
    "Options",
    "Outcome",
    "Part",
    "Pending",
    "PieceView",
    "Rank",
    "Refusal",
    "Repetition",
    "Reserve",
    "Result",
    "Seat",
    "Shown",
    "State",
    "Turn",
    "Variant",
    "View",
    "Viewer",
    "advance",
    "advance_keeping",
    "apply",
    "check_setup",
    "conclude",
    "dump",
    "legal_turns",
    "load",
    "load_shown",
    "parse_turn",
    "pieces_at_start",
    "refusal",
    "replay",
    "resign",
    "shuffle_label",
    "shuffled",
    "start",
    "time_out",
    "to_shuffle",
    "variant",
    "with_order",
]

"""Who proposed a time for a board and who answered, as an arbiter reads it before deciding."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from tournaments.domain.state import Board
from tournaments.organizer.names import Names
from tournaments.presentation.words import moment_text


@dataclass(frozen=True, slots=True)
class BoardRecord:
    """What the two sides did about the time of their game.

    Args:
        proposed: who, and the times that stand as proposals.
        acts: when, who, and what, in order.
    """

    proposed: tuple[tuple[str, tuple[str, ...]], ...]
    acts: tuple[tuple[datetime, str, str], ...]


def record_of(board: Board, names: Names) -> BoardRecord:
    """How the two sides of a board came to a time, in words, with who did what when."""
    words = {
        "proposed": _("proposed times"),
        "agreed": _("accepted a time"),
        "refused": _("refused, or took the agreed time back"),
        "present": _("was at the board"),
    }
    meeting = board.meeting
    names_of = {0: _("An arbiter"), **{entry: names.entry(entry) for entry in board.entries}}
    return BoardRecord(
        tuple((names.entry(entry), tuple(map(moment_text, slots))) for entry, slots in meeting.proposed.items()),
        tuple((time, names_of[entry], words.get(act, act)) for time, entry, act in meeting.history),
    )

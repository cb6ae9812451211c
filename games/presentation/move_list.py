"""The list of moves: plies in rows of a round, each in notation, in words and with the ranks that met."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.presentation.board_svg import numeral
from games.presentation.presentation import sentences
from games.rules import LastTurn, Variant

CHUNK = 50
"""Plies in one chunk of the move list."""


@dataclass(frozen=True, slots=True)
class Move:
    """One ply in the move list. `text` is its notation, `words` the whole of it, `clash` the ranks that met."""

    ply: int
    text: str
    words: str
    clash: str
    noted: bool


@dataclass(frozen=True, slots=True)
class MoveRow:
    """One round of the move list: a ply of each seat. The last one may be short."""

    number: int
    moves: tuple[Move, ...]


def move_rows(moves: Iterable[tuple[int, LastTurn]], rules: Variant) -> tuple[MoveRow, ...]:
    """Lay out plies as rounds of the move list.

    Args:
        moves: plies in order, each with its number and the turn as the audience saw it. The first one begins a row.
        rules: the game's variant.
    """
    seats = len(rules.seats)
    rows: dict[int, list[Move]] = {}
    for ply, last in moves:
        rows.setdefault((ply - 1) // seats + 1, []).append(move_of(ply, last, rules))
    return tuple(MoveRow(number, tuple(played)) for number, played in rows.items())


def move_of(ply: int, last: LastTurn, rules: Variant) -> Move:
    """Return a ply as the move list has it.

    Args:
        ply: its number.
        last: it as the audience saw it.
        rules: the game's variant.
    """
    words = " ".join([_("Move %(ply)d:") % {"ply": ply}, *(text for _code, text in sentences(last, rules))])
    return Move(
        ply=ply, text=last.text.replace("x", "×"), words=words, clash=_clash(last), noted=last.noted is not None
    )


_CLASHES: Mapping[str, str] = {"win": "%s › %s", "loss": "%s ‹ %s", "both": "%s = %s"}


def _clash(last: LastTurn) -> str:
    """The ranks that met, attacker first, and the sign of who stays; or the piece that its move or action showed."""
    if last.attack is not None:
        attacker, defender = last.attack.attacker.rank, last.attack.defender.rank
        assert attacker is not None
        assert defender is not None
        return _CLASHES[last.attack.result] % (numeral(attacker), numeral(defender))
    return "" if last.revealed is None else numeral(last.revealed)

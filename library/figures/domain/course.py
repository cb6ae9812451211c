"""What one game adds to the figures: what its end makes public, and what its reveal opens.

Each thing that is counted has words: `result red won`, `take M9` (a Marshal took a General), `fell 3 7` (a Miner fell
in the eighth band of plies). All is seen through views, those of spectators before the reveal (RULES section 9).
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from games.domain.projections import result_of
from games.knowledge import Knowledge, Seen, known_at
from games.models import Game
from games.replay import Timeline
from games.rules import PieceView, Rank, Seat, View, Viewer

PLIES = 20
"""Plies that make a band."""

FIRST_PLIES = 4
"""The same of first attacks, which come soon."""

BANDS = 100
"""Bands there are; the last one has no end."""

LONGEST = 6000
"""Plies of the longest game for which it is computed when Flags could have been known."""

_BLOCK = 16

_WENT: Mapping[str, tuple[str, str]] = {
    Game.Result.RED: ("won", "lost"),
    Game.Result.BLUE: ("lost", "won"),
    Game.Result.DRAW: ("drawn", "drawn"),
    Game.Result.NEITHER: ("lost", "lost"),
}
COUNTED = tuple(_WENT)
"""The results of games that are counted."""

COLOURS = ("red", "blue")


def band_of(ply: int, plies: int = PLIES) -> int:
    """The band of so many plies of a ply, the first being 1; what was before it is in the first band too."""
    return min(max(ply - 1, 0) // plies, BANDS - 1)


class GameFigures(NamedTuple):
    """What a game adds.

    Args:
        book: to the figures of games, where both sides count.
        seats: to those of the player at each seat.
    """

    book: Counter[str]
    seats: Mapping[Seat, Counter[str]]


# -- what is public at the end --------------------------------------------------------------------


def ended_figures(line: Timeline) -> GameFigures | None:
    """What the end of a game makes public: result, length, how it ended, its first attack, who took what.

    Args:
        line: the whole game.

    Returns:
        None for one that is not counted: it is in play, was cancelled, or play never began.
    """
    went = _WENT.get(result_of(line.outcome))
    if went is None or line.outcome is None or not line.begun:
        return None
    taken = list(_taken(line, Viewer.SPECTATOR))
    first = min((item.ply for item in taken), default=None)
    shared = Counter(["games", f"length {band_of(line.plies)}"])
    shared["plies"] = line.plies
    shared[f"contact {'none' if first is None else band_of(first, FIRST_PLIES)}"] += 1
    if first is not None:
        shared["contact-plies"] = first
    how = line.outcome.kind.value
    book = shared + Counter([f"end {how}", *(f"result {COLOURS[side]} {went[side]}" for side in (0, 1))])
    seats = {
        seat: shared + Counter([f"result {COLOURS[seat.side]} {went[seat.side]}", f"end {how} {went[seat.side]}"])
        for seat in line.rules.seats
    }
    for item in taken:
        if item.taker.rank is not None and item.piece.rank is not None:
            words = f"{item.taker.rank.symbol}{item.piece.rank.symbol}"
            book[f"take {words}"] += 1
            seats[item.taker.seat][f"take {words}"] += 1
            seats[item.piece.seat][f"lose {words}"] += 1
    return GameFigures(book, seats)


class _Taken(NamedTuple):
    """A piece that fell in a battle, and the piece that it fell to."""

    ply: int
    taker: PieceView
    piece: PieceView


def _taken(line: Timeline, viewer: Viewer) -> Iterator[_Taken]:
    for ply, turn in line.turns(viewer, 1, line.plies):
        if turn.attack is None:
            continue
        attacker, defender = turn.attack.attacker, turn.attack.defender
        if turn.attack.result in ("win", "both"):
            yield _Taken(ply, attacker, defender)
        if turn.attack.result in ("loss", "both"):
            yield _Taken(ply, defender, attacker)


# -- what the reveal opens ------------------------------------------------------------------------


def opened_figures(line: Timeline) -> GameFigures | None:
    """What the reveal of a game opens: how long pieces of each rank stood, and how long Flags lived unknown.

    Args:
        line: the whole game.

    Returns:
        None for one that is not counted, as `ended_figures`, or whose rule book deals cards.

    Raises:
        NotRevealed: it is not open.
    """
    if result_of(line.outcome) not in _WENT or not line.begun or line.rules.deals:
        return None
    last = line.view(Viewer.ALL, line.plies)
    shared = Counter(["opened", f"opened-length {band_of(line.plies)}"])
    seats = {seat: Counter(shared) for seat in line.rules.seats}
    book = Counter(shared)

    def count(seat: Seat, words: str, number: int = 1) -> None:
        book[words] += number
        seats[seat][words] += number

    fell = {taken.piece.id: taken.ply for taken in _taken(line, Viewer.ALL)}
    for piece in (*last.captured, *(piece for piece in last.pieces if piece.captive)):
        if piece.rank is not None:
            count(piece.seat, f"fell {piece.rank.symbol} {band_of(fell.get(piece.id, line.plies))}")
    standing: Counter[tuple[Seat, Rank | None]] = Counter(
        (piece.seat, piece.rank) for piece in last.pieces if not piece.captive
    )
    for holding in last.holdings:
        for held, number in holding.ranks or ():
            standing[holding.seat, held] += number
    for (seat, rank), number in standing.items():
        if rank is not None:
            count(seat, f"stood {rank.symbol} {band_of(line.plies)}", number)
    for life in flag_lives(line):
        count(life.seat, f"flag {life.end} {band_of(life.ply)}")
    return GameFigures(book, seats)


@dataclass(frozen=True, slots=True)
class FlagLife:
    """How long a Flag lived unknown to the other side.

    Args:
        end: how that ended: `known`, as all worlds agreed that it is the Flag; `taken`, or shown otherwise, before
            anybody could know; `unknown`, with the game.
        ply: when.
    """

    seat: Seat
    end: str
    ply: int


def flag_lives(line: Timeline) -> Iterator[FlagLife]:
    """How long each Flag lived unknown: up to the first ply after which some player of the other side could know for
    certain that it is the Flag (docs/knowledge.md). What only the end of the game on the board proves comes too late.

    Args:
        line: a revealed game. One with more than `LONGEST` plies gives nothing.
    """
    if line.plies > LONGEST:
        return
    first = line.view(Viewer.ALL, 0)
    flags = {piece.id: piece.seat for piece in first.pieces if piece.rank is Rank.FLAG}
    numbers: dict[int, tuple[int, bool]] = {}
    for seat in line.rules.seats:
        theirs = {flag for flag, owner in flags.items() if owner.side != seat.side}
        for flag, known in _known_from(line, Viewer.of(seat), theirs).items():
            numbers[flag] = min(numbers.get(flag, known), known)
    for flag, seat in flags.items():
        if flag not in numbers:
            yield FlagLife(seat, "unknown", line.plies)
        else:
            ply, was_reasoned = numbers[flag][0], numbers[flag][1]
            yield FlagLife(seat, "known" if was_reasoned else "taken", ply)


def _known_from(line: Timeline, viewer: Viewer, flags: set[int]) -> dict[int, tuple[int, bool]]:
    """For each of some Flags that a viewer comes to know from which ply on, and whether by reasoning alone. What is
    known stays known, so only now and then all worlds are counted, and where that has found one, between."""
    numbers: dict[int, tuple[int, bool]] = {}
    seen: Seen | None = None
    block: list[tuple[Seen, View]] = []
    for ply in range(line.plies + 1):
        view = line.view(viewer, ply)
        seen = Seen.first(view, line.options) if seen is None else seen.after(view)
        block.append((seen, view))
        if len(block) < _BLOCK and ply < line.plies:
            continue
        for flag in (flags - numbers.keys()) & _known_flags(*block[-1]):
            place = bisect_left(block, True, key=lambda item: flag in _known_flags(*item))
            then = block[place][1]
            numbers[flag] = then.ply, flag not in _shown_flags(then)
        if flags == numbers.keys():
            break
        block.clear()
    return numbers


def _known_flags(seen: Seen, view: View) -> set[int]:
    """The pieces of which a viewer can know at a ply that they are Flags."""
    shown = _shown_flags(view)
    if view.outcome is not None and view.outcome.kind.on_board:
        return shown
    known: Knowledge = known_at(seen, view)
    return shown | {piece.id for piece in known.pieces if piece.certain is Rank.FLAG}


def _shown_flags(view: View) -> set[int]:
    return {piece.id for piece in (*view.pieces, *view.captured) if piece.rank is Rank.FLAG}

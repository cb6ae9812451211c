"""Which hidden pieces could have no turn on their squares.

A seat whose turn it is has a legal turn, or the game would be over; one that has lost for lack of a turn has none
(RULES section 7). Here it follows from places.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from games.rules import Board, Rank, Repetition, Seat, Turn, View
from games.rules.turn import GAIT_FAR, GAIT_NONE, GAIT_SHOT

from .seen import Seen

ALL_RANKS = (1 << len(Rank)) - 1


@dataclass(frozen=True, slots=True)
class Ground:
    """Places of pieces, as masks, from the side of one seat; Flags in stockades are `held` and nowhere else."""

    own: int
    foes: int
    held: int

    @classmethod
    def of(cls, view: View, seat: Seat) -> Ground:
        """The ground of a position as `seat` finds it."""
        own = foes = held = 0
        for piece in view.pieces:
            bit = 1 << piece.square
            if piece.captive:
                held |= bit
            elif (piece.seat ^ seat) & 1:
                foes |= bit
            else:
                own |= bit
        return cls(own, foes, held)


def immovable(seen: Seen) -> int:
    """The ranks that never move, as a mask."""
    return sum(1 << rank for rank in Rank if not seen.book.gaits.get(rank, GAIT_NONE))


def stuck(seen: Seen, view: View, seat: Seat, possible: Mapping[int, int]) -> dict[int, int] | None:
    """With which ranks each hidden piece of a seat has no legal turn; None if the seat has one for certain.

    Args:
        seen: what the viewer knows.
        view: of this moment.
        seat: whose turn it is, or would be.
        possible: by hidden piece of the seat, the ranks that it may have, as a mask.
    """
    if seen.book.deals:
        return _stuck_cards(view, seat, possible)
    ground = Ground.of(view, seat)
    if _may_enter(seen, view, seat, ground):
        return None
    barred = _barred(seen, view, seat)
    result = {}
    for piece in view.pieces:
        if piece.seat is not seat:
            continue
        if piece.captive:
            if _escapes(seen, ground, piece.id, piece.square):
                return None
            continue
        moving, striking = _open_gaits(seen, ground, piece.id, piece.square, barred.get(piece.square, 0))
        if piece.rank is not None:
            if _can(seen, piece.rank, moving, striking):
                return None
            continue
        ranks = possible[piece.id]
        if barred and _unsure(seen, view, piece.id):
            result[piece.id] = ranks
            continue
        idle = sum(1 << rank for rank in Rank if ranks >> rank & 1 and not _can(seen, rank, moving, striking))
        if not idle:
            return None
        result[piece.id] = idle
    return result


def _can(seen: Seen, rank: Rank, moving: int, striking: int) -> bool:
    """Whether a rank has a turn, if these gaits lead to empty squares and those to enemies."""
    gaits = seen.book.gaits.get(rank, GAIT_NONE)
    strikes = gaits if seen.book.strikes is None else seen.book.strikes.get(rank, GAIT_NONE)
    return bool(gaits & moving or gaits & strikes & striking)


def _may_enter(seen: Seen, view: View, seat: Seat, ground: Ground) -> bool:
    reserve = any(holding.seat is seat and holding.kind == "reserve" and holding.count for holding in view.holdings)
    return reserve and bool(seen.book.board.home_masks[seat] & ~(ground.own | ground.foes))


def _barred(seen: Seen, view: View, seat: Seat) -> dict[int, int]:
    """By square, where a piece on it may not move without attack (RULES sections 5 and 6), as masks.

    Section 5 is known from the view's cautions during the game. Afterwards nothing shows it, and `_unsure` says
    of which pieces so nothing follows.
    """
    if seen.options.repetition is not Repetition.ENFORCED or seat is not view.to_move:
        return {}
    numbers: dict[int, int] = {}
    if seen.chased:
        numbers = {piece.square: seen.chased for piece in view.pieces}
    for caution in view.cautions:
        if caution.code == "more-squares-reached":
            pairs = caution.params["barred"]
            assert isinstance(pairs, tuple)
            for source, target in pairs:
                place = seen.book.board.square(source)
                numbers[place] = numbers.get(place, 0) | 1 << seen.book.board.square(target)
    return numbers


def _unsure(seen: Seen, view: View, piece: int) -> bool:
    """Whether section 5 may bar a hidden piece without telling: it has moved, and the game is over."""
    return seen.book.more_squares and view.outcome is not None and piece in seen.gaits


def _escapes(seen: Seen, ground: Ground, flag: int, stockade: int) -> bool:
    """Whether a captive Flag may leave its stockade (RULES section 8, escape)."""
    board = seen.book.board
    if board.near[stockade] & ground.foes:
        return False
    crossed = _crossed(seen, flag, stockade, ground)
    free = board.near[stockade] & ~ground.own
    return any(not crossed & turn.borders for turn in board.steps[stockade][free])


def _crossed(seen: Seen, piece: int, square: int, ground: Ground) -> int:
    if seen.options.repetition is not Repetition.ENFORCED:
        return 0
    for seat, (last, _borders) in enumerate(seen.streaks):
        if last == piece:
            return seen.crossed(Seat(seat), piece)
    return 0


def _open_gaits(seen: Seen, ground: Ground, piece: int, square: int, barred: int) -> tuple[int, int]:
    """The gaits by which something on `square` could move to an empty square, and reach an enemy.

    Args:
        seen: what the viewer knows.
        ground: the places of pieces.
        piece: the piece there: it may not cross the borders that it crossed too often.
        square: its place.
        barred: where it may not move without attack, as a mask.
    """
    board, own, foes = seen.book.board, ground.own, ground.foes
    if not board.near[square] & ~own and not board.near[square] & foes and seen.book.strikes is None:
        return GAIT_NONE, GAIT_NONE
    crossed = _crossed(seen, piece, square, ground)
    moving = striking = GAIT_NONE
    for ray in board.rays[square]:
        for turn in ray.upto[-1]:
            bit = 1 << turn.target
            if own & bit:
                break
            lawful = not crossed & turn.borders
            if foes & bit:
                striking |= turn.gait if lawful else GAIT_NONE
                break
            if lawful and not barred & bit:
                moving |= turn.gait
    for first, seconds, table in board.bends[square]:
        if not first & (own | foes):
            for turn in table[seconds & ~own]:
                bit = 1 << turn.target
                if crossed & turn.borders:
                    continue
                if foes & bit:
                    striking |= turn.gait
                elif not barred & bit:
                    moving |= turn.gait
    if seen.book.strikes is not None:
        for shot in _shots(board)[square]:
            clear = not shot.between & (own | foes | ground.held)
            if clear and foes >> shot.target & 1 and not crossed & shot.borders:
                striking |= GAIT_SHOT
    return moving, striking


@cache
def _shots(board: Board) -> tuple[tuple[Turn, ...], ...]:
    """For each square the straight lines of three squares from it, whatever lies between."""
    lines: list[list[Turn]] = [[] for _square in range(board.size)]
    for turn in set(board.shared_turns.values()):
        if turn.gait == GAIT_FAR and turn.between.bit_count() == 2:
            lines[turn.source].append(turn)
    return tuple(map(tuple, lines))


def _stuck_cards(view: View, seat: Seat, possible: Mapping[int, int]) -> dict[int, int] | None:
    """The same at cards: a player without a front-line card that can attack has lost (RULES section 10, reading 8)."""
    idle = 1 << Rank.FLAG | 1 << Rank.BOMB
    result = {}
    for card in view.pieces:
        if card.seat is not seat:
            continue
        ranks = possible[card.id] if card.rank is None else 1 << card.rank
        if not ranks & idle:
            return None
        if card.rank is None:
            result[card.id] = ranks & idle
    return result
